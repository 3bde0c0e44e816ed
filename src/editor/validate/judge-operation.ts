import type { PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import { isPositive } from '../../saved/limits.js';
import { ACT_ON, BATCH_OUTPUTS, deliveriesOf, FAILED_ENTRIES, SUPERSEDED } from '../../saved/operation.js';
import type { SavedParam } from '../../saved/param.js';
import { ON_LOSS } from '../../saved/watch.js';
import type { NodeSetting } from '../base/node-settings.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationOf, runsWithoutMessage } from '../base/table.js';
import { allowedChoices, allowedText, parameterLabel, words } from '../base/words.js';
import { allowsEmptyText, fits, parseText } from './allowed-value.js';
import { currentOperation } from './current-operation.js';
import { judgeInterval, judgePath } from './judge-watch.js';
import type { Verdict } from './verdict.js';

/** True if the field was not filled in. */
export const isBlank = ({ required, allowed }: PublicParameter, { type, value }: SavedParam): boolean =>
  value === '' && !(type === 'str' && required && allowsEmptyText(allowed));

/** The problem of a parameter as the catalogue's key. Undefined if it is valid. */
function faultOf(parameter: PublicParameter, { type, value }: SavedParam): string | undefined {
  const { allowed } = parameter;
  const wrongUnless = (right: boolean) => (right ? undefined : 'wrong');
  switch (type) {
    case 'str':
      return wrongUnless(fits(allowed, parseText(allowed, value)));
    case 'num':
      return wrongUnless(fits(allowed, value.trim() === '' ? Number.NaN : Number(value)));
    case 'bool':
      return wrongUnless(/^(true|false)$/.test(value) && fits(allowed, value === 'true'));
    case 'json':
      return jsonFault(parameter, value);
    case 'msg':
    case 'flow':
    case 'global':
      return isProperty(type, value) ? undefined : 'property';
    case 'jsonata':
      return red.utils.validateTypedProperty(value, type) === true ? undefined : 'expression';
    case 'env':
      return undefined;
    default:
      return 'type';
  }
}

function jsonFault({ allowed }: PublicParameter, text: string): string | undefined {
  try {
    return fits(allowed, JSON.parse(text)) ? undefined : 'wrong';
  } catch {
    return 'json';
  }
}

const isProperty = (type: string, value: string): boolean =>
  red.utils.validateTypedProperty(red.utils.parseContextKey(value).key, type) === true;

/** To merge, the node reads the object in its rundown (`src/hub/complete/`), so it needs these ids. */
const MERGE_PARAMS = ['ncsID', 'roID'];

function blankFault({ name, required }: PublicParameter, params: OperationNode['params'] | undefined) {
  if (required) return 'missing';
  const merge = paramOf(params, 'merge');
  const merges = merge?.type === 'bool' && merge.value === 'true';
  return merges && MERGE_PARAMS.includes(name) ? 'mergeNeeds' : undefined;
}

/** Validates a parameter of a node. Other parameters can make it required. */
export function judgeParam(
  node: Pick<OperationNode, 'type'>,
  parameter: PublicParameter,
  params: OperationNode['params'] | undefined,
): Verdict {
  const saved = paramOf(params, parameter.name);
  const blank = !saved || isBlank(parameter, saved);
  if (!blank && isEnvironment(saved.value)) return true;
  const lacksMessage = saved?.type === 'msg' && runsWithoutMessage(node);
  const fault = blank ? blankFault(parameter, params) : lacksMessage ? 'type' : faultOf(parameter, saved);
  if (!fault) return true;
  return words(`reasons.${fault}`, {
    field: parameterLabel(parameter),
    allowed: allowedText(parameter.allowed),
  });
}

/** Validates a field of an area node, for `validate` in its HTML, also without a dialog. */
export function judgeField(node: OperationNode, field: keyof OperationNode, value: unknown): true | string | string[] {
  switch (field) {
    case 'hub':
      return judgeHub(String(value ?? ''));
    case 'operation':
      return judgeOperation(node, String(value ?? ''));
    case 'params':
      return judgeParams(node, value as OperationNode['params']);
    case 'delivery':
      return judgeOption(field, deliveriesOf(currentOperation(node)), value);
    case 'superseded':
      return judgeOption(field, SUPERSEDED, value);
    case 'onLoss':
      return judgeOption(field, ON_LOSS, value);
    case 'actOn':
      return judgeOption(field, ACT_ON, value);
    case 'output':
      return judgeOption(field, BATCH_OUTPUTS, value);
    case 'failed':
      return judgeOption(field, FAILED_ENTRIES, value);
    case 'lockout':
    case 'expiry':
    case 'timeout':
      return judgeSeconds(field, value);
    case 'interval':
      return judgeInterval(value);
    case 'path':
      return judgePath(value);
    default:
      return true;
  }
}

/** The reasons of all invalid parameters. */
function judgeParams(node: OperationNode, params: OperationNode['params']): true | string[] {
  const parameters = operationOf(node)?.parameters ?? [];
  const verdicts = parameters.map((parameter) => judgeParam(node, parameter, params));
  const reasons = verdicts.filter((verdict) => verdict !== true);
  return reasons.length === 0 || reasons;
}

export function judgeOperation(node: OperationNode, name: string): Verdict {
  if (isEnvironment(name) || operationOf({ ...node, operation: name })) return true;
  return words(name ? 'reasons.unknownOperation' : 'reasons.noOperation');
}

export function judgeHub(id: string): Verdict {
  if (isEnvironment(id)) return true;
  if (!id || id === '_ADD_') return words('reasons.noHub');
  const hub = red.nodes.node(id);
  if (!hub) return words('reasons.hubGone');
  return hub.valid === false ? words('reasons.hubBroken') : true;
}

/** Seconds. A blank means the default. */
export function judgeSeconds(field: 'timeout' | 'expiry' | 'lockout', value: unknown): Verdict {
  const blank = value === '' || value === undefined;
  if (blank || isEnvironment(value) || isPositive(value)) return true;
  return words('reasons.wrong', { field: words(`editor.${field}`), allowed: words('allowed.positive') });
}

/** One of the options. A blank means the default. */
export function judgeOption(setting: NodeSetting, options: readonly string[], value: unknown): Verdict {
  if (!value || isEnvironment(value) || options.includes(String(value))) return true;
  return words('reasons.wrong', { field: words(`editor.${setting}`), allowed: allowedChoices(setting, options) });
}
