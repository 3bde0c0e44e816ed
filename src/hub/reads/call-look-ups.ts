import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import type { Ledger } from '../lookup/ledger.js';
import { type LookUps, type Patience, RECENT_MS } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import { LAG_MS, NEXT_READ_MS } from '../watch/own-commands.js';
import type { Params } from '../wire/request.js';
import type { LookedUp, Read } from './read.js';
import type { Reads } from './reads.js';

/** A call during its turn. */
interface LookingUp {
  /** The start of the turn in the clock's ms. */
  readonly since: number;
  /** Waits for a look-up, at most until the patience is over. */
  wait(lookUp: () => Promise<void>, patience?: Patience): Promise<void>;
  /** The end of its expiry in the clock's ms. */
  readonly expiresAt: number;
  /** Until then, it waits for a description that has a replacement. After it, there must be time to send the call. */
  readonly patientUntil: number;
  /** True if only its look-ups are sent. */
  readonly isRehearsed: boolean;
  readonly lanes: readonly string[];
  /** The reads that its request relies on. New ones are added. */
  readonly usedReads: Read[];
}

/** The caches of a hub. */
interface Known {
  readonly reads: Reads;
  readonly ledger: Ledger;
  readonly clock: HubClock;
}

/** The look-ups of a call during its turn. */
export function lookUpsOf(call: LookingUp, { reads, ledger, clock }: Known): LookUps {
  const { since, wait, expiresAt, usedReads } = call;
  const common = { wait, until: expiresAt, used: new Map<Read, LookedUp>() };
  // A rehearsed fader reads once a second, because it sends no value that others could use.
  const usable = (maxAge: number) => (call.isRehearsed ? Math.max(maxAge, RECENT_MS) : maxAge);
  let readFrom = Math.max(...call.lanes.map((lane) => ledger.of(lane).changed));
  const used = (operation: OperationName, params: Params) => {
    const read = reads.of(operation, params);
    usedReads.push(read);
    return read;
  };
  return {
    get: (operation, params, maxAge = Number.POSITIVE_INFINITY) =>
      used(operation, params).lookUp({ ...common, since: since - usable(maxAge) }),
    describe: (operation, params, mayUse) => {
      const older = { until: call.patientUntil, mayUse };
      return used(operation, params).lookUp({ ...common, since: since - RECENT_MS, older });
    },
    tryGet: async (operation, params, maxAge, timeout) => {
      const from = Math.max(since - usable(maxAge), readFrom);
      try {
        return await reads.of(operation, params).lookUp({ ...common, since: from, timeout });
      } catch {
        return undefined;
      }
    },
    mayLag: async (operation, params) => {
      const remainingMs = reads.changedAt(operation, params) + LAG_MS - clock.now();
      if (remainingMs <= 0) return false;
      const until = clock.now() + Math.min(NEXT_READ_MS, remainingMs);
      await wait(() => new Promise(() => {}), { until, isOver: () => true, answered: new Signal() });
      readFrom = clock.now();
      return true;
    },
    lastSent: (lane) => ledger.lastSent(lane),
  };
}
