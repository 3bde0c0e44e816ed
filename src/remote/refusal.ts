import type { Command } from './envelopes.js';
import { type HandledIds, LONGEST_LIFE } from './handled-ids.js';

/** The reasons for a refused command in the answer to its sender. */
export const REFUSALS = ['unreadable', 'retained', 'expired', 'future', 'tooMany'] as const;

/** The last two reasons get no answer: another host, or the first arrival of the command, sends it. */
export type Refusal = (typeof REFUSALS)[number] | 'otherRun' | 'duplicate';

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
