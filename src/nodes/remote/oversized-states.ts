import type { Node } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import { LARGEST_STATE, LARGEST_SUM, MOST_STATES } from '../../remote/state-limits.js';

/** Time to collect states for one warning after a start, in ms. */
const COLLECT_MS = 1000;

/** Minimum time between two warnings, in ms. */
const INTERVAL_MS = 60_000;

/** Maximum number of names in a warning. */
const MAX_NAMES = 10;

/** Warns about states that are too large to pass on, and again when the list of them changes. */
export class OversizedStates {
  readonly #node: Node;
  readonly #words: Words;
  readonly #states: { readonly oversized: ReadonlySet<string> };
  #warned: ReadonlySet<string> = new Set();
  #nextWarning = Number.NEGATIVE_INFINITY;

  constructor(node: Node, words: Words, states: { readonly oversized: ReadonlySet<string> }) {
    this.#node = node;
    this.#words = words;
    this.#states = states;
  }

  get count(): number {
    return this.#states.oversized.size;
  }

  /** `now` in ms on the steady clock. */
  update(now: number): void {
    const names = [...this.#states.oversized];
    if (names.every((name) => this.#warned.has(name))) return;
    if (this.#nextWarning === Number.NEGATIVE_INFINITY) this.#nextWarning = now + COLLECT_MS;
    if (now < this.#nextWarning) return;
    this.#nextWarning = now + INTERVAL_MS;
    this.#warned = new Set(names);
    this.#node.warn(
      this.#words('errors.remote_tooMuch', {
        names: names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : ''),
        count: names.length,
        most: MOST_STATES,
        one: LARGEST_STATE / 2 ** 10,
        all: LARGEST_SUM / 2 ** 20,
      }),
    );
  }
}
