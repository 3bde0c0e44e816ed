import type { Node } from 'node-red';
import type { RuntimeWords } from './runtime-words.js';

/** Minimum time between two reports, in ms. */
const PAUSE_MS = 1000;

/** Reports the number of errors of a node that were not reported one by one, since too many waited. */
export class UnreportedErrors {
  readonly #node: Node;
  readonly #words: RuntimeWords;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(node: Node, words: RuntimeWords) {
    this.#node = node;
    this.#words = words;
  }

  add(): void {
    this.#count += 1;
    this.#timer ??= setTimeout(() => this.close(), PAUSE_MS);
  }

  /** Reports the number so far. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#count === 0) return;
    const unreported = this.#count;
    this.#count = 0;
    this.#node.error(this.#words('errors.unreported', { count: unreported }), { hub: { unreported } });
  }
}
