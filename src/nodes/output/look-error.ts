import { HubError } from '../../hub/wire/errors.js';
import { failedEntries, type LookEntry, outcomeOf } from '../../looks/entries.js';
import { listed, textOf } from '../../looks/look.js';
import { LooksError } from '../../looks/looks-error.js';

/** An error of the file of the looks as a HubError. All others stay as they are. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof LooksError)
    return new HubError('BAD_INPUT', { sentence: `looks_${error.problem}`, path, ...error.facts });
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && error instanceof Error && !(error instanceof HubError)
    ? new HubError('BAD_INPUT', { sentence: 'looks_disk', path, reason: message })
    : error;
}

/** The values that were not set, as one error. Undefined if all were. */
export function entriesError(entries: readonly LookEntry[]): HubError | undefined {
  const outcome = outcomeOf(entries);
  if (outcome === 'done' || outcome === 'superseded' || outcome === 'rehearsal') return undefined;
  const failed = failedEntries(entries).map((entry) => `${textOf(entry)} (${entry.outcome})`);
  const code = outcome === 'unknown' ? 'HUB_FAULT' : outcome === 'refused' ? 'HUB_REJECTED' : 'HUB_NOT_FOUND';
  return new HubError(code, { sentence: 'halfDone', left: listed(failed) }, { outcome });
}
