import type { HubClock } from '../hub/base/clock.js';
import { isSameValue } from './difference.js';
import type { Look, Looks, LookValue } from './look.js';
import { keyOf } from './look.js';

/** `changed`: some values of the hub differ from the look. */
export type LookState = 'on' | 'changed' | 'recalling' | 'unknown';

/** The state of one look, and the number of values that differ. */
export interface LookStatus {
  readonly state: LookState;
  readonly differences: number;
}

interface Recall {
  /** In the clock's ms. Undefined: its commands are not settled yet. */
  until: number | undefined;
}

/** The states of looks from the present values, and from the recalls in progress. */
export class LookStates {
  readonly #clock: HubClock;
  readonly #presentValue: (key: string) => unknown;
  readonly #isRecalled: (key: string) => boolean;
  readonly #isPolled: boolean;
  #recalling: { readonly name: string; readonly recall: Recall } | undefined;

  /** `presentValue`: the present value by key. `isRecalled`: false for a safe property, which does not count. */
  constructor(
    presentValue: (key: string) => unknown,
    isRecalled: (key: string) => boolean,
    isPolled: boolean,
    clock: HubClock,
  ) {
    this.#presentValue = presentValue;
    this.#isRecalled = isRecalled;
    this.#isPolled = isPolled;
    this.#clock = clock;
  }

  /**
   * A recall begins and replaces the one before. Call the result when its commands are settled, with the ms until its
   * end. It returns false if another recall has replaced it.
   */
  begin(name: string): (remainingMs: number) => boolean {
    const recall: Recall = { until: undefined };
    this.#recalling = { name, recall };
    return (remainingMs) => {
      recall.until = this.#clock.now() + remainingMs;
      return this.#recalling?.recall === recall;
    };
  }

  statusOf(name: string, look: Look): LookStatus {
    const compared = look.filter((value) => this.#isRecalled(keyOf(value)));
    const isRead =
      this.#isPolled &&
      compared.length > 0 &&
      compared.every((value) => this.#presentValue(keyOf(value)) !== undefined);
    const differences = isRead ? compared.filter((value) => this.#differs(value)).length : 0;
    if (this.#isRecalling(name, isRead && differences === 0)) return { state: 'recalling', differences };
    return { state: !isRead ? 'unknown' : differences === 0 ? 'on' : 'changed', differences };
  }

  statuses(looks: Looks): Map<string, LookStatus> {
    return new Map([...looks].map(([name, look]) => [name, this.statusOf(name, look)]));
  }

  #differs = (value: LookValue): boolean => !isSameValue(value.value, this.#presentValue(keyOf(value)));

  #isRecalling(name: string, isReached: boolean): boolean {
    if (this.#recalling?.name !== name) return false;
    const { until } = this.#recalling.recall;
    if (until === undefined) return true;
    if (isReached || until <= this.#clock.now()) this.#recalling = undefined;
    return this.#recalling !== undefined;
  }
}
