import type { StateNews, Told } from './envelopes.js';
import { MOST_STATES } from './published.js';

/** What a lamp is to be told now, and by which name it knows it. */
export interface ToLamp {
  readonly name: string;
  readonly told: Told;
}

/** What a panel has heard of how things are, and what of it its lamps were told. */
export class Believed {
  readonly #heard = new Map<string, StateNews>();
  /** What the lamps were told last, as text; nothing: that nobody knows. */
  readonly #shown = new Map<string, string>();

  hear(name: string, news: StateNews): void {
    const known = this.#heard.get(name);
    if (known?.run === news.run && known.serial >= news.serial) return;
    if (!known && this.#heard.size >= MOST_STATES) return;
    this.#heard.set(name, news);
  }

  /** Nobody tells of it any more: what the broker kept was deleted. */
  forget(name: string): void {
    const known = this.#heard.get(name);
    if (known) this.#heard.set(name, { ...known, run: '' });
  }

  /** The highest number of those that a run's host has told and that have come. */
  serial(run: string): number {
    return [...this.#heard.values()].reduce((most, news) => (news.run === run ? Math.max(most, news.serial) : most), 0);
  }

  /** What the lamps are to be told now. Only what this run says is believed; undefined: nothing is. */
  toTell(run: string | undefined): readonly ToLamp[] {
    return [...this.#heard].flatMap(([name, news]) => {
      const isKnown = news.run === run;
      const told = isKnown ? news.told : unknown(name, news.told);
      const text = isKnown ? JSON.stringify(told) : '';
      if (this.#shown.get(name) === text || !told) return [];
      this.#shown.set(name, text);
      return [{ name, told }];
    });
  }
}

/** What `hub-event` tells has words of its own for what nobody knows: a lamp takes no other back. */
const UNKNOWN_EVENTS: Readonly<Record<string, Told | undefined>> = {
  connection: { payload: 'connecting' },
  rehearsal: undefined,
};

/** The same state when nobody knows it, as `hub-watch` would tell it. */
function unknown(name: string, { hub }: Told): Told | undefined {
  if (hub === undefined && Object.hasOwn(UNKNOWN_EVENTS, name)) return UNKNOWN_EVENTS[name];
  return { payload: 'unknown', ...(hub !== undefined && { hub }) };
}
