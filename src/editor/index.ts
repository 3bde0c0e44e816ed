/** What the html of the nodes calls, as the global `GraphicsHub`. */
export { judgeEvent, openEvent } from './event-dialog.js';
export { openHub, saveHub } from './hub-dialog.js';
export { judgeConfig } from './hub-reasons.js';
export { nodeLabel } from './label.js';
export { openOperation, saveOperation } from './operation-dialog.js';
export { judgeField } from './reasons.js';
