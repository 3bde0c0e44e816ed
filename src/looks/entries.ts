import type { HubError, Outcome } from '../hub/wire/errors.js';
import type { Absence } from './find-properties.js';
import type { PropertyName } from './look.js';

/** A value and its result. */
export interface LookEntry extends PropertyName {
  readonly value: unknown;
  /** `superseded`: a newer value of the property won. `missing` and the other absences: nothing was sent. */
  readonly outcome: 'done' | 'superseded' | 'rehearsal' | Outcome | Absence;
  readonly code?: HubError['code'];
  readonly statusCode?: number;
}

/** One outcome for all entries: the worst. A superseded value is not a failure. */
export function outcomeOf(entries: readonly LookEntry[]): 'done' | 'superseded' | 'rehearsal' | Outcome {
  const outcomes = new Set(entries.map(({ outcome }) => outcome));
  if (outcomes.has('unknown')) return 'unknown';
  if (outcomes.has('refused')) return 'refused';
  if (entries.some(({ outcome }) => !NO_FAILURES.includes(outcome))) return 'not-sent';
  if (outcomes.has('done') || entries.length === 0) return 'done';
  return outcomes.has('rehearsal') ? 'rehearsal' : 'superseded';
}

const NO_FAILURES: readonly LookEntry['outcome'][] = ['done', 'superseded', 'rehearsal'];

/** The entries of failed values. */
export const failedEntries = (entries: readonly LookEntry[]): LookEntry[] =>
  entries.filter(({ outcome }) => !NO_FAILURES.includes(outcome));
