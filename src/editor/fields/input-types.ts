import type { Allowed } from '../../hub/table/allowed.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedParam } from '../../saved/param.js';
import type { OperationNode } from '../base/node-types.js';
import type { InputType, Option } from '../base/red.js';
import { hasFixedValues, runsWithoutMessage } from '../base/table.js';
import { choiceLabel, words } from '../base/words.js';

/** Types whose value is read when a message arrives. */
const DYNAMIC_TYPES = ['msg', 'flow', 'global', 'env', 'jsonata'];

/** Adds a saved value that is not an option, because a typed input would replace it silently. */
export function includeSaved(options: readonly Option[], value: string): Option[] {
  if (value === '' || options.some((option) => option.value === value)) return [...options];
  const key = isEnvironment(value) ? 'editor.fromEnvironment' : 'editor.unknownChoice';
  return [...options, { value, label: words(key, { value }) }];
}

/** True if the flow holds the value itself. */
export const isLiteral = (type: string): boolean => !DYNAMIC_TYPES.includes(type);

/**
 * The types for a parameter, the default first. The saved type is always included. `present` is the value on the hub,
 * if known.
 */
export function inputTypes(
  node: Pick<OperationNode, 'type'>,
  parameter: PublicParameter,
  saved: SavedParam,
  present?: unknown,
): readonly (string | InputType)[] {
  const sources = hasFixedValues(node) ? [] : DYNAMIC_TYPES;
  const dynamicTypes = sources.filter((type) => type !== 'msg' || !runsWithoutMessage(node));
  const types = [...literals(parameter, parameter.allowed, saved, present), ...dynamicTypes];
  const isOffered = types.some((type) => (typeof type === 'string' ? type : type.value) === saved.type);
  if (isOffered) return types;
  return [...types, { value: saved.type, label: words('editor.unknownChoice', { value: saved.type }) }];
}

/** The types for values of one kind. All others are texts. */
const TYPES: Readonly<Partial<Record<Allowed['key'], string>>> = {
  ...{ integer: 'num', number: 'num', boolean: 'bool' },
  ...{ object: 'json', list: 'json', parameters: 'json', entries: 'json' },
};

/** The type of a new parameter. */
export function defaultType(allowed: Allowed): string {
  if (allowed.key === 'nullable') return defaultType(allowed.of);
  const isNumber = allowed.key === 'choice' && allowed.options.every((option) => typeof option === 'number');
  return isNumber ? 'num' : (TYPES[allowed.key] ?? 'str');
}

function literals(
  parameter: PublicParameter,
  allowed: Allowed,
  saved: SavedParam,
  present: unknown,
): (string | InputType)[] {
  switch (allowed.key) {
    case 'nullable':
      return literals(parameter, allowed.of, saved, present);
    case 'choice':
      return [choice(parameter, optionsOf(allowed.options, allowed.words), saved)];
    case 'boolean':
      return [choice(parameter, optionsOf(['true', 'false']), saved)];
    case 'value':
    case 'json':
      return presentTypeFirst(['str', 'num', boolean(saved), 'json'], present);
    default:
      return [defaultType(allowed)];
  }
}

function presentTypeFirst(types: readonly (string | InputType)[], present: unknown): (string | InputType)[] {
  const fits = (type: string | InputType) => (typeof type === 'string' ? type : type.value) === inputTypeOf(present);
  return [...types.filter(fits), ...types.filter((type) => !fits(type))];
}

/** The typed input's type for a value. */
export const inputTypeOf = (value: unknown): string =>
  ({ number: 'num', boolean: 'bool', object: 'json' })[typeof value as string] ?? 'str';

/** The values as options. `labels` holds their texts, if they have any. */
const optionsOf = (values: readonly (string | number)[], labels?: readonly string[]): Option[] =>
  values.map((value, index) => ({ value: String(value), label: choiceLabel(labels?.[index] ?? String(value)) }));

function choice({ required, allowed }: PublicParameter, options: readonly Option[], saved: SavedParam): InputType {
  const type = defaultType(allowed);
  // Without a blank, the first option would be chosen at once.
  const blank = { value: '', label: words(required ? 'editor.choose' : 'editor.notSent') };
  return {
    value: type,
    label: words('editor.choice'),
    icon: 'fa fa-list-ul',
    options: [blank, ...includeSaved(options, saved.type === type ? saved.value : '')],
  };
}

/** Node-RED's own type, except where it would replace the saved value by `true`. */
function boolean({ type, value }: SavedParam): string | InputType {
  if (type !== 'bool' || /^(true|false)$/.test(value)) return 'bool';
  const options = includeSaved(optionsOf(['true', 'false']), value);
  return { value: 'bool', label: 'boolean', icon: 'red/images/typedInput/bool.svg', options };
}
