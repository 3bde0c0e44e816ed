import { isSameValue } from '../../dist/looks/look.js';

/** A wish for the value of a property: by a command of this client, or by another client. Times in ms. */
export interface Wish {
  readonly by: 'us' | 'others';
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly outcome: string;
}

/** The time in which an engine was stopped or started again, until it lists its nodes. */
export interface Outage {
  readonly stop: number;
  /** Infinite while it lasts. */
  back: number;
}

/** The polls have certainly confirmed a value after this time in ms: two lists of engines, and slow answers. */
const CONFIRMED_MS = 2500;

/** A returned engine has certainly been restored after this time in ms. */
const RESTORED_MS = 2500;

/** The possible final values of one property, from all wishes, outages and disturbances. */
export class LookOracle {
  readonly #initial: unknown;
  /** True if a person restores the engine at the end. A desk that starts before that has no values any more. */
  readonly #asks: boolean;
  readonly wishes: Wish[] = [];

  constructor(initial: unknown, asks: boolean) {
    this.#initial = initial;
    this.#asks = asks;
  }

  /**
   * The possible values. Undefined: not certain. `disturbances` are the sorted times of lost reads and of returns of the
   * hub. They delay the polls. At one of the `starts`, the desk has no values.
   */
  values(
    outages: readonly Outage[],
    disturbances: readonly number[],
    starts: readonly number[],
  ): unknown[] | undefined {
    /** The end of a process of the polls that lasts this long without a disturbance. */
    const after = (since: number, ms: number) =>
      disturbances.reduce((end, at) => (at >= since && at < end ? at + ms : end), since + ms);
    const applied = this.wishes.filter(({ by, outcome }) => by === 'others' || ['done', 'unknown'].includes(outcome));
    const times = [
      ...applied.map((wish) => ({ at: wish.start, wish, outage: undefined })),
      ...outages.flatMap((outage) => [outage.stop, outage.back].map((at) => ({ at, wish: undefined, outage }))),
      ...starts.map((at) => ({ at, wish: undefined, outage: undefined })),
    ].sort((one, other) => one.at - other.at);
    let possible: unknown[] | undefined = [this.#initial];
    /** Since then, only the polls can confirm the value. */
    let polledSince = Number.NEGATIVE_INFINITY;
    /** The value of the start, while a person may not have restored the engine. It stays after an uncertain wish. */
    let unrestored: unknown[] = [];
    for (const { at, wish, outage } of times)
      if (wish) {
        const { by, value, start, end, outcome } = wish;
        const meets = (other: Wish) => other !== wish && other.start <= end + 5 && start <= other.end + 5;
        const isRace = applied.some((other) => meets(other) && (other.by === 'others' || by === 'others'));
        const isReturning = outages.some((each) => start <= after(each.back, RESTORED_MS) && end >= each.stop);
        const isCertain = by === 'us' && outcome === 'done' && !isRace;
        if (isCertain || (by === 'others' && !isRace && !isReturning)) possible = [value];
        else possible = isReturning ? undefined : possible && [...possible, ...unrestored, value];
        if (isCertain) unrestored = [];
        // A desk that has just started does not know its properties yet.
        const isStarting = starts.some((each) => each <= end && start <= after(each, CONFIRMED_MS));
        polledSince = isCertain && !isStarting ? Number.NEGATIVE_INFINITY : end;
      } else if (outage) {
        const isRestarted = starts.some(
          (start) => start >= outage.stop && (this.#asks || start < after(outage.back, RESTORED_MS)),
        );
        if (this.#asks) unrestored = [this.#initial];
        if (isRestarted || after(polledSince, CONFIRMED_MS) > at) possible = undefined;
      } else polledSince = at;
    return possible;
  }

  static includes(values: readonly unknown[], value: unknown): boolean {
    return values.some((each) => isSameValue(each, value));
  }
}
