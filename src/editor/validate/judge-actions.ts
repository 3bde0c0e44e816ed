import { numberIn } from '../../base/numbers.js';
import { isCueNumber } from '../../cues/list.js';
import { ACTION, CONTROL, type SavedAction } from '../../saved/control.js';
import { isEnvironment } from '../../saved/environment.js';
import { describe } from '../../saved/field.js';
import {
  actionsInUse,
  type ControlNode,
  commandNodeOf,
  type DeskType,
  deskNodesOf,
  isCommandAction,
  isCueAction,
  isLookAction,
} from '../base/control-actions.js';
import { hubConfigOf } from '../base/hubs.js';
import { paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { hasOpposite, operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import { judgeField, judgeOperation } from './judge.js';
import { judgeParams } from './judge-params.js';
import type { Verdict } from './verdict.js';

const DESCRIPTION = describe(ACTION);

/** The saved fields of a control as a user fills them in. Without its name, it runs only for *Learn*. */
export const FINISHED_CONTROL = {
  ...CONTROL,
  fields: { ...CONTROL.fields, control: { ...CONTROL.fields.control, required: true } },
};

/** The fields of an action that need no hub. */
const FIELDS = [
  ...['on', 'does', 'lookOperation', 'look', 'cueOperation', 'cue', 'expiry', 'timeout', 'secondPress'],
] as const;

/** Validates the actions of a control. */
export function judgeActions(node: ControlNode, value: unknown): true | string[] {
  const actions = actionsInUse(node.kind, value);
  if (actions.length === 0) return [words('control.reasons.noAction')];
  const reasons = actions.flatMap((action) => reasonsOf(node, action));
  const gestures = actions.map(({ on }) => on || 'press');
  if (new Set(gestures).size < gestures.length) reasons.push(words('control.reasons.twice'));
  return reasons.length === 0 || reasons;
}

/** The reasons why an action cannot run. For a button, with its gesture. */
export function reasonsOf(node: ControlNode, action: SavedAction): readonly string[] {
  const fields = FIELDS.map((name) => judgeField(DESCRIPTION, {}, name, action[name]));
  const verdicts = verdictsOf(node, action);
  const reasons = [...fields, ...verdicts].filter((verdict) => verdict !== true);
  if (node.kind === 'fader' || node.kind === 'encoder') return reasons;
  const gesture = words(`control.choices.${action.on || 'press'}`);
  return reasons.map((reason) => words('control.reasons.action', { gesture, reason }));
}

function verdictsOf(node: ControlNode, action: SavedAction): Verdict[] {
  if (isLookAction(action))
    return [judgeDeskNode('hub-look', node, String(action.lookNode ?? '')), judgeLookName(String(action.look ?? ''))];
  if (!isCueAction(action)) return commandVerdicts(node, action);
  const isFixed = action.cueOperation === 'goto';
  return [
    judgeDeskNode('hub-cues', node, String(action.cuesNode ?? '')),
    !isFixed || judgeCueNumber(String(action.cue ?? '')),
  ];
}

function commandVerdicts(node: ControlNode, action: SavedAction): Verdict[] {
  const command = commandNodeOf(node, action);
  const params = judgeParams(command, operationOf(command)?.parameters ?? [], command.params);
  return [judgeOperation(command, command.operation), ...(params === true ? [] : params)];
}

/** True if a press can switch between its command and the one that ends it. */
export function canToggle(node: ControlNode, actions: unknown): boolean {
  const press = actionsInUse(node.kind, actions).find(({ on }) => (on || 'press') === 'press');
  if (!press || !isCommandAction(press) || node.kind === 'fader' || node.kind === 'encoder') return false;
  const command = commandNodeOf(node, press);
  const operation = operationOf(command);
  const value = operation?.latest ? paramOf(command.params, operation.latest) : undefined;
  if (value) return value.value === 'true' || (value.type === 'num' && Number(numberIn(value.value)) > 0);
  return operation !== undefined && hasOpposite(operation);
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

/** Validates the number of a cue. */
export const judgeCueNumber = (number: string): Verdict =>
  isCueNumber(number.trim()) || words('control.reasons.cueNumber');

/** Validates the name of a look. A message cannot give it. */
export const judgeLookName = (name: string): Verdict =>
  name.trim() !== '' || words('reasons.missing', { field: words('look.look') });
