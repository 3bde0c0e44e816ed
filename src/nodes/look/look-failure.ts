import type { Hub } from '../../hub/hub.js';
import { partDone } from '../../hub/queue/incomplete.js';
import { HubError } from '../../hub/wire/errors.js';
import { failedEntries, type LookEntry, outcomeOf } from '../../looks/entries.js';
import { listed, textOf } from '../../looks/look.js';
import { journalFailure } from '../registry/journal-failure.js';

/** For values that failed in several ways. */
const CODES = { unknown: 'HUB_FAULT', refused: 'HUB_REJECTED', 'not-sent': 'HUB_NOT_FOUND' } as const;

/** The values that were not set, as one error. Undefined if all were. */
export function entriesError(entries: readonly LookEntry[]): HubError | undefined {
  const outcome = outcomeOf(entries);
  if (outcome === 'done' || outcome === 'superseded' || outcome === 'rehearsal') return undefined;
  const failed = failedEntries(entries);
  const names = failed.map((entry) => `${textOf(entry)} (${entry.outcome})`);
  const [first, ...others] = failed.map(({ code = 'HUB_NOT_FOUND' }) => code);
  const isOne = others.every((code) => code === first);
  const code = isOne && first ? first : CODES[outcome];
  const statusCode = isOne ? failed[0]?.statusCode : undefined;
  return new HubError(code, { sentence: partDone(entries), left: listed(names), statusCode }, { outcome });
}

/** Adds a recall that failed before its first value to the journal. `node`: the editor id of the pressed node. */
export const journalRecall = (hub: Hub, name: string, failure: HubError, node: string): void =>
  journalFailure(hub, { does: 'recall', name, since: 0 }, failure, node);
