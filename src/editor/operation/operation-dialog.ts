import { byId } from '../base/dom.js';
import type { OperationNode } from '../base/node-types.js';
import { offerRenames } from '../picking/renames.js';
import { registerOperationSelect } from '../validate/judge-node.js';
import { judgeHub } from '../validate/judge-references.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { OperationFields } from './operation-fields.js';

const dialogs = new WeakMap<OperationNode, OperationFields>();

/** Fills the dialog of an area node below its name and hub. */
export function openOperation(node: OperationNode): void {
  const container = byId<HTMLDivElement>('hub-operation');
  const hub = byId<HTMLSelectElement>('node-input-hub');
  stayNeutral(node, container);
  const fields = new OperationFields(node, { container, hub });
  registerOperationSelect(node, fields.select);
  showVerdict(hub, judgeHub);
  dialogs.set(node, fields);
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveOperation(node: OperationNode): void {
  const fields = dialogs.get(node);
  if (!fields) return;
  Object.assign(node, fields.fieldsToSave());
  offerRenames(fields.renames());
}
