import type { PublicOperation } from '../../hub/table/public-table.js';
import { CUES } from '../../saved/cues.js';
import { EVENT } from '../../saved/event.js';
import type { Description } from '../../saved/field.js';
import { HUB } from '../../saved/hub.js';
import { LAMP } from '../../saved/lamp.js';
import { LOOK } from '../../saved/look.js';
import { operationFields } from '../../saved/operation.js';
import { PANEL } from '../../saved/panel.js';
import { REMOTE } from '../../saved/remote.js';
import { SURFACE } from '../../saved/surface.js';
import { WATCH } from '../../saved/watch.js';
import type { ControlNode, OperationNode } from '../base/node-types.js';
import type { EditorNode } from '../base/red.js';
import { withDevice } from '../base/surfaces.js';
import { operationByName, operationOf } from '../base/table.js';
import { judgeField, judgeLookProperties, judgeOperation, judgeVersion } from './judge.js';
import { FINISHED_CONTROL, judgeActions, judgeToggle } from './judge-actions.js';
import { judgeList } from './judge-list.js';
import { judgeParams } from './judge-params.js';
import { isNoHub, judgePage } from './judge-references.js';

const selects = new WeakMap<OperationNode, HTMLSelectElement>();

/** Stores the select with which an open dialog shows the operation. */
export function registerOperationSelect(node: OperationNode, select: HTMLSelectElement): void {
  selects.set(node, select);
}

/** The operation in the open dialog, otherwise the saved one. */
function currentOperation(node: OperationNode): PublicOperation | undefined {
  const select = selects.get(node);
  return operationOf(select?.isConnected ? { ...node, operation: select.value } : node);
}

/** The descriptions by the type of the node. All others are nodes of an area. */
const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'hub-config': HUB,
  'hub-control': FINISHED_CONTROL,
  'hub-cues': CUES,
  'hub-event': EVENT,
  'hub-lamp': LAMP,
  'hub-look': LOOK,
  'hub-panel': PANEL,
  'hub-remote': REMOTE,
  'hub-surface': SURFACE,
  'hub-watch': WATCH,
};

/** Validates a saved field of a node, for `validate` in its HTML, also without a dialog. */
export function judge(saved: EditorNode, name: string, value: unknown): true | string | string[] {
  if (name === 'version') return judgeVersion(value);
  const node = saved.type === 'hub-control' ? withDevice(saved as ControlNode) : saved;
  if (name === 'page') return judgePage((node as ControlNode).surface, String(value ?? ''));
  if (name === 'toggle' && node.type === 'hub-control') {
    const verdict = judgeField(FINISHED_CONTROL, node, name, value);
    return verdict === true ? judgeToggle(node as ControlNode, value) : verdict;
  }
  if (name === 'list' && node.type === 'hub-cues') return judgeList(node, value);
  const description: Description = DESCRIPTIONS[node.type] ?? operationFields(currentOperation(node as OperationNode));
  switch (description.fields[name]?.kind) {
    case 'operation':
      return judgeOperation(node as OperationNode, String(value ?? ''));
    case 'rows':
      if (name === 'properties') return judgeLookProperties(node, value);
      if (name === 'actions') return judgeActions(node as ControlNode, value);
      return judgeField(description, node, name, value);
    case 'params': {
      const verdict = judgeField(description, node, name, value);
      return verdict === true ? judgeNodeParams(node as OperationNode, value as OperationNode['params']) : verdict;
    }
    default:
      return judgeField(description, node, name, value);
  }
}

function judgeNodeParams(node: OperationNode, params: OperationNode['params']): true | string[] {
  if (node.type !== 'hub-panel') return judgeParams(node, operationOf(node)?.parameters ?? [], params);
  return isNoHub(String(node.hub ?? '')) || judgeParams(node, operationByName('getProperty')?.parameters ?? [], params);
}
