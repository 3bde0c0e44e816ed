import type { Heartbeat } from './envelopes.js';

/** A host without a heartbeat for this time counts as offline, in ms. */
export const HOST_TIMEOUT_MS = 3000;

/** If the clocks differ by more, a panel sends nothing, in ms. */
export const MAX_DIFFERENCE_MS = 500;

/** The difference is the minimum over this many heartbeats, because the time on the network only adds to it. */
const HEARTBEATS = 5;

/** Maximum number of former runs. */
const MOST_RUNS = 16;

/** The wall clock, which may be set, and a steady clock, which is never set. Both in ms. */
export interface Times {
  readonly wall: number;
  readonly steady: number;
}

/** The run and the clock of the host, from its heartbeats. Retained heartbeats must not be passed in. */
export class HostClock {
  #run: string | undefined;
  readonly #formerRuns: string[] = [];
  /** Own time minus the time of each heartbeat. */
  #wallDifferences: number[] = [];
  #steadyDifferences: number[] = [];
  /** The last time when the host was certainly running, on the steady clock. */
  #aliveAt = Number.NEGATIVE_INFINITY;

  receive({ run, at, steady: hostSteady }: Heartbeat, { wall, steady }: Times): void {
    if (run !== this.#run && !this.#follow(run, steady)) return;
    this.#wallDifferences = [...this.#wallDifferences, wall - at].slice(-HEARTBEATS);
    this.#steadyDifferences = [...this.#steadyDifferences, steady - hostSteady].slice(-HEARTBEATS);
    // A delayed heartbeat only shows that the host ran when it was sent.
    const age = steady - hostSteady - Math.min(...this.#steadyDifferences);
    this.#aliveAt = Math.max(this.#aliveAt, steady - age);
  }

  /** The will of the host has arrived. */
  markGone(): void {
    this.#aliveAt = Number.NEGATIVE_INFINITY;
  }

  /** The run of the host, or undefined if it is offline. */
  run(steady: number): string | undefined {
    return steady - this.#aliveAt < HOST_TIMEOUT_MS ? this.#run : undefined;
  }

  /** The own wall clock minus that of the host, in ms. */
  get difference(): number {
    return this.#wallDifferences.length === 0 ? 0 : Math.min(...this.#wallDifferences);
  }

  /** The present time on the steady clock of the host, for a command. A set clock must not make it younger. */
  hostSteady = (steady: number): number => steady - Math.min(...this.#steadyDifferences);

  /** With two hosts at once the later one counts, so a panel does not switch back and forth. */
  #follow(run: string, steady: number): boolean {
    if (this.run(steady) !== undefined && this.#formerRuns.includes(run)) return false;
    if (this.#run !== undefined) this.#formerRuns.push(this.#run);
    this.#formerRuns.splice(0, this.#formerRuns.length - MOST_RUNS);
    this.#run = run;
    this.#wallDifferences = [];
    this.#steadyDifferences = [];
    return true;
  }
}
