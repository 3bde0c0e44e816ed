import { type Command, LONGEST_LIFE } from './envelopes.js';
import type { Seen } from './seen.js';

/** Why a host does not carry out a command, as it tells its sender. */
export const REFUSALS = ['unreadable', 'retained', 'expired', 'future', 'tooMany'] as const;

/** Of what another host is to do, and of what came already, the answer is none of this arrival's. */
export type Refusal = (typeof REFUSALS)[number] | 'otherRun' | 'seen';

/** A command may come this many ms before it was sent: no two clocks run at exactly the same speed. */
const EARLY_MS = 50;

/** The host's side when a command arrives, in ms: its steady clock, and how long ago the command was sent. */
export interface Arrival {
  readonly run: string;
  readonly now: number;
  readonly age: number;
  readonly retained: boolean;
  readonly seen: Seen;
}

/**
 * Why a command is not carried out; undefined: it is, once. A refused command is remembered as well, since its sender
 * is told that nothing was sent.
 */
export function refusalOf({ id, to, life }: Command, { run, now, age, retained, seen }: Arrival): Refusal | undefined {
  if (to !== run) return 'otherRun';
  const duplicate = seen.refusal(id, now + Math.min(life - age, LONGEST_LIFE), now);
  if (duplicate) return duplicate;
  if (retained) return 'retained';
  if (age >= life) return 'expired';
  return age < -EARLY_MS ? 'future' : undefined;
}
