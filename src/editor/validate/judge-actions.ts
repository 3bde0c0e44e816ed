import { ACTION, CONTROL, type SavedAction } from '../../saved/control.js';
import { isEnvironment } from '../../saved/environment.js';
import { describe } from '../../saved/field.js';
import { actionsInUse, type ControlNode, commandNodeOf, isLookAction, lookNodesOf } from '../base/control-actions.js';
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
const FIELDS = ['on', 'does', 'lookOperation', 'look', 'expiry', 'timeout', 'secondPress'] as const;

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
  const verdicts = isLookAction(action) ? lookVerdicts(node, action) : commandVerdicts(node, action);
  const reasons = [...fields, ...verdicts].filter((verdict) => verdict !== true);
  if (node.kind === 'fader' || node.kind === 'encoder') return reasons;
  const gesture = words(`control.choices.${action.on || 'press'}`);
  return reasons.map((reason) => words('control.reasons.action', { gesture, reason }));
}

const lookVerdicts = (node: ControlNode, action: SavedAction): Verdict[] => [
  judgeLookNode(node, String(action.lookNode ?? '')),
  judgeLookName(String(action.look ?? '')),
];

function commandVerdicts(node: ControlNode, action: SavedAction): Verdict[] {
  const command = commandNodeOf(node, action);
  const params = judgeParams(command, operationOf(command)?.parameters ?? [], command.params);
  return [judgeOperation(command, command.operation), ...(params === true ? [] : params)];
}

/** True if a press can switch between its command and the one that ends it. */
export function canToggle(node: ControlNode, actions: unknown): boolean {
  const press = actionsInUse(node.kind, actions).find(({ on }) => (on || 'press') === 'press');
  if (!press || isLookAction(press) || node.kind === 'fader' || node.kind === 'encoder') return false;
  const command = commandNodeOf(node, press);
  const operation = operationOf(command);
  const value = operation?.latest ? paramOf(command.params, operation.latest) : undefined;
  if (value) return value.value === 'true' || (value.type === 'num' && Number(value.value) > 0);
  return operation !== undefined && hasOpposite(operation);
}

/** Validates the toggle of a control. */
export const judgeToggle = (node: ControlNode, value: unknown): Verdict =>
  String(value) !== 'true' || canToggle(node, node.actions) || words('control.reasons.noToggle');

/** Validates the `hub-look` of an action. Blank: the only one of its hub. */
export function judgeLookNode(node: Pick<ControlNode, 'z' | 'hub'>, id: string): Verdict {
  if (isEnvironment(id)) return true;
  if (id !== '') return red.nodes.node(id)?.type === 'hub-look' || words('control.reasons.lookNodeGone');
  const count = lookNodesOf(hubConfigOf(node, node.hub)?.id ?? '').length;
  return count === 1 || words(`control.reasons.${count === 0 ? 'noLookNode' : 'severalLookNodes'}`);
}

/** Validates the name of a look. A message cannot give it. */
export const judgeLookName = (name: string): Verdict =>
  name.trim() !== '' || words('reasons.missing', { field: words('look.look') });
