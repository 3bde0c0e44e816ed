import type { ButtonEvent } from '../../panels/mapping/button.js';
import { formatValue } from '../base/format-value.js';
import { commandText } from '../base/node-label.js';
import type { OperationNode } from '../base/node-types.js';
import { type EditorNode, red } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { wiredNodes } from '../base/wired-nodes.js';
import { words } from '../base/words.js';
import { MAX_NAME_LENGTH } from './poll-while-open.js';

/** A value that a panel node sends, or would send after a deploy. */
export interface PanelOutput {
  readonly value: unknown;
  /** The event of a button. */
  readonly did?: ButtonEvent | undefined;
  /** The node with these fields is not deployed. */
  readonly isPlanned?: boolean;
}

/** The value, and the commands of the wired nodes: `a press (true) → Play · News Show`. */
export function commandOf(id: string, { value, did, isPlanned }: PanelOutput): string {
  const text = formatValue(value).slice(0, MAX_NAME_LENGTH);
  const sent = did ? `${words(`panel.${did}`)} (${text})` : text;
  const command = `${sent} → ${targets(id, value)}`;
  return isPlanned ? words('panel.seen.planned', { command }) : command;
}

function targets(id: string, value: unknown): string {
  const wired = wiredNodes(id);
  if (wired.length === 0) return words('panel.seen.unwired');
  const labels = wired.filter((target) => actsOn(target, value)).map(labelOf);
  if (labels.length === 0) return words('panel.seen.noCommand');
  return labels.join(', ');
}

const isOperationNode = (node: EditorNode): node is OperationNode => 'operation' in node && 'params' in node;

function labelOf(node: EditorNode): string {
  if (isOperationNode(node)) return commandText(node);
  // An output of a subflow is not a node, so it has no label.
  if (node.type === 'subflow') return words('panel.seen.subflow');
  return (red.utils.getNodeLabel(node) || node.type).slice(0, MAX_NAME_LENGTH);
}

/** False if a trigger ignores this value, because of *Act on*. A panel sends no double press or hold of a device. */
function actsOn(node: EditorNode, value: unknown): boolean {
  if (!isOperationNode(node) || operationOf(node)?.kind !== 'trigger') return true;
  if (typeof value !== 'boolean' && typeof value !== 'number') return true;
  switch (node.actOn || 'press') {
    case 'every':
      return true;
    case 'inverted':
      return !value;
    case 'double':
    case 'hold':
      return false;
    default:
      return Boolean(value);
  }
}
