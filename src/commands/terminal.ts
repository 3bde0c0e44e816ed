import { once } from 'node:events';
import { clearLine, createInterface, cursorTo } from 'node:readline';
import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';

/** ms between two lines of progress that stay, and between two states of one line. */
const LINE_INTERVAL = 5000;
const STATE_INTERVAL = 100;

/** The width of a terminal that does not know it. */
const COLUMNS = 80;

/** Progress on standard error: one line that changes or, in a file, a line now and then. */
export class Progress {
  readonly #stream: NodeJS.WriteStream | WriteStream;
  #next = 0;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  /** Shows a state. States that follow too soon are not shown. */
  show(state: string): void {
    const now = performance.now();
    if (now < this.#next) return;
    if (!this.#stream.isTTY) {
      this.#next = now + LINE_INTERVAL;
      this.#stream.write(`${state}\n`);
      return;
    }
    this.#next = now + STATE_INTERVAL;
    this.#clear();
    // A longer line would begin a second one, which nothing clears.
    this.#stream.write(state.slice(0, (this.#stream.columns || COLUMNS) - 1));
  }

  /** Removes the line that changes. */
  end(): void {
    if (this.#stream.isTTY) this.#clear();
  }

  #clear(): void {
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
  }
}

/** Asks for a secret on the terminal without showing it. Empty after Ctrl-D, and after Ctrl-C, which calls `interrupt`. */
export async function askSecret(question: string, interrupt: () => void): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, written) => written() });
  const prompt = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write(question);
  let answer = '';
  prompt.once('line', (line) => {
    answer = line;
    prompt.close();
  });
  prompt.once('SIGINT', () => {
    interrupt();
    prompt.close();
  });
  await once(prompt, 'close');
  process.stderr.write('\n');
  return answer.trim();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signal of Ctrl-C. A second Ctrl-C ends the program at once. */
export function interruption(): AbortController {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  return controller;
}
