import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Longest time for an answer, in ms. */
const ANSWER = 60_000;

/** Longest time for a process to end before it is killed, in ms. */
const ENDING = 5_000;

/** A process of the bench that answers questions, see `ipc.cjs`. */
export class Child {
  #process;
  #printed = '';
  #asked = new Map();
  #next = 1;
  /** Resolves with the first message of the process. */
  ready = this.#answerTo(undefined, 'start');

  constructor(program, args, execArgv) {
    this.#process = fork(program, args, { execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream.on('data', (chunk) => {
        this.#printed += chunk;
      });
    this.#process.on('message', ({ id, answer, error }) => {
      const { resolve, reject } = this.#asked.get(id) ?? {};
      this.#asked.delete(id);
      if (error) reject?.(new Error(error));
      else resolve?.(answer);
    });
    this.#process.on('exit', (code) => {
      for (const { reject } of this.#asked.values())
        reject(new Error(`${program} ended with ${code}:\n${this.#printed}`));
    });
  }

  ask(question, facts) {
    const id = this.#next++;
    this.#process.send({ id, ask: question, facts });
    return this.#answerTo(id, question);
  }

  #answerTo(id, question) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${question}:\n${this.#printed}`)), ANSWER);
      const once = (settle) => (what) => {
        clearTimeout(late);
        settle(what);
      };
      this.#asked.set(id, { resolve: once(resolve), reject: once(reject) });
    });
  }

  async stop() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), ENDING);
    this.#process.send('shutdown');
    await exited;
    clearTimeout(kill);
  }
}
