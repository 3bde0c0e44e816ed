import { byId } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import { $, type EditorNode } from '../base/red.js';
import { type EventField, judgeEvent } from '../validate/judge-event.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';

const FIELDS: readonly EventField[] = ['hub', 'maxSize', 'oldFiles'];

/** Fills the template of the dialog. */
export function openEvent(node: EditorNode): void {
  if (isNeverEdited(node)) stayNeutral(byId('node-input-hub'));
  const input = (field: EventField | 'file') => byId(`node-input-${field}`);
  for (const field of FIELDS) showVerdict(input(field), (value) => judgeEvent(field, value));
  const update = () => {
    byId('hub-file').hidden = input('file').value.trim() === '';
  };
  $(input('file')).on('change keyup input', update);
  update();
}
