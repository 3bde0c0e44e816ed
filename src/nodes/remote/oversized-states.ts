import type { Node } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import { LARGEST_STATE, LARGEST_SUM, MOST_STATES } from '../../remote/state-limits.js';

/** States of one start come within this time: one warning names them all. In ms. */
const COLLECT_MS = 1000;

/** The shortest time between two warnings, in ms. */
const REST_MS = 60_000;

/** A warning lists at most this many names. */
const MOST_NAMES = 10;

/** Warns of states that are too large to be passed on: once for all of them, and again when others are too large. */
export class OversizedStates {
  readonly #node: Node;
  readonly #words: Words;
  readonly #states: { readonly oversized: ReadonlySet<string> };
  #warned: ReadonlySet<string> = new Set();
  #due = Number.NEGATIVE_INFINITY;

  constructor(node: Node, words: Words, states: { readonly oversized: ReadonlySet<string> }) {
    this.#node = node;
    this.#words = words;
    this.#states = states;
  }

  get count(): number {
    return this.#states.oversized.size;
  }

  /** `now` in ms on the steady clock. */
  look(now: number): void {
    const names = [...this.#states.oversized];
    if (names.every((name) => this.#warned.has(name))) return;
    if (this.#due === Number.NEGATIVE_INFINITY) this.#due = now + COLLECT_MS;
    if (now < this.#due) return;
    this.#due = now + REST_MS;
    this.#warned = new Set(names);
    this.#node.warn(
      this.#words('errors.remote_tooMuch', {
        names: names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : ''),
        count: names.length,
        most: MOST_STATES,
        one: LARGEST_STATE / 2 ** 10,
        all: LARGEST_SUM / 2 ** 20,
      }),
    );
  }
}
