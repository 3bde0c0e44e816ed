import type { Beat, Command } from './envelopes.js';

/** A host that was not heard for so many ms is not there any more. */
export const SILENCE_MS = 3000;

/** Clocks that differ by more ms are not those of one house. */
export const WORST_MS = 500;

/** The difference is the least of so many beats: what a beat took on its way only adds to it. */
const BEATS = 5;

/** So many runs that were followed by another are remembered. */
const MOST_RUNS = 16;

/** Two clocks, in ms: that of the wall, which may be set, and one that only goes on. */
export interface Times {
  readonly wall: number;
  readonly steady: number;
}

/** What a panel knows of the host's run and clock, by its beats. Only live beats tell: never those that a broker kept. */
export class HostClock {
  #run: string | undefined;
  readonly #left: string[] = [];
  /** Own time less that of each beat: by the wall, and by the clocks that are never set. */
  #walls: number[] = [];
  #steadies: number[] = [];
  /** Whether the host counts on its steady clock. */
  #isSteady = false;
  /** When the host lived for certain, on the steady clock. */
  #heard = Number.NEGATIVE_INFINITY;

  hear({ run, at, steady: theirs = at, digests }: Beat, { wall, steady }: Times): void {
    if (run !== this.#run && !this.#follow(run, steady)) return;
    this.#isSteady = digests !== undefined;
    this.#walls = [...this.#walls, wall - at].slice(-BEATS);
    this.#steadies = [...this.#steadies, steady - theirs].slice(-BEATS);
    // A beat that was long on its way tells of a host that lived then.
    const age = steady - theirs - Math.min(...this.#steadies);
    this.#heard = Math.max(this.#heard, steady - age);
  }

  /** The broker says that the host is gone, or it says so itself. */
  gone(): void {
    this.#heard = Number.NEGATIVE_INFINITY;
  }

  /** The run of a host that lives; undefined: none is heard. */
  run(steady: number): string | undefined {
    return steady - this.#heard < SILENCE_MS ? this.#run : undefined;
  }

  /** How far this clock is ahead of the host's, in ms; negative: behind it. */
  get difference(): number {
    return this.#walls.length === 0 ? 0 : Math.min(...this.#walls);
  }

  /** The host's present time, as a command tells it. No clock that is set meanwhile makes a command younger. */
  stamp({ wall, steady }: Times): Pick<Command, 'at' | 'steady'> {
    const theirs = steady - Math.min(...this.#steadies);
    return this.#isSteady ? { at: wall - this.difference, steady: theirs } : { at: theirs };
  }

  /** Of two hosts at once the later one counts, so that a panel does not go from one to the other and back. */
  #follow(run: string, steady: number): boolean {
    if (this.run(steady) !== undefined && this.#left.includes(run)) return false;
    if (this.#run !== undefined) this.#left.push(this.#run);
    this.#left.splice(0, this.#left.length - MOST_RUNS);
    this.#run = run;
    this.#walls = [];
    this.#steadies = [];
    this.#heard = Number.NEGATIVE_INFINITY;
    return true;
  }
}
