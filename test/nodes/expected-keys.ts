/**
 * Keys on two surfaces with pages, and what a technician expects of them: a press belongs to the page that is shown when it arrives, its
 * hold and its release too, and each does its work exactly once.
 */

export const HOLD_MS = 600;
/** A second press until this time is a double press. Between two steps of the clock, so that no press is exactly at its end. */
export const DOUBLE_MS = 410;
/** A second press earlier than this without a release is a bounce. */
const BOUNCE_MS = 300;
/** A press a moment after the last one of its key is a bounce, also after a release. */
const MOMENT_MS = 50;
/** The usual lockout of a new key that turns the page. */
export const LOCKOUT_MS = 250;

export type Side = 'left' | 'right';
export const SIDES: readonly Side[] = ['left', 'right'];

export const EVENTS = ['press', 'hold', 'double', 'release'] as const;

/** A key, and what it does on its events. `play 11` and `out 11` are commands on item 11. The other words show another page. */
export interface Key {
  readonly id: string;
  readonly side: Side;
  /** Blank: every page. */
  readonly page: string;
  readonly key: number;
  readonly press?: string;
  readonly hold?: string;
  readonly double?: string;
  readonly release?: string;
  /** A press takes out an item that is on air. */
  readonly toggle?: true;
  readonly lockout?: true;
}

export const PAGES = { left: ['l1', 'l2', 'l3'], right: ['r1', 'r2'] } as const;
export const NAMES: Readonly<Record<string, string>> = {
  ...{ l1: 'Haupt', l2: 'Übergabe', l3: '日本語' },
  ...{ r1: 'Übergabe', r2: 'Zwei' },
};
/** The serial numbers of the two decks. */
export const UNITS = { left: 'AL12', right: 'AL13' } as const;

export const KEYS: readonly Key[] = [
  { id: 'next', side: 'left', page: '', key: 3, press: 'next', lockout: true },
  { id: 'l1k0', side: 'left', page: 'l1', key: 0, press: 'play 11' },
  { id: 'l1k1', side: 'left', page: 'l1', key: 1, press: 'play 12', hold: 'out 12' },
  { id: 'l1k2', side: 'left', page: 'l1', key: 2, press: 'goto l3', release: 'out 17', lockout: true },
  { id: 'l1k4', side: 'left', page: 'l1', key: 4, press: 'play 18', double: 'next' },
  { id: 'l2k0', side: 'left', page: 'l2', key: 0, press: 'play 13', hold: 'previous', release: 'out 13' },
  { id: 'l2k1', side: 'left', page: 'l2', key: 1, press: 'play 14', release: 'out 14' },
  { id: 'l2k2', side: 'left', page: 'l2', key: 2, press: 'back' },
  { id: 'l2k4', side: 'left', page: 'l2', key: 4, release: 'goto l1' },
  { id: 'l3k0', side: 'left', page: 'l3', key: 0, press: 'play 15' },
  { id: 'l3k1', side: 'left', page: 'l3', key: 1, press: 'play 31', toggle: true },
  { id: 'l3k2', side: 'left', page: 'l3', key: 2, press: 'goto l1', hold: 'out 15' },
  { id: 'l3k4', side: 'left', page: 'l3', key: 4, press: 'play 19', double: 'out 19', hold: 'goto l2' },
  { id: 'r1k0', side: 'right', page: 'r1', key: 0, press: 'play 21', hold: 'out 21' },
  { id: 'r1k1', side: 'right', page: 'r1', key: 1, press: 'next' },
  { id: 'r1k2', side: 'right', page: 'r1', key: 2, press: 'play 41', hold: 'next', toggle: true },
  { id: 'r2k0', side: 'right', page: 'r2', key: 0, press: 'play 22' },
  { id: 'r2k1', side: 'right', page: 'r2', key: 1, press: 'previous', release: 'play 23' },
  { id: 'r2k4', side: 'right', page: 'r2', key: 4, press: 'play 24', release: 'next' },
];

/** The item that a key is about. */
export const itemOf = ({ press = '' }: Key): number | undefined =>
  press.startsWith('play ') ? Number(press.slice('play '.length)) : undefined;

export const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

/** The items of all commands. */
export const ITEMS: readonly number[] = [
  ...new Set(KEYS.flatMap((key) => EVENTS.flatMap((on) => /^(?:play|out) (.*)$/.exec(key[on] ?? '')?.[1] ?? []))),
].map(Number);

/** Each toggle has a rundown of its own, so that no other key reads its state. */
export const rundownOf = (item: number): number => (item < 30 ? 201 : item);

const turns = (key: Key): boolean => EVENTS.some((on) => key[on] !== undefined && !/^(play|out) /.test(key[on]));

/** A place that is down, and the keys there on the page of its press. */
interface Down {
  readonly at: number;
  readonly keys: Set<Key>;
  /** The keys at which the press counted, so that a release follows. */
  readonly counted: Set<Key>;
  /** Those whose hold has not come yet. */
  readonly holds: Set<Key>;
  /** Those whose press is known only at its hold or release. */
  readonly undecided: Set<Key>;
}

