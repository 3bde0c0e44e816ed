import { clearLine, cursorTo } from 'node:readline';
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
