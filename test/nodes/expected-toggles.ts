import type { Key } from './expected-keys.js';

/** A second press in an unknown state counts within this time, in ms. */
const [EARLIEST_MS, LATEST_MS] = [500, 3000];

interface Toggle {
  /** The directions of the presses whose commands have not ended. */
  readonly pending: boolean[];
  /** The time of the press that only asked. */
  askedAt: number;
  /** After a press that nobody can foresee, in ms. */
  unsureUntil: number;
  /** The presses that certainly play or take out, and those that may. */
  readonly certain: Record<'play' | 'out', number>;
  readonly possible: Record<'play' | 'out', number>;
}

/** What a technician expects of keys that toggle: the opposite of what the key shows, and a question if it shows nothing. */
export class Toggles {
  readonly #toggles = new Map<string, Toggle>();

  /** Its control starts, and knows nothing of earlier presses. */
  restart({ id, toggle }: Key): void {
    if (!toggle) return;
    const none = () => ({ play: 0, out: 0 });
    const never = Number.NEGATIVE_INFINITY;
    const { certain, possible } = this.#toggles.get(id) ?? { certain: none(), possible: none() };
    this.#toggles.set(id, { pending: [], askedAt: never, unsureUntil: never, certain, possible });
  }

  /** `light`: what the key shows. `any`: nobody sees it, and its state may be known or not. */
  press({ id }: Key, now: number, light: boolean | undefined | 'any'): void {
    const toggle = this.#toggles.get(id) as Toggle;
    const { pending, certain, possible } = toggle;
    if (light === 'any' || now < toggle.unsureUntil) {
      toggle.unsureUntil = Math.max(toggle.unsureUntil, now + LATEST_MS);
      for (const does of ['play', 'out'] as const) possible[does] += 1;
      return;
    }
    if (light === undefined) {
      const since = now - toggle.askedAt;
      if (since < EARLIEST_MS) return;
      if (since > LATEST_MS) {
        toggle.askedAt = now;
        return;
      }
    }
    toggle.askedAt = Number.NEGATIVE_INFINITY;
    const isPlay = light === undefined || !(pending.at(-1) ?? light);
    const does = isPlay ? 'play' : 'out';
    pending.push(isPlay);
    certain[does] += 1;
    possible[does] += 1;
  }

  /** True if a command of the key may be under way. */
  isBusy({ id }: Key, now: number): boolean {
    const { pending = [], unsureUntil = now } = this.#toggles.get(id) ?? {};
    return pending.length > 0 || now < unsureUntil;
  }

  /** The time of a press that only asked, if a second one still counts. */
  askedAt({ id }: Key, now: number): number | undefined {
    const { askedAt = Number.NEGATIVE_INFINITY } = this.#toggles.get(id) ?? {};
    return now - askedAt <= LATEST_MS ? askedAt : undefined;
  }

  ended(id: string): void {
    this.#toggles.get(id)?.pending.shift();
  }

  /** True for the count of a command of a toggle. */
  counts(name: string): boolean {
    const [id = '', does = ''] = name.split(' ');
    return this.#toggles.has(id) && ['play', 'out'].includes(does);
  }

  check(done: ReadonlyMap<string, number>): void {
    for (const [id, { certain, possible }] of this.#toggles)
      for (const act of ['play', 'out'] as const) {
        const count = done.get(`${id} ${act}`) ?? 0;
        if (count < certain[act] || count > possible[act])
          throw new Error(`${id} does ${act} ${count} times, not ${certain[act]} to ${possible[act]}`);
      }
  }
}
