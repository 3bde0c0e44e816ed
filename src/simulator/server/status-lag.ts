import type { Operation } from '../../hub/table/operations.js';
import type { SimulatorState } from '../state/state.js';

/** Longest lag in ms. */
export const MAX_LAG_MS = 5000;

/** The lag in ms that the page and `/control/` switch on, if they name no other. The page names it. */
export const USUAL_LAG_MS = 2000;

/** A state that a command has replaced, and the time of the command in ms of the epoch. */
interface ReplacedState {
  readonly state: SimulatorState;
  readonly until: number;
}

/** Lets lists and states show the state from before a command for some time after it (docs/develop/library.md "Simulate faults"). */
export class StatusLag {
  readonly #replaced: ReplacedState[] = [];
  #ms = 0;

  /** 0: no lag. */
  set ms(ms: number) {
    this.#ms = ms;
    this.#replaced.length = 0;
  }

  /** A command will change the state. Values of properties do not lag, so their commands are ignored. */
  onCommand({ area }: Operation, state: SimulatorState, now: number): void {
    this.#dropOld(now);
    if (this.#ms > 0 && area !== 'engine-property')
      this.#replaced.push({ state: structuredClone(state), until: now + this.#ms });
  }

  /** The state that a read shows. */
  shown({ area }: Operation, state: SimulatorState, now: number): SimulatorState {
    this.#dropOld(now);
    return area === 'engine-property' ? state : (this.#replaced[0]?.state ?? state);
  }

  #dropOld(now: number): void {
    while (this.#replaced[0] && this.#replaced[0].until <= now) this.#replaced.shift();
  }
}
