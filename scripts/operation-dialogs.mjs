/** The dialogs of the nodes with an operation: one template, and the differences in a table. */
import { readFileSync } from 'node:fs';
import { packageName, withParts } from './project.mjs';

const COMMAND = ['delivery', 'expiry', 'timeout'];
const PRESS = [...COMMAND, 'actOn', 'lockout', 'property', 'pressedIs', 'releasedIs'];
/** Of areas with updates that a newer one replaces. */
const UPDATES = [...PRESS, 'superseded'];

/** The first operation of a new node, and its fields besides those of the template. */
const NODES = {
  'engine-property': { operation: 'setProperty', fields: ['delivery', 'superseded', 'expiry', 'timeout'] },
  'engine-function': { operation: 'callFunction', fields: PRESS },
  'playout-item': { operation: 'pressItemButton', fields: UPDATES },
  launcher: { operation: 'launch', fields: [...PRESS, 'secondPress'] },
  'linear-play': { operation: 'playItem', fields: UPDATES },
  'newsroom-mos': { operation: 'updateMosObject', fields: UPDATES },
  graph: { operation: 'loadGraph', fields: [...PRESS, 'secondPress'] },
  batch: { operation: 'batch', fields: [...PRESS, 'output', 'failed'] },
  watch: { operation: 'getProperty', fields: ['interval', 'listChanges', 'path', 'onLoss'], color: '#a5c49f' },
};

/** The values of a new node. The other fields are blank. */
const VALUES = { secondPress: 'true', listChanges: 'true', output: "'all'", failed: "'error'", interval: "'1'" };

const definition = (field) =>
  `${field}: { value: ${VALUES[field] ?? "''"}, validate(v, opt) { return GraphicsHub.judge(this, '${field}', v); } },`;

const source = withParts(readFileSync('nodes/parts/operation.html', 'utf8'), 'nodes/parts');
const template = source.replaceAll('{{package}}', packageName);

/** The files of the package by the name of the node. Each is literal, because the Flow Library reads it as text. */
export const operationDialogs = Object.entries(NODES).map(([name, { operation, fields, color = '#8fa9b8' }]) => [
  name,
  template
    .replaceAll('{{name}}', name)
    .replace('{{color}}', color)
    .replace('{{operation}}', operation)
    .replace('// {{fields}}', fields.map(definition).join('\n        ')),
]);
