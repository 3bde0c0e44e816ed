import { byId } from '../base/dom.js';
import { isFresh } from '../base/fresh.js';
import { $, type EditorNode } from '../base/red.js';
import { type EventField, judgeEvent } from '../validate/event.js';
import { explain, stayNeutral } from '../validate/show-verdict.js';

const FIELDS: readonly EventField[] = ['hub', 'maxSize', 'keep'];

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
