import type { Command } from './envelopes.js';

/** A run without a heartbeat for this time has ended, in ms. A host sends one each second. */
const SILENCE_MS = 2000;

/** Maximum number of runs, and of commands for them. */
const MOST_RUNS = 16;
const MOST_COMMANDS = 1000;

/**
 * The commands for other runs of the host. A run that is alive carries them out and answers. Nobody carries out those for a
 * run that has ended, for example at a restart. All times are in ms on the steady clock.
 */
export class OtherRuns {
  /** The last heartbeat of each run. */
  readonly #heard = new Map<string, number>();
  #waiting: { readonly command: Command; readonly arrivedAt: number }[] = [];

  /** A run has sent a heartbeat. */
  heard(run: string, now: number): void {
    this.#heard.delete(run);
    this.#heard.set(run, now);
    const [oldest = ''] = this.#heard.keys();
    if (this.#heard.size > MOST_RUNS) this.#heard.delete(oldest);
  }

  wait(command: Command, now: number): void {
    if (this.#waiting.length < MOST_COMMANDS) this.#waiting.push({ command, arrivedAt: now });
  }

  /** The commands whose run was silent before and after their arrival. Each is returned once. */
  abandoned(now: number): Command[] {
    const isDue = (arrivedAt: number) => now - arrivedAt >= SILENCE_MS;
    const due = this.#waiting.filter(({ arrivedAt }) => isDue(arrivedAt));
    this.#waiting = this.#waiting.filter(({ arrivedAt }) => !isDue(arrivedAt));
    const lastBeat = ({ to }: Command) => this.#heard.get(to) ?? Number.NEGATIVE_INFINITY;
    return due
      .filter(({ command, arrivedAt }) => arrivedAt - lastBeat(command) > SILENCE_MS)
      .map(({ command }) => command);
  }
}
