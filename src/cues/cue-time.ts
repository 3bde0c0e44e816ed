import { uptime } from 'node:os';
import { systemClock } from '../base/clock.js';

/**
 * The shortest sleep in ms that is noticed. Some systems count their uptime in whole seconds, so it seems to jump by up to a
 * second.
 */
const SHORTEST_MS = 1100;

/**
 * The time of cue lists in ms. It also counts the time that the computer slept, in which its timers stop. The time of day
 * does not matter: it jumps when somebody, or a time server, sets the clock.
 */
export class CueTime {
  readonly #now: () => number;
  readonly #uptime: () => number | undefined;
  /** The difference between the uptime, which counts a sleep, and the clock, which does not. */
  #offset: number | undefined;
  #slept = 0;

  /** The clock and the uptime of the computer, both in ms. */
  constructor(now: () => number, sinceStart = uptimeMs) {
    this.#now = now;
    this.#uptime = sinceStart;
    this.read();
  }

  /** The present time. */
  read(): number {
    const uptime = this.#uptime();
    const now = this.#now();
    const offset = uptime === undefined ? undefined : uptime - now;
    const jump = (offset ?? 0) - (this.#offset ?? offset ?? 0);
    this.#offset = offset;
    if (jump > SHORTEST_MS) this.#slept += Math.round(jump);
    return now + this.#slept;
  }
}

/** The uptime of the computer. Undefined: this system does not report it. */
function uptimeMs(): number | undefined {
  try {
    return uptime() * 1000;
  } catch {
    return undefined;
  }
}

/** The time of all lists of this Node-RED. It outlasts a deploy. */
export const cueTime = new CueTime(systemClock.now);
