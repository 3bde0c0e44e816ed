import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';
import { words } from '../base/words.js';
import { judgeHub } from './judge-operation.js';
import type { Verdict } from './verdict.js';

/** A field of the event node that can be wrong. */
export type EventField = 'hub' | 'maxSize' | 'keep';

/** Whether a field of the event node can be saved like this; a blank number means: as usual. */
export function judgeEvent(field: EventField, value: unknown): Verdict {
  if (field === 'hub') return judgeHub(String(value ?? ''));
  if (value === '' || value === undefined || isEnvironment(value)) return true;
  if (field === 'maxSize') return isPositive(value) || wrong(field, words('allowed.positive'));
  const isCount = Number.isInteger(Number(value)) && isAtLeast(0, value);
  return isCount || wrong(field, words('allowed.integer_from', { minimum: 0 }));
}

const wrong = (field: EventField, allowed: string): string =>
  words('reasons.wrong', { field: words(`editor.${field}`), allowed });
