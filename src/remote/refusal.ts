import type { Command } from './envelopes.js';
import { LONGEST_LIFE } from './topics.js';

/** The reasons for a refused command in the answer to its sender. */
export const REFUSALS = ['unreadable', 'retained', 'expired', 'future', 'tooMany', 'otherRun'] as const;

/** A duplicate gets no answer: the first arrival of the command has it. */
export type Refusal = (typeof REFUSALS)[number] | 'duplicate';

/** A command may arrive up to this time before it was sent, in ms, because clocks differ in speed. */
const EARLY_MS = 50;

export interface Arrival {
  readonly run: string;
  /** The steady clock of the host, in ms. */
  readonly now: number;
  /** The time since the command was sent, in ms. */
  readonly age: number;
  readonly retained: boolean;
  readonly handled: HandledIds;
}

/**
 * The reason to refuse a command, or undefined. Refused commands are also added to `handled`, because their sender is
 * informed that nothing was sent.
 */
export function refusalOf(
  { id, to, life }: Command,
  { run, now, age, retained, handled }: Arrival,
): Refusal | undefined {
  if (to !== run) return 'otherRun';
  const duplicate = handled.add(id, now + Math.min(life - age, LONGEST_LIFE), now);
  if (duplicate) return duplicate;
  if (retained) return 'retained';
  if (age >= life) return 'expired';
  return age < -EARLY_MS ? 'future' : undefined;
}

/** The ids of handled commands, until they expire. None of them is handled again. */
export class HandledIds {
  readonly #capacity: number;
  /** The time when each command expires, in ms. */
  readonly #until = new Map<string, number>();
  /** The time when the last command without a place expires. */
  #fullUntil = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Adds a command. Returns the reason if it must not be handled. All commands that have not expired are stored. After one
   * did not fit, all are refused until it has expired, because a duplicate of it would look like a new command.
   */
  add(id: string, until: number, now: number): 'duplicate' | 'tooMany' | undefined {
    if (this.#until.has(id)) return 'duplicate';
    if (now < this.#fullUntil || (this.#until.size >= this.#capacity && !this.#forgetOne(now))) {
      this.#fullUntil = Math.max(this.#fullUntil, until);
      return 'tooMany';
    }
    this.#until.set(id, until);
    return undefined;
  }

  /** Deletes only the oldest expired id, so that late duplicates of the others are still recognised. */
  #forgetOne(now: number): boolean {
    for (const [id, until] of this.#until) if (until <= now) return this.#until.delete(id);
    return false;
  }
}
