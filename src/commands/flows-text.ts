import { printableName } from '../base/display.js';
import type { CheckedField } from '../recording/checked-field.js';
import { fieldName, lines, text } from '../texts/report-texts.js';

/** A node of a flow file. */
export type FlowNode = Readonly<Record<string, unknown>>;

/** The fields of a flow that name nothing of the hub, or that could not be checked. */
export function flowsText(fields: readonly CheckedField[], flows: readonly FlowNode[]): string {
  const byId = new Map(flows.map((node) => [node.id, node]));
  const rows = (wanted: CheckedField['verdict']) =>
    fields.filter(({ verdict }) => verdict === wanted).map((field) => fieldText(field, byId));
  const present = fields.filter(({ verdict }) => verdict === 'present').length;
  return [
    lines('flows.missing', rows('missing')),
    lines('flows.unread', rows('unread')),
    lines('flows.notChecked', rows('notChecked')),
    `${text('flows.counts', { checked: fields.length, present })}\n`,
  ].join('');
}

/** Example: `Fader (Show): Property = Mixer//Opacity/0 (Opacity)`. */
function fieldText(
  { nodeId, nodeName, nodeType, field, kind, value, label }: CheckedField,
  byId: ReadonlyMap<unknown, FlowNode>,
): string {
  const flow = byId.get(byId.get(nodeId)?.z);
  const flowName = String(flow?.label || flow?.name || flow?.id || '');
  const place = flowName ? ` (${printableName(flowName)})` : '';
  const shownLabel = label && label !== value ? ` (${printableName(label)})` : '';
  return `${printableName(nodeName || nodeType)}${place}: ${fieldName(field, kind)} = ${printableName(value)}${shownLabel}`;
}
