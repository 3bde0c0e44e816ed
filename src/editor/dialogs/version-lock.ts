import { byId, element } from '../base/dom.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { judgeVersion } from '../validate/judge-version.js';

/** The function that fills the dialog of a node, except for a node of another version. Its dialog is locked. */
export const unlessLocked =
  <Node extends EditorNode>(open: (node: Node) => void) =>
  (node: Node): void => {
    const verdict = judgeVersion(node.version);
    if (verdict === true) open(node);
    else lock(node, verdict);
  };

/** Removes all fields of the dialog, so that *Done* saves nothing, and shows the reason. */
function lock({ type }: EditorNode, reason: string): void {
  // The dialog of a hub can be open on top of the dialog of a node.
  const form = byId(type === 'hub-config' ? 'node-config-input-name' : 'node-input-name').closest('form');
  if (!form) throw new Error('The dialog has no form');
  $(form).empty();
  form.append(element('div', { class: 'hub-banner', role: 'status' }, `${reason}. ${words('editor.locked')}`));
}
