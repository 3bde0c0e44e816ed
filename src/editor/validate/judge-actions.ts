import { oppositeValue } from '../../hub/table/opposites.js';
import { ACTION, CONTROL, type SavedAction } from '../../saved/control.js';
import { isEnvironment } from '../../saved/environment.js';
import {
  actionsInUse,
  commandNodeOf,
  type DeskType,
  deskNodesOf,
  isCommandAction,
  isCueAction,
  isLookAction,
  isMoved,
  isPageAction,
} from '../base/control-actions.js';
import { dialectOf, hubConfigOf } from '../base/hubs.js';
import { type ControlNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationOf, oppositeOf } from '../base/table.js';
import { words } from '../base/words.js';
import { judgeField, judgeOperation, type Verdict } from './judge.js';
import { judgeParams } from './judge-params.js';
import { judgePage } from './judge-references.js';

/** The saved fields of a control as a user fills them in. Without its name, it runs only for *Learn*. */
export const FINISHED_CONTROL = {
  ...CONTROL,
  fields: { ...CONTROL.fields, control: { ...CONTROL.fields.control, required: true } },
};

/** Validates the actions of a control. */
export function judgeActions(node: ControlNode, value: unknown): true | string[] {
  const actions = actionsInUse(node.kind, value);
  if (actions.length === 0) return [words('control.reasons.noAction')];
  const reasons = actions.flatMap((action) => reasonsOf(node, action));
  if (reasons.length > 0) return reasons;
  // Also the rows that are not in use, because the runtime reads them too.
  const verdict = judgeField(CONTROL, node, 'actions', value);
  return verdict === true || [verdict];
}

/** The reasons why an action cannot run. For a button, with its gesture. */
export function reasonsOf(node: ControlNode, action: SavedAction): readonly string[] {
  const fields = Object.keys(ACTION.fields).map((name) => judgeField(ACTION, action, name, Reflect.get(action, name)));
  const verdicts = verdictsOf(node, action);
  const reasons = [...fields, ...verdicts].filter((verdict) => verdict !== true);
  if (isMoved(node.kind)) return reasons;
  const gesture = words(`control.choices.${action.on || 'press'}`);
  return reasons.map((reason) => words('control.reasons.action', { gesture, reason }));
}

function verdictsOf(node: ControlNode, action: SavedAction): Verdict[] {
  if (isPageAction(action))
    return action.pageTurn === 'goto' ? [judgePage(node.surface, String(action.toPage ?? ''))] : [];
  if (isLookAction(action)) return [judgeDeskNode('hub-look', node, String(action.lookNode ?? ''))];
  return isCueAction(action)
    ? [judgeDeskNode('hub-cues', node, String(action.cuesNode ?? ''))]
    : commandVerdicts(node, action);
}

function commandVerdicts(node: ControlNode, action: SavedAction): Verdict[] {
  const command = commandNodeOf(node, action);
  const params = judgeParams(command, operationOf(command)?.parameters ?? [], command.params);
  return [judgeOperation(command, command.operation), ...(params === true ? [] : params)];
}

/** Validates the name of a look. */
export const judgeLookName = (name: string): Verdict => judgeField(ACTION, { does: 'look' }, 'look', name);

/** True if a press can switch between the command of the first action and the one that ends it. */
export function canToggle(node: ControlNode, actions: unknown): boolean {
  const [main] = actionsInUse(node.kind, actions);
  if (!main || !isCommandAction(main) || isMoved(node.kind)) return false;
  const command = commandNodeOf(node, main);
  const operation = operationOf(command);
  if (!operation) return false;
  const value = operation.latest && paramOf(command.params, operation.latest);
  if (value) return oppositeValue(value) !== undefined;
  return oppositeOf(operation, dialectOf(hubConfigOf(node, node.hub))) !== undefined;
}

/** Validates the toggle of a control. */
export const judgeToggle = (node: ControlNode, value: unknown): Verdict =>
  String(value) !== 'true' || canToggle(node, node.actions) || words('control.reasons.noToggle');

/** The sentences about the node of an action. */
const DESK_REASONS = {
  'hub-look': { gone: 'lookNodeGone', none: 'noLookNode', several: 'severalLookNodes' },
  'hub-cues': { gone: 'cuesNodeGone', none: 'noCuesNode', several: 'severalCuesNodes' },
} as const;

/** Validates the `hub-look` or the `hub-cues` of an action. Blank: the only one of its hub. */
export function judgeDeskNode(type: DeskType, node: Pick<ControlNode, 'z' | 'hub'>, id: string): Verdict {
  if (isEnvironment(id)) return true;
  const { gone, none, several } = DESK_REASONS[type];
  if (id !== '') return red.nodes.node(id)?.type === type || words(`control.reasons.${gone}`);
  const count = deskNodesOf(type, hubConfigOf(node, node.hub)?.id ?? '').length;
  return count === 1 || words(`control.reasons.${count === 0 ? none : several}`);
}
