/** The functions that the HTML of the nodes calls, as the global `GraphicsHub`. */

export { nodeLabel } from './base/node-label.js';
export { chooseOnlyHub } from './base/only-hub.js';
export { openEvent } from './dialogs/event-dialog.js';
export { openHub, saveHub } from './dialogs/hub-dialog.js';
export { lampLabel, openLamp, saveLamp } from './dialogs/lamp-dialog.js';
export { openOperation, saveOperation } from './dialogs/operation-dialog.js';
export { openPanel, panelLabel, savePanel } from './dialogs/panel-dialog.js';
export { openRemote, remoteLabel, remoteOutput } from './dialogs/remote-dialog.js';
export { judgeEvent } from './validate/judge-event.js';
export { judgeConfig } from './validate/judge-hub.js';
export { judgeLamp } from './validate/judge-lamp.js';
export { judgeField } from './validate/judge-operation.js';
export { judgePanel } from './validate/judge-panel.js';
export { judgeRemote } from './validate/judge-remote.js';
