import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

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
