import { escapeReferences } from '../../base/display.js';
import { isObject } from '../../base/values.js';
import type { SavedAction } from '../../saved/control.js';
import { stepLockout } from '../../saved/operation.js';
import type { SavedParams } from '../../saved/param.js';
import { hubConfigOf, hubSuffix } from './hubs.js';
import { commandText, lookText, shortCommandText } from './node-label.js';
import type { ControlNode, OperationNode } from './node-types.js';
import { allNodes, type EditorNode, red } from './red.js';
import { pagesOf, surfaceConfigOf } from './surfaces.js';
import { findOperation } from './table.js';
import { words } from './words.js';

/** The saved actions. A flow written by hand may have any value. */
export const savedActions = (actions: unknown): SavedAction[] =>
  Array.isArray(actions) ? actions.filter(isObject) : [];

/** True for a kind of control that moves a property. */
export const isMoved = (kind: string | undefined): boolean => kind === 'fader' || kind === 'encoder';

/** The actions that run: of a fader or an encoder, only the first one. */
export const actionsInUse = (kind: string | undefined, actions: unknown): SavedAction[] =>
  savedActions(actions).slice(0, isMoved(kind) ? 1 : undefined);

export const isLookAction = ({ does }: SavedAction): boolean => does === 'look';

export const isCueAction = ({ does }: SavedAction): boolean => does === 'cue';

export const isPageAction = ({ does }: SavedAction): boolean => does === 'page';

/** The lockout of a new control whose actions were chosen. A second tap on a key that goes one step further would skip one. */
export const newLockout = (kind: string, [first]: readonly SavedAction[], present = ''): string =>
  stepLockout(present, kind === 'button' && first !== undefined && advances(first));

function advances(action: SavedAction): boolean {
  if (isCueAction(action)) return (action.cueOperation || 'go') === 'go';
  return isPageAction(action) || (isCommandAction(action) && findOperation(action.operation)?.advances === true);
}

export const isCommandAction = ({ does }: SavedAction): boolean => (does || 'command') === 'command';

/** The command of an action as a node of its own, as the code for command nodes takes it. */
export const commandNodeOf = (node: ControlNode, action: SavedAction): OperationNode => ({
  ...{ id: node.id, type: node.type, ...(node.z !== undefined && { z: node.z }), hub: node.hub, name: '' },
  operation: String(action.operation ?? ''),
  params: (action.params ?? {}) as SavedParams,
  expiry: action.expiry ?? '',
  timeout: action.timeout ?? '',
  ...(action.secondPress !== undefined && { secondPress: action.secondPress }),
});

/** An action as text, for example `Play item · News Show › Anchor → program`. */
export const actionText = (node: ControlNode, action: SavedAction): string => textOf(node, action, commandText);

/** The label of a control without a name: the thing of its first action and its key, e.g. `Anchor › In · key 3`. */
export function controlLabel(node: ControlNode): string {
  const [action] = actionsInUse(node.kind, node.actions);
  const { text, control } = node;
  const does = text ? escapeReferences(String(text)) : action && textOf(node, action, shortCommandText);
  const label = [does, escapeReferences(String(control ?? ''))].filter(Boolean).join(' · ');
  return label && label + hubSuffix(node);
}

function textOf(node: ControlNode, action: SavedAction, commandAsText: (command: OperationNode) => string): string {
  if (isPageAction(action)) return turnText(node, action);
  if (isCommandAction(action)) return commandAsText(commandNodeOf(node, action));
  if (!isCueAction(action))
    return lookText(words(`look.choices.${action.lookOperation || 'recall'}`), action.look ?? '');
  const does = words(`cues.choices.${action.cueOperation || 'go'}`);
  const text = escapeReferences(action.cueOperation === 'goto' ? `${does} ${action.cue ?? ''}` : does);
  // A node is chosen if the hub has several lists.
  const cues = action.cuesNode && red.nodes.node(action.cuesNode);
  return cues ? `${text} · ${red.utils.getNodeLabel(cues)}` : text;
}

/** The way to another page, or the name of the page. */
function turnText(node: ControlNode, { pageTurn = 'next', toPage }: SavedAction): string {
  const page = pagesOf(surfaceConfigOf(node.surface)).find(({ id }) => id === toPage);
  const turn = words(`surface.turns.${pageTurn}`);
  return pageTurn === 'goto' ? `${turn} ${escapeReferences(page?.name ?? '')}`.trim() : turn;
}

/** The nodes that have the looks or the cue list of an action. */
export type DeskType = 'hub-look' | 'hub-cues';

/** The nodes of a hub with its looks or with its cue lists. */
export const deskNodesOf = (type: DeskType, hub: string): readonly EditorNode[] =>
  allNodes().filter((each: EditorNode & { readonly hub?: string }) => {
    return each.type === type && !each.d && hubConfigOf(each, each.hub ?? '')?.id === hub;
  });
