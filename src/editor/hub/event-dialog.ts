import { EVENT } from '../../saved/event.js';
import { byId } from '../base/dom.js';
import { $, type EditorNode } from '../base/red.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { stayNeutral } from '../validate/show-verdict.js';

/** Fills the template of the dialog. */
export function openEvent(node: EditorNode): void {
  stayNeutral(node, byId('node-input-hub'));
  const input = (field: string) => byId(`node-input-${field}`);
  showSavedFields(EVENT, { input });
  const update = () => {
    byId('hub-file').hidden = input('file').value.trim() === '';
  };
  $(input('file')).on('change keyup input', update);
  update();
}
