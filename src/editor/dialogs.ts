/** The functions that the HTML of the nodes calls, as the global `GraphicsHub`. */

import { byId, element } from './base/dom.js';
import { $, type EditorNode } from './base/red.js';
import { words } from './base/words.js';
import { openControl as openUnlockedControl } from './control/control-dialog.js';
import { openCues as openUnlockedCues } from './cues/cues-dialog.js';
import { openEvent as openUnlockedEvent } from './hub/event-dialog.js';
import { openHub as openUnlockedHub } from './hub/hub-dialog.js';
import { openRemote as openUnlockedRemote } from './hub/remote-dialog.js';
import { openLamp as openUnlockedLamp } from './lamp/lamp-dialog.js';
import { openLook as openUnlockedLook } from './looks/look-dialog.js';
import { openOperation as openUnlockedOperation } from './operation/operation-dialog.js';
import { openPanel as openUnlockedPanel } from './panel/panel-dialog.js';
import { openSurface as openUnlockedSurface } from './surface/surface-dialog.js';
import { judgeVersion } from './validate/judge.js';

export { controlLabel } from './base/control-actions.js';
export { chooseOnlyHub, hubSuffix } from './base/hubs.js';
export { nodeLabel } from './base/node-label.js';
export { measureStatusesOnce } from './base/status-widths.js';
export { chooseOnlySurface, surfaceLabel } from './base/surfaces.js';
export { saveControl } from './control/control-dialog.js';
export { cuesLabel, saveCues } from './cues/cues-dialog.js';
export { saveHub } from './hub/hub-dialog.js';
export { remoteLabel, remoteOutput } from './hub/remote-dialog.js';
export { lampLabel, saveLamp } from './lamp/lamp-dialog.js';
export { lookLabel, saveLook } from './looks/look-dialog.js';
export { saveOperation } from './operation/operation-dialog.js';
export { panelLabel, savePanel } from './panel/panel-dialog.js';
export { saveSurface } from './surface/surface-dialog.js';
export { judge } from './validate/judge-node.js';

/** The function that fills the dialog of a node, except for a node of another version. Its dialog is locked. */
const unlessLocked =
  <Node extends EditorNode>(open: (node: Node) => void) =>
  (node: Node): void => {
    const verdict = judgeVersion(node.version);
    if (verdict === true) open(node);
    else lock(node, verdict);
  };

const CONFIGS: readonly string[] = ['hub-config', 'hub-surface'];

/** Removes all fields of the dialog, so that *Done* saves nothing, and shows the reason. */
function lock({ type }: EditorNode, reason: string): void {
  // The dialog of a hub can be open on top of the dialog of a node.
  const form = byId(CONFIGS.includes(type) ? 'node-config-input-name' : 'node-input-name').closest('form');
  if (!form) throw new Error('The dialog has no form');
  $(form).empty();
  form.append(element('div', { class: 'hub-banner', role: 'status' }, `${reason}. ${words('editor.locked')}`));
}

export const openControl = unlessLocked(openUnlockedControl);
export const openCues = unlessLocked(openUnlockedCues);
export const openEvent = unlessLocked(openUnlockedEvent);
export const openHub = unlessLocked(openUnlockedHub);
export const openLamp = unlessLocked(openUnlockedLamp);
export const openLook = unlessLocked(openUnlockedLook);
export const openOperation = unlessLocked(openUnlockedOperation);
export const openPanel = unlessLocked(openUnlockedPanel);
export const openRemote = unlessLocked(openUnlockedRemote);
export const openSurface = unlessLocked(openUnlockedSurface);
