import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';
import { byId } from '../base/dom.js';
import { isFresh } from '../base/fresh.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { judgeHub } from '../validate/operation.js';
import { explain, stayNeutral } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';

/** A field of the event node that can be wrong. */
type EventField = 'hub' | 'maxSize' | 'keep';

const FIELDS: readonly EventField[] = ['hub', 'maxSize', 'keep'];

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

/** Makes the dialog of the event node out of its template. */
export function openEvent(node: EditorNode): void {
  if (isFresh(node)) stayNeutral(byId('node-input-hub'));
  const input = (field: EventField | 'file') => byId(`node-input-${field}`);
  for (const field of FIELDS) explain(input(field), () => judgeEvent(field, input(field).value));
  const update = () => {
    byId('hub-file').hidden = input('file').value.trim() === '';
  };
  $(input('file')).on('change keyup input', update);
  update();
}
