import { partDone } from '../../hub/queue/incomplete.js';
import { HubError } from '../../hub/wire/errors.js';
import { failedEntries, type LookEntry, outcomeOf } from '../../looks/entries.js';
import { listed, textOf } from '../../looks/look.js';
import { StoredError } from '../../stored/stored-error.js';

/** An error of a stored file as a HubError. All others stay as they are. */
export function fileError(error: unknown, path: string): unknown {
  if (error instanceof StoredError)
    return new HubError('BAD_INPUT', { sentence: `stored_${error.problem}`, path, ...error.facts });
  const { code, message } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && error instanceof Error && !(error instanceof HubError)
    ? new HubError('BAD_INPUT', { sentence: 'stored_disk', path, reason: message })
    : error;
}

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
