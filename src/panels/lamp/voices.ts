import type { State } from './state.js';
import type { Said } from './state-of.js';

/** How long a lamp tells that a command failed, in ms; nothing has changed by it, so the state before is still true. */
const FAILURE_MS = 3000;

/** Of more sources than this the one that has been silent longest is forgotten. */
const MOST_SOURCES = 200;

/** Whether what was said still counts. */
export interface Reading {
  /** Whether nothing was lost since it was read. */
  holds(): boolean;
  /** Of a read that failed: whether it still does. */
  fails?(): boolean;
}

/** What a source, or the end of a command, made known. */
interface Known {
  readonly state: State;
  readonly reading?: Reading | undefined;
}

interface Source extends Known {
  readonly at: number;
  /** It could not read how things are any more. */
  readonly lost?: true;
}

/** What was said to a lamp and still counts. All times in ms on one clock, whichever it is. */
export class Voices {
  readonly #urgency: readonly State[];
  readonly #silence: number;
  readonly #sources = new Map<string, Source>();
  /** What the last command did; the next source that speaks knows better. */
  #done: Known | undefined;
  #failedUntil = 0;
  /** Reads that failed, by the name of their source, where somebody can tell when they do no more. */
  readonly #failing = new Map<string, () => boolean>();
  #hub: 'lost' | 'connected' | undefined;
  /** The commands that wait for a second press; undefined: nobody has told of any. */
  #armed: Set<string> | undefined;

  /** `urgency`: all states, the most urgent first. Who says nothing for `silence` is not believed any more; 0: for ever. */
  constructor(urgency: readonly State[], silence: number) {
    this.#urgency = urgency;
    this.#silence = silence;
  }

  /** `reading`: whether it still counts; undefined: nobody can tell, so it does until something else is said. */
  hear(said: Said, now: number, reading?: Reading): void {
    const isOld = reading?.holds() === false;
    switch (said.from) {
      case 'source':
        // A message that was long on its way does not replace what was read since.
        if (isOld && this.#holds(said.name)) break;
        this.#done = undefined;
        this.#know(said.name, { state: said.state, at: now, reading });
        break;
      case 'lost':
        if (!reading?.fails) this.#know(said.name, { state: 'unknown', at: now, lost: true });
        else if (this.#failing.size < MOST_SOURCES) this.#failing.set(said.name, reading.fails);
        break;
      case 'hub':
        this.#hub = said.connected ? 'connected' : 'lost';
        if (!said.connected) this.#loseOthers();
        break;
      case 'command':
        this.#failedUntil = said.state === 'failed' ? now + FAILURE_MS : 0;
        if (said.state && said.state !== 'failed' && !isOld) this.#done = { state: said.state, reading };
        break;
      case 'guard':
        this.#armed ??= new Set();
        if (!said.armed) this.#armed.delete(said.name);
        else if (this.#armed.size < MOST_SOURCES) this.#armed.add(said.name);
        break;
    }
  }

  /** The most urgent of what counts; `unknown` where nothing does. */
  most(now: number): State {
    const states = new Set<State>();
    if (now < this.#failedUntil) states.add('failed');
    if (this.#hub === 'lost') states.add('unknown');
    if (this.#done) states.add(present(this.#done));
    if (this.#armed?.size) states.add('armed');
    for (const source of this.#sources.values())
      states.add(source.lost || this.#isStale(source.at, now) ? 'unknown' : present(source));
    for (const [name, fails] of this.#failing)
      if (fails()) states.add('unknown');
      else this.#failing.delete(name);
    // Whoever hears of nothing but the connection is a lamp of the connection, and of a guard one of the guard.
    if (states.size === 0 && this.#hub === 'connected') return 'available';
    if (states.size === 0 && this.#armed) return 'off';
    return this.#urgency.find((state) => states.has(state)) ?? 'unknown';
  }

  /** When something of this ends by itself; undefined: not before somebody speaks. */
  due(now: number): number | undefined {
    const ends = [...this.#sources.values()].map(({ at }) => at + this.#silence);
    const ahead = [this.#failedUntil, ...(this.#silence > 0 ? ends : [])].filter((end) => end > now);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }

  #holds = (name: string): boolean => this.#sources.get(name)?.reading?.holds() === true;

  #isStale = (at: number, now: number): boolean => this.#silence > 0 && now - at >= this.#silence;

  /** A hub is lost. Of a source with a reading that tells itself; any other must speak again. */
  #loseOthers(): void {
    for (const [name, source] of this.#sources) if (!source.reading) this.#sources.set(name, { ...source, lost: true });
    if (this.#done && !this.#done.reading) this.#done = { state: 'unknown' };
  }

  #know(name: string, source: Source): void {
    // Put in anew, so that the first of them is the one that has been silent longest.
    this.#sources.delete(name);
    const [oldest] = this.#sources.size < MOST_SOURCES ? [] : this.#sources.keys();
    if (oldest !== undefined) this.#sources.delete(oldest);
    this.#sources.set(name, source);
  }
}

const present = ({ state, reading }: Known): State => (reading && !reading.holds() ? 'unknown' : state);