export class ExpectedKeys {
  readonly present: Record<Side, string> = { left: 'l1', right: 'r1' };
  readonly #before: Record<Side, string> = { left: 'l1', right: 'r1' };
  readonly #down = new Map<string, Down>();
  /** The last press of each place, with its page. */
  readonly #last = new Map<string, { readonly at: number; readonly page: string }>();
  /** The last press of each key that counted, and that can become a double press. */
  readonly #counted = new Map<string, number>();
  readonly #single = new Map<string, number>();
  /** `ID DOES`, with its number. */
  readonly done = new Map<string, number>();
  /** The presses of each key that a deploy ended. */
  readonly closed = new Map<string, number>();
  readonly #toggle: (key: Key) => void;

  /** `toggle`: a key has toggled. */
  constructor(toggle: (key: Key) => void) {
    this.#toggle = toggle;
  }

  isShown = (key: Key, page = this.present[key.side]): boolean => ['', page].includes(key.page);

  /** True while the key is down since its own page. */
  isHeld = (key: Key): boolean => this.#down.get(`${key.side} ${key.key}`)?.keys.has(key) === true;

  get held(): readonly (readonly [Side, number])[] {
    return [...this.#down.keys()].map((name) => name.split(' ')).map(([side, key]) => [side as Side, Number(key)]);
  }

  turn(side: Side, page: string): void {
    if (page === this.present[side]) return;
    this.#before[side] = this.present[side];
    this.present[side] = page;
  }

  press(side: Side, place: number, now: number): void {
    const name = `${side} ${place}`;
    const before = this.#down.get(name);
    if (before && now - before.at < BOUNCE_MS) return;
    const page = this.#pageOfPress(side, place, now);
    const keys = KEYS.filter((each) => each.side === side && each.key === place && this.isShown(each, page));
    const none = () => new Set<Key>();
    const down = { at: now, keys: new Set(keys), counted: none(), holds: none(), undecided: none() };
    this.#down.set(name, down);
    for (const each of keys) this.#press(each, down, now);
  }

  /** A bounce, and a second tap on a key that turns the page, are for the page of the first press. */
  #pageOfPress(side: Side, place: number, now: number): string {
    const name = `${side} ${place}`;
    const last = this.#last.get(name);
    const isLocked = (page: string) =>
      KEYS.some(
        (each) =>
          each.side === side && each.key === place && this.isShown(each, page) && each.lockout === true && turns(each),
      );
    if (last && now - last.at < (isLocked(last.page) ? LOCKOUT_MS : MOMENT_MS)) return last.page;
    this.#last.set(name, { at: now, page: this.present[side] });
    return this.present[side];
  }

  #press(key: Key, { counted, holds, undecided }: Down, now: number): void {
    if (key.lockout && now - (this.#counted.get(key.id) ?? Number.NEGATIVE_INFINITY) < LOCKOUT_MS) return;
    this.#counted.set(key.id, now);
    counted.add(key);
    if (key.hold) holds.add(key);
    const isDouble = key.double && now - (this.#single.get(key.id) ?? Number.NEGATIVE_INFINITY) < DOUBLE_MS;
    if (isDouble) this.#single.delete(key.id);
    else this.#single.set(key.id, now);
    if (isDouble) this.#do(key, 'double');
    else if (key.hold) undecided.add(key);
    else this.#do(key, 'press');
  }

  release(side: Side, place: number): void {
    const name = `${side} ${place}`;
    const { counted = [], undecided } = this.#down.get(name) ?? {};
    this.#down.delete(name);
    for (const each of counted) {
      if (undecided?.has(each)) this.#do(each, 'press');
      this.#do(each, 'release');
    }
  }

  /** The time has come to `now`. */
  tick(now: number): void {
    for (const { at, holds, undecided } of this.#down.values())
      if (now - at >= HOLD_MS)
        for (const each of holds) {
          holds.delete(each);
          undecided.delete(each);
          this.#do(each, 'hold');
        }
  }

  /** The device is lost: nothing follows a press from before. */
  lose(side: Side): void {
    for (const name of this.#down.keys()) if (name.startsWith(side)) this.#down.delete(name);
  }

  /** The control of a key starts again: nothing follows its press from before. Its message ends with a sentence. */
  restart(key: Key): void {
    for (const { holds } of this.#down.values()) if (holds.has(key)) add(this.closed, key.id);
    for (const { keys, counted, holds, undecided } of this.#down.values())
      for (const each of [keys, counted, holds, undecided]) each.delete(key);
    this.#counted.delete(key.id);
    this.#single.delete(key.id);
  }

  #do(key: Key, on: (typeof EVENTS)[number]): void {
    const does = key[on];
    if (!does) return;
    if (key.toggle && on === 'press') {
      this.#toggle(key);
      return;
    }
    const [word = '', target = ''] = does.split(' ');
    const pages: readonly string[] = PAGES[key.side];
    const at = pages.indexOf(this.present[key.side]);
    const page = {
      next: pages[(at + 1) % pages.length],
      previous: pages.at(at - 1),
      goto: target,
      back: this.#before[key.side],
    }[word];
    const name = `${key.id} ${page === undefined ? word : 'page'}`;
    add(this.done, name);
    if (page !== undefined) this.turn(key.side, page);
  }
}
