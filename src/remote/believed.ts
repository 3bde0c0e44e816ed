import { digestsOf, groupOf } from './digests.js';
import type { StateNews, Told } from './envelopes.js';
import { MOST_STATES, Room } from './room.js';
import { unknownOf } from './told.js';

/** What a lamp is to be told now, and by which name it knows it. */
export interface ToLamp {
  readonly name: string;
  readonly told: Told;
}

/** Text takes less memory than the objects in it, and is compared at once. */
interface Heard {
  readonly run: string;
  readonly serial: number;
  /** What a lamp gets, as JSON; undefined: it was too large to be kept. */
  readonly value: string | undefined;
  readonly unknown: string;
}

/** What a panel has heard of how things are, and what of it its lamps were told. */
export class Believed {
  readonly #heard = new Map<string, Heard>();
  readonly #room = new Room();
  /** What the lamps were told last, and what they get when it is not known any more. */
  readonly #shown = new Map<string, { readonly value: string; readonly unknown: string }>();
  /** Names of which lamps may have to be told. */
  readonly #changed = new Set<string>();
  readonly #tooMuch = new Set<string>();
  /** The run whose beat was compared last, and the groups that did not agree with it. */
  #run: string | undefined;
  #lacking: ReadonlySet<number> = new Set();
  /** The run that lamps were told of last. */
  #live: string | undefined;

  /** Names of the host's states that are not kept, since they or all together are too large; at most 500 of them. */
  get tooMuch(): ReadonlySet<string> {
    return this.#tooMuch;
  }

  hear(name: string, { run, serial, told }: StateNews): void {
    const last = this.#heard.get(name);
    if (last?.run === run && last.serial >= serial) return;
    const value = JSON.stringify(told);
    const isCurrent = run === this.#run;
    if (isCurrent && !this.#fits(name, value)) this.#forgetOtherRuns(run);
    if (this.#fits(name, value)) this.#keep(name, { run, serial, told }, value);
    else if (isCurrent) this.#exceeds(name, { run, serial, told });
    // It may be of an earlier run. If it is not, the next beat does not agree, and it comes again.
    else this.forget(name);
  }

  /** Nobody tells of it any more: what the broker kept was deleted. */
  forget(name: string): void {
    this.#heard.delete(name);
    this.#room.free(name);
    this.#tooMuch.delete(name);
    this.#changed.add(name);
  }

  /**
   * Compares what was heard with a beat, and drops what the host does not have. Returns the groups that do not agree:
   * their states are dropped as well, and are unknown until a later beat agrees.
   */
  compare(run: string, digests: readonly string[]): readonly number[] {
    if (run !== this.#run) this.#tooMuch.clear();
    this.#run = run;
    for (const name of this.#shown.keys())
      if (!this.#heard.has(name) && !this.#changed.has(name)) this.#shown.delete(name);
    this.#forgetOtherRuns(run);
    const own = digestsOf([...this.#heard].map(([name, { serial }]) => [name, serial]));
    this.#lacking = new Set(own.flatMap((digest, group) => (digest === digests[group] ? [] : [group])));
    for (const name of this.#heard.keys()) {
      this.#changed.add(name);
      if (this.#lacking.has(groupOf(name))) this.forget(name);
    }
    return [...this.#lacking];
  }

  /** What the lamps are to be told now. Only what this run says is believed; undefined: nothing is. */
  toTell(run: string | undefined): readonly ToLamp[] {
    if (run !== this.#live) for (const name of this.#heard.keys()) this.#changed.add(name);
    this.#live = run;
    const names = [...this.#changed];
    this.#changed.clear();
    return names.flatMap((name) => {
      const heard = this.#heard.get(name);
      const unknown = heard?.unknown ?? this.#shown.get(name)?.unknown;
      if (unknown === undefined) return [];
      const value = (heard && this.#isTrue(name, heard) && heard.value) || unknown;
      if (this.#shown.get(name)?.value === value) return [];
      this.#shown.set(name, { value, unknown });
      return [{ name, told: JSON.parse(value) as Told }];
    });
  }

  /** Whether a live host has published it as its last value. */
  #isTrue = (name: string, { run }: Heard): boolean =>
    run === this.#live && run === this.#run && !this.#lacking.has(groupOf(name));

  #hasPlace = (name: string): boolean => this.#heard.has(name) || this.#heard.size < MOST_STATES;

  #fits = (name: string, value: string): boolean => this.#hasPlace(name) && this.#room.take(name, value);

  #exceeds(name: string, news: StateNews): void {
    if (this.#tooMuch.size < MOST_STATES) this.#tooMuch.add(name);
    if (this.#hasPlace(name)) this.#keep(name, news, undefined);
  }

  #keep(name: string, { run, serial, told }: StateNews, value: string | undefined): void {
    this.#heard.set(name, { run, serial, value, unknown: JSON.stringify(unknownOf(name, told)) });
    this.#changed.add(name);
    if (value !== undefined) this.#tooMuch.delete(name);
  }

  #forgetOtherRuns(run: string): void {
    for (const [name, heard] of this.#heard) if (heard.run !== run) this.forget(name);
  }
}
