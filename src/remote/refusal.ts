import type { Command } from './envelopes.js';
import { WORST_MS } from './host-clock.js';
import type { Seen } from './seen.js';

/** Why a host does not carry out a command, as it tells its sender. */
export const REFUSALS = ['unreadable', 'retained', 'expired', 'future', 'tooMany'] as const;

/** Of what another host is to do, and of what came already, the answer is none of this arrival's. */
export type Refusal = (typeof REFUSALS)[number] | 'otherRun' | 'seen';

/** The host's side when a command arrives. `now` in ms since the epoch. */
export interface Arrival {
  readonly run: string;
  readonly now: number;
  readonly retained: boolean;
  readonly seen: Seen;
}

/** Why a command is not carried out; undefined: it is, once. */
export function refusalOf({ id, to, at, life }: Command, { run, now, retained, seen }: Arrival): Refusal | undefined {
  if (retained) return 'retained';
  if (to !== run) return 'otherRun';
  if (now - at >= life) return 'expired';
  if (at - now > WORST_MS) return 'future';
  return seen.refusal(id, at + life, now);
}
