import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';
import { words } from '../base/words.js';
import { judgeHub } from './judge-operation.js';
import type { Verdict } from './verdict.js';

export type EventField = 'hub' | 'maxSize' | 'oldFiles';

/** Validates a field of the event node. A blank number means the default. */
export function judgeEvent(field: EventField, value: unknown): Verdict {
  if (field === 'hub') return judgeHub(String(value ?? ''));
  if (value === '' || value === undefined || isEnvironment(value)) return true;
  if (field === 'maxSize') return isPositive(value) || wrong(field, words('allowed.positive'));
  const isCount = Number.isInteger(Number(value)) && isAtLeast(0, value);
  return isCount || wrong(field, words('allowed.integer_from', { minimum: 0 }));
}

const wrong = (field: EventField, allowed: string): string =>
  words('reasons.wrong', { field: words(`editor.${field}`), allowed });
