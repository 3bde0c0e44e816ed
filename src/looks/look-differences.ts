import { isSameValue } from './difference.js';
import { keyOf, type Looks } from './look.js';

/** The values of one look: not read, different from the hub, or the same. */
type Counts = Record<'unread' | 'different' | 'same', number>;

/** One value of a look. */
interface Compared {
  readonly look: Counts;
  readonly value: unknown;
  state: keyof Counts;
}

/** Compares looks with the values of the hub. A value that changes costs only its own comparisons. */
export class LookDifferences {
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
