import type { ButtonEvent } from '../../panels/mapping/button.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId } from '../base/dom.js';
import { commandText } from '../base/node-label.js';
import type { OperationNode } from '../base/node-types.js';
import { MAX_NAME_LENGTH } from '../base/poll-while-open.js';
import { type EditorNode, red } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { formatValue, words } from '../base/words.js';
import { faderPreview, type OwnSettings } from './fader-preview.js';
import { type ChosenControl, isFromControl } from './panel-sentence.js';

/** The settings of a dialog for its output, besides those that all dialogs have. */
export interface OutputSettings extends OwnSettings {
  /** A press is sent. */
  readonly sendsPress: boolean;
}

/**
 * Returns the function that finds the value that the node sends. The fields give the value of a fader, also on the curve. An
 * encoder, a button and a fader with soft takeover have the last value sent. If the node is not deployed with the fields that
 * Learn fills in, only a press has a value.
 */
export function outputPreview(isDeployed: () => boolean) {
  const faderValue = faderPreview();
  return (
    report: LastGestureReport | undefined,
    chosen: ChosenControl,
    { sendsPress, ...own }: OutputSettings,
  ): PanelOutput | undefined => {
    const gesture = report?.gesture && isFromControl(report.gesture, chosen) ? report.gesture : undefined;
    const isFader = chosen.kind === 'fader';
    const value = isFader ? faderValue(gesture, own) : undefined;
    const jumps = ['', 'jump'].includes(byId('node-input-takeover').value) || (own.choices ?? []).length > 0;
    if (isFader && jumps) return value === undefined ? undefined : { value };
    if (!gesture || !report) return undefined;
    if (isDeployed()) return report.out === undefined ? undefined : { value: report.out, did: report.did };
    return sendsPress ? { value: true, did: 'press', isPlanned: true } : undefined;
  };
}

/** A value that a panel node sends, or would send after a deploy. */
export interface PanelOutput {
  readonly value: unknown;
  /** The event of a button. */
  readonly did?: ButtonEvent | undefined;
  /** The node with these fields is not deployed. */
  readonly isPlanned?: boolean;
}

/** The value, and the commands of the wired nodes: `a press (true) → Play · News Show`. */
export const commandOf = (id: string, output: PanelOutput): string => outputText(output, targets(id, output.value));

/** A value and the command that it causes. */
export function outputText({ value, did, isPlanned }: PanelOutput, target: string): string {
  const text = formatValue(value).slice(0, MAX_NAME_LENGTH);
  const sent = did ? `${words(`panel.${did}`)} (${text})` : text;
  const command = `${sent} → ${target}`;
  return isPlanned ? words('panel.live.planned', { command }) : command;
}

function targets(id: string, value: unknown): string {
  const wired = wiredNodes(id);
  if (wired.length === 0) return words('panel.live.unwired');
  const labels = wired.filter((target) => actsOn(target, value)).map(labelOf);
  if (labels.length === 0) return words('panel.live.noCommand');
  return labels.join(', ');
}

const isOperationNode = (node: EditorNode): node is OperationNode => 'operation' in node && 'params' in node;

function labelOf(node: EditorNode): string {
  if (isOperationNode(node)) return commandText(node);
  // An output of a subflow is not a node, so it has no label.
  if (node.type === 'subflow') return words('panel.live.subflow');
  return (red.utils.getNodeLabel(node) || node.type).slice(0, MAX_NAME_LENGTH);
}

/** False if a trigger ignores this value, because of *Act on*. A panel sends no double press or hold of a device. */
function actsOn(node: EditorNode, value: unknown): boolean {
  if (!isOperationNode(node) || operationOf(node)?.kind !== 'trigger') return true;
  if (typeof value !== 'boolean' && typeof value !== 'number') return true;
  if (node.actOn === 'double' || node.actOn === 'hold') return false;
  return node.actOn === 'every' || Boolean(value) !== (node.actOn === 'inverted');
}

/** The wires to the outputs of a node. */
const OUTPUTS = 0;

/** The enabled nodes that a node is wired to, also through junctions. Each is listed once. */
function wiredNodes(id: string): readonly EditorNode[] {
  const found = new Set<EditorNode>();
  const visited = new Set<string>();
  const visit = (source: string): void => {
    if (visited.has(source)) return;
    visited.add(source);
    for (const { target } of red.nodes.getNodeLinks(source, OUTPUTS)) {
      if (target.type === 'junction') visit(target.id);
      else if (!target.d) found.add(target);
    }
  };
  visit(id);
  return [...found];
}
