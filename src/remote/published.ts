import { digestsOf, groupOf } from './digests.js';
import type { StateNews, Told } from './envelopes.js';
import { MOST_STATES, Room } from './room.js';
import { unknownOf } from './told.js';

interface Known {
  readonly news: StateNews;
  /** How it was, where it cannot be read now. */
  readonly before?: Told;
}

/** A state that is to be told, and what it is called. */
export type Telling = readonly [name: string, news: StateNews];

/** What a host has told of how things are: each with a number, so that whoever lacks one knows. */
export class Published {
  readonly #run: string;
  readonly #states = new Map<string, Known>();
  readonly #room = new Room();
  readonly #tooMuch = new Set<string>();
  #serial = 0;

  constructor(run: string) {
    this.#run = run;
  }

  get serial(): number {
    return this.#serial;
  }

  /** What a panel that has all states computes as well. */
  get digests(): readonly string[] {
    return digestsOf([...this.#states].map(([name, { news }]) => [name, news.serial]));
  }

  /** Names of states that are not published, since they or all together are too large; at most 500 of them. */
  get tooMuch(): ReadonlySet<string> {
    return this.#tooMuch;
  }

  /** Takes what a watch or an event node says; gives what is to be told now. */
  take(name: string, told: Told): readonly Telling[] {
    const known = this.#states.get(name);
    if (known && !known.before && same(known.news.told, told)) return [];
    const fits = (known || this.#states.size < MOST_STATES) && this.#room.take(name, JSON.stringify(told));
    return fits ? this.#accept(name, told) : this.#refuse(name, told);
  }

  /** What was known is not known any more. */
  lose(name: string): readonly Telling[] {
    const known = this.#states.get(name);
    if (!known || known.before) return [];
    const before = known.news.told;
    return [this.#tell(name, unknownOf(name, before), before)];
  }

  /** What was lost is known again, as it was. */
  regain(name: string): readonly Telling[] {
    const before = this.#states.get(name)?.before;
    return before ? [this.#tell(name, before)] : [];
  }

  /** All states of some groups again, as they are. */
  inGroups(groups: ReadonlySet<number>): readonly Telling[] {
    return [...this.#states].flatMap(([name, { news }]) => (groups.has(groupOf(name)) ? [[name, news]] : []));
  }

  #accept(name: string, told: Told): readonly Telling[] {
    this.#tooMuch.delete(name);
    return [this.#tell(name, told)];
  }

  /** Its lamps must not keep the last value. */
  #refuse(name: string, told: Told): readonly Telling[] {
    if (this.#tooMuch.size < MOST_STATES) this.#tooMuch.add(name);
    const known = this.#states.get(name);
    const unknown = unknownOf(name, told);
    if (known ? !known.before && same(known.news.told, unknown) : this.#states.size >= MOST_STATES) return [];
    return [this.#tell(name, unknown)];
  }

  #tell(name: string, told: Told, before?: Told): Telling {
    this.#serial += 1;
    const news = { run: this.#run, serial: this.#serial, told };
    this.#states.set(name, { news, ...(before && { before }) });
    return [name, news];
  }
}

const same = (left: Told, right: Told): boolean => {
  const { hub: leftHub, ...leftRest } = left;
  const { hub: rightHub, ...rightRest } = right;
  return (leftHub === undefined) === (rightHub === undefined) && JSON.stringify(leftRest) === JSON.stringify(rightRest);
};
