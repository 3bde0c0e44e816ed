import { numberIn, typedNumberIn } from '../../base/numbers.js';
import { type Allowed, allowedNumber } from '../../hub/table/allowed.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import { fits } from '../../saved/fits.js';
import type { SavedParam } from '../../saved/param.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { hasFixedValues, runsWithoutMessage } from '../base/table.js';
import { allowedText, parameterLabel, words } from '../base/words.js';
import type { Verdict } from './judge.js';

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
      return wrongUnless(typedNumberIn(value) !== undefined && fits(allowed, typedNumberIn(value)));
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

const isFixed = (type: string): boolean => ['str', 'num', 'bool', 'json'].includes(type);

/** Validates a parameter of a node. Other parameters can make it required. */
export function judgeParam(
  node: Pick<OperationNode, 'type'>,
  parameter: PublicParameter,
  params: OperationNode['params'] | undefined,
): Verdict {
  const saved = paramOf(params, parameter.name);
  const blank = !saved || isBlank(parameter, saved);
  if (!blank && isEnvironment(saved.value)) return true;
  const lacksSource =
    (saved?.type === 'msg' && runsWithoutMessage(node)) || (saved && !isFixed(saved.type) && hasFixedValues(node));
  const fault = blank ? blankFault(parameter, params) : lacksSource ? 'type' : faultOf(parameter, saved);
  if (!fault) return true;
  return words(`reasons.${fault}`, {
    field: parameterLabel(parameter),
    allowed: allowedText(saved ? allowedFor(parameter.allowed, saved) : parameter.allowed),
  });
}

/** The reasons of all invalid parameters. */
export function judgeParams(
  node: Pick<OperationNode, 'type'>,
  parameters: readonly PublicParameter[],
  params: OperationNode['params'],
): true | string[] {
  const verdicts = parameters.map((parameter) => judgeParam(node, parameter, params));
  const reasons = verdicts.filter((verdict) => verdict !== true);
  return reasons.length === 0 || reasons;
}

/** The type of a typed input limits a value of any type. */
function allowedFor(allowed: Allowed, { type, value }: SavedParam): Allowed {
  const isNumber = type === 'num' || allowed.key === 'integer' || allowed.key === 'number';
  const isAny = allowed.key === 'value' || allowed.key === 'json';
  return isNumber ? allowedNumber(value, isAny ? { key: 'number' } : allowed) : allowed;
}

/** Converts text for a field that expects a number or one of a few words. */
function parseText(allowed: Allowed, text: string): unknown {
  const trimmed = text.trim();
  if (allowed.key === 'nullable') return parseText(allowed.of, text);
  if (allowed.key === 'choice' && allowed.words?.includes(trimmed)) return allowed.words.indexOf(trimmed);
  const wantsNumber = ['integer', 'number'].includes(allowed.key) || (allowed.key === 'choice' && allowed.words);
  return wantsNumber ? (numberIn(trimmed) ?? text) : text;
}

/** True if an empty text is a value, e.g. to empty a title on air. */
const allowsEmptyText = ({ key }: Allowed): boolean => key === 'value' || key === 'anyText';
