/** What the html of the nodes calls, as the global `GraphicsHub`. */

export { nodeLabel } from './base/label.js';
export { chooseOnlyHub } from './base/only-hub.js';
export { openEvent } from './dialogs/event-dialog.js';
export { openHub, saveHub } from './dialogs/hub-dialog.js';
export { lampLabel, openLamp, saveLamp } from './dialogs/lamp-dialog.js';
export { openOperation, saveOperation } from './dialogs/operation-dialog.js';
export { openPanel, panelLabel, savePanel } from './dialogs/panel-dialog.js';
export { openRemote, remoteLabel, remoteOutput } from './dialogs/remote-dialog.js';
export { judgeEvent } from './validate/event.js';
export { judgeConfig } from './validate/hub.js';
export { judgeLamp } from './validate/lamp.js';
export { judgeField } from './validate/operation.js';
export { judgePanel } from './validate/panel.js';
export { judgeRemote } from './validate/remote.js';
