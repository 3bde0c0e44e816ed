import type { StateNews, Told } from './envelopes.js';

/** More states than this are not told: panels remember no more either. */
export const MOST_STATES = 500;

/** What `hub-event` calls the way to the hub. */
const CONNECTION = 'connection';

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
  #serial = 0;

  constructor(run: string) {
    this.#run = run;
  }

  get serial(): number {
    return this.#serial;
  }

  /** Takes what a watch or an event node says; gives what is to be told now. */
  take(name: string, told: Told): readonly Telling[] {
    const known = this.#states.get(name);
    if (known && !known.before && same(known.news.told, told)) return [];
    if (!known && this.#states.size >= MOST_STATES) return [];
    const tellings = [this.#tell(name, told)];
    return isBack(name, told) ? [...tellings, ...this.#recovered()] : tellings;
  }

  /** What was known cannot be read any more. A watch says nothing when it can again and nothing has changed. */
  lose(name: string): readonly Telling[] {
    const known = this.#states.get(name);
    if (!known || known.before) return [];
    const before = known.news.told;
    return [this.#tell(name, { payload: 'unknown', hub: before.hub }, before)];
  }

  /** All states, with new numbers. */
  anew(): readonly Telling[] {
    return [...this.#states].map(([name, { news, before }]) => this.#tell(name, news.told, before));
  }

  #recovered(): readonly Telling[] {
    return [...this.#states].flatMap(([name, { before }]) => (before ? [this.#tell(name, before)] : []));
  }

  #tell(name: string, told: Told, before?: Told): Telling {
    this.#serial += 1;
    const news = { run: this.#run, serial: this.#serial, told };
    this.#states.set(name, { news, ...(before && { before }) });
    return [name, news];
  }
}

/** The hub is there again: what was lost is as it was, unless its watch says otherwise. */
const isBack = (name: string, { payload, hub }: Told): boolean =>
  name === CONNECTION && hub === undefined && payload === 'connected';

const same = (left: Told, right: Told): boolean => {
  const { hub: leftHub, ...leftRest } = left;
  const { hub: rightHub, ...rightRest } = right;
  return (leftHub === undefined) === (rightHub === undefined) && JSON.stringify(leftRest) === JSON.stringify(rightRest);
};
