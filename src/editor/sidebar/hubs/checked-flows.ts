import type { CheckedField } from '../../../recording/checked-field.js';
import { element } from '../../base/dom.js';
import type { OperationNode } from '../../base/node-types.js';
import { type EditorNode, red } from '../../base/red.js';
import { parameterName, words } from '../../base/words.js';
import { nodeName } from '../journal/journal-row.js';

/** The counts of a check of flows, as a sentence. */
export function flowSummary(fields: readonly CheckedField[]): string {
  const count = (verdict: CheckedField['verdict']) => fields.filter((field) => field.verdict === verdict).length;
  const counts = { missing: count('missing'), notChecked: count('notChecked'), unread: count('unread') };
  return words('sidebar.check.summary', { present: count('present'), ...counts });
}

/** The fields that the hub does not have, or that were not checked. */
export const flowRows = (fields: readonly CheckedField[]): HTMLElement[] =>
  fields.filter(({ verdict }) => verdict !== 'present').map(rowOf);

/** A problem as a button that shows its node. */
function rowOf(field: CheckedField): HTMLElement {
  const { nodeId, field: name, kind, value, label, verdict } = field;
  const thing = label && label !== value ? `${label} (${value})` : value;
  const sentence = words(`sidebar.check.${verdict}`, { field: parameterName(name, kind), thing });
  const button = element(
    'button',
    { type: 'button', class: 'hub-side-row', 'data-verdict': verdict },
    element('strong', {}, nodeName(nodeId)),
    element('span', {}, sentence),
  );
  button.addEventListener('click', () => red.view.reveal(nodeId));
  return button;
}

/** The nodes of a hub as the editor has them, deployed or not. */
export function nodesOf(hubId: string): object[] {
  const nodes: object[] = [];
  red.nodes.eachNode((node: EditorNode) => {
    const saved = node as Partial<OperationNode & { readonly properties: unknown }>;
    const { id, type, name, operation, params, properties, hub, d } = saved;
    if (hub === hubId) nodes.push({ id, type, name, operation, params, properties, hub, d });
  });
  return nodes;
}
