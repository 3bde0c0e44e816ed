import type { HubClock } from '../base/clock.js';
import { namesLike } from './edit-looks.js';
import type { Looks } from './look.js';
import { isSameValue, keyOf } from './look.js';

/** `changed`: some values of the hub differ from the look. `empty`: no look of this name is stored. */
type LookState = 'on' | 'changed' | 'recalling' | 'unknown' | 'empty';

/** The state of one look, and the number of values that differ. */
export interface LookStatus {
  readonly state: LookState;
  readonly differences: number;
}

interface Recall {
  /** In the clock's ms. Undefined: its commands are not settled yet. */
  until: number | undefined;
  /** The end and the length of the fade on the hub, in the clock's ms. */
  fade?: { readonly end: number; readonly length: number };
}

/** The states of looks from the present values, and from the recalls in progress. */
export class LookStates {
  readonly #clock: HubClock;
  readonly #isPolled: boolean;
  #differences = new LookDifferences(new Map(), () => false);
  /** The names in the file. Undefined: it was not read yet, or it cannot be read. */
  stored: ReadonlySet<string> | undefined;
  #recalling: { readonly name: string; readonly recall: Recall } | undefined;

  constructor(isPolled: boolean, clock: HubClock) {
    this.#isPolled = isPolled;
    this.#clock = clock;
  }

  /** Compares these looks from now on. `isCompared` by key: false for a safe property. `present`: all known values. */
  show(looks: Looks, isCompared: (key: string) => boolean, present: Iterable<readonly [string, unknown]>): void {
    this.#differences = new LookDifferences(looks, isCompared);
    for (const [key, value] of present) this.update(key, value);
  }

  /** A present value by key. Undefined: it is not known. */
  update(key: string, present: unknown): void {
    this.#differences.update(key, present);
  }

  /**
   * A recall begins and replaces the one before. Call the result when its commands are settled, with the ms until its
   * end, and those of its fade. It returns false if another recall has replaced it.
   */
  begin(name: string): (remainingMs: number, fadeMs: number) => boolean {
    const recall: Recall = { until: undefined };
    this.#recalling = { name, recall };
    return (remainingMs, length) => {
      const now = this.#clock.now();
      recall.until = now + remainingMs;
      if (length > 0) recall.fade = { end: now + length, length };
      return this.#recalling?.recall === recall;
    };
  }

  /** The states at this moment, by the name of the look. `named` has a status before it is stored. */
  statuses(named?: string): Map<string, LookStatus> {
    const statuses = new Map<string, LookStatus>(
      [...this.#differences].map(([name, { unread, different, same }]) => {
        const isRead = this.#isPolled && unread === 0 && different + same > 0;
        const differences = isRead ? different : 0;
        const isOn = isRead && differences === 0;
        const isRecalling = this.#isRecalling(name, isOn);
        const state = isRecalling ? 'recalling' : !isRead ? 'unknown' : isOn ? 'on' : 'changed';
        return [name, { state, differences }];
      }),
    );
    return named !== undefined && this.#isEmpty(named) ? statuses.set(named, this.statusWithout(named)) : statuses;
  }

  /** The status of a name that is not among the looks. */
  statusWithout = (name: string): LookStatus => ({
    state: this.#isEmpty(name) ? 'empty' : 'unknown',
    differences: 0,
  });

  /** The progress of the fade to a look, 0 … 1. Undefined: it does not fade. */
  progressOf(name: string): number | undefined {
    const recalling = this.#recalling;
    const fade = recalling && namesLike([recalling.name], name).length > 0 ? recalling.recall.fade : undefined;
    return fade && Math.min(1, Math.max(0, 1 - (fade.end - this.#clock.now()) / fade.length));
  }

  #isEmpty = (name: string): boolean => this.stored !== undefined && namesLike(this.stored, name).length === 0;

  #isRecalling(name: string, isReached: boolean): boolean {
    if (this.#recalling?.name !== name) return false;
    const { until } = this.#recalling.recall;
    if (until === undefined) return true;
    if (isReached || until <= this.#clock.now()) this.#recalling = undefined;
    return this.#recalling !== undefined;
  }
}

/** The values of one look: not read, different from the hub, or the same. */
type Counts = Record<'unread' | 'different' | 'same', number>;

/** One value of a look. */
interface Compared {
  readonly look: Counts;
  readonly value: unknown;
  state: keyof Counts;
}

/** Compares looks with the values of the hub. A value that changes costs only its own comparisons. */
class LookDifferences {
  readonly #looks = new Map<string, Counts>();
  readonly #compared = new Map<string, Compared[]>();

  /** `isCompared` by key: false for a value that does not count. */
  constructor(looks: Looks, isCompared: (key: string) => boolean) {
    for (const [name, look] of looks) {
      const counts = { unread: 0, different: 0, same: 0 };
      this.#looks.set(name, counts);
      for (const each of look) {
        const key = keyOf(each);
        if (!isCompared(key)) continue;
        const compared = this.#compared.get(key) ?? [];
        compared.push({ look: counts, value: each.value, state: 'unread' });
        this.#compared.set(key, compared);
        counts.unread += 1;
      }
    }
  }

  /** A value of the hub, by key. Undefined: it is not known. */
  update(key: string, present: unknown): void {
    for (const compared of this.#compared.get(key) ?? []) {
      const { look, value } = compared;
      look[compared.state] -= 1;
      compared.state = present === undefined ? 'unread' : isSameValue(value, present) ? 'same' : 'different';
      look[compared.state] += 1;
    }
  }

  /** By the name of the look. */
  *[Symbol.iterator](): Generator<readonly [string, Readonly<Counts>]> {
    yield* this.#looks;
  }
}
