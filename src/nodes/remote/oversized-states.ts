import type { Words } from '../../hub/words/texts.js';
import { LARGEST_STATE, LARGEST_SUM, MOST_STATES, type OversizedNames } from '../../remote/state-limits.js';
import type { Ports } from '../runtime/ports.js';

/** Time to collect states for one warning after a start, in ms. */
const COLLECT_MS = 1000;

/** Minimum time between two warnings, in ms. */
const INTERVAL_MS = 60_000;

/** Maximum number of names in a warning. */
const MAX_NAMES = 10;

/** Warns about states that are too large to pass on, and again when there are more of them. */
export class OversizedStates {
  readonly #node: Ports;
  readonly #words: Words;
  readonly #states: { readonly oversized: OversizedNames };
  #warned: ReadonlySet<string> = new Set();
  #warnedOthers = 0;
  #nextWarning = Number.NEGATIVE_INFINITY;

  constructor(node: Ports, words: Words, states: { readonly oversized: OversizedNames }) {
    this.#node = node;
    this.#words = words;
    this.#states = states;
  }

  get count(): number {
    return this.#states.oversized.names.size;
  }

  /** `now` in ms on the steady clock. */
  update(now: number): void {
    const { others } = this.#states.oversized;
    const names = [...this.#states.oversized.names];
    if ((others === 0 || others === this.#warnedOthers) && names.every((name) => this.#warned.has(name))) return;
    if (this.#nextWarning === Number.NEGATIVE_INFINITY) this.#nextWarning = now + COLLECT_MS;
    if (now < this.#nextWarning) return;
    this.#nextWarning = now + INTERVAL_MS;
    this.#warned = new Set(names);
    this.#warnedOthers = others;
    const warning = this.#words('errors.remote_tooMuch', {
      names: names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : ''),
      count: names.length,
      most: MOST_STATES,
      one: LARGEST_STATE / 2 ** 10,
      all: LARGEST_SUM / 2 ** 20,
    });
    this.#node.warn(
      others === 0 ? warning : `${warning} ${this.#words('errors.remote_tooMuchOthers', { count: others })}`,
    );
  }
}
