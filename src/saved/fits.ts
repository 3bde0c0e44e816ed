import { addressFault, isHeaderName } from '../base/address.js';
import { isListName } from '../base/names.js';
import { isObject } from '../base/values.js';
import type { Allowed } from '../hub/table/allowed.js';
import { isLookName } from '../looks/look.js';
import { colourOf } from '../panels/lamp/state.js';
import { isName, isPrefix, LONGEST_LIFE } from '../remote/topics.js';
import { isEnvironment } from './environment.js';

const DAY_S = 86_400;

/** A shorter interval of polls would delay commands. In seconds. */
export const SHORTEST_INTERVAL = 0.1;

const isPositive = (value: unknown): boolean => Number.isFinite(value) && (value as number) > 0;

const isNumberFrom = (value: unknown, minimum = Number.NEGATIVE_INFINITY): boolean =>
  Number.isFinite(value) && (value as number) >= minimum;

/** True for the values of a field, by the key of its limit. A limit without a rule accepts every value. */
const RULES: Readonly<Partial<Record<Allowed['key'], (value: unknown) => boolean>>> = {
  text: (value) => typeof value === 'string' && value !== '',
  anyText: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
  entries: Array.isArray,
  parameters: (value) => isObject(value) || Array.isArray(value),
  value: (value) => value !== null,
  positive: isPositive,
  life: (value) => isPositive(value) && (value as number) * 1000 <= LONGEST_LIFE,
  pollInterval: (value) => value === 0 || isNumberFrom(value, SHORTEST_INTERVAL),
  repeat: (value) => value === 0 || (isNumberFrom(value, 1) && (value as number) <= DAY_S),
  baseUrl: (value) => !addressFault(String(value)),
  headerName: (value) =>
    [value].flat().every((name) => name === '' || isEnvironment(name) || isHeaderName(String(name))),
  prefix: isPrefix,
  topic: isName,
  lookName: (value) => isLookName(String(value)),
  listName: (value) => isListName(String(value)),
  colour: (value) => colourOf(String(value)) !== undefined,
};

/**
 * True if a field accepts a value. For the parameters of an operation, this is only feedback while typing:
 * `src/hub/wire/request.ts` makes the final check.
 */
export function fits(allowed: Allowed, value: unknown): boolean {
  switch (allowed.key) {
    case 'integer':
      return Number.isInteger(value) && isNumberFrom(value, allowed.minimum);
    case 'number':
      return isNumberFrom(value, allowed.minimum);
    case 'choice':
      return allowed.options.includes(value as string | number);
    case 'nullable':
      return value === null || fits(allowed.of, value);
    default:
      return RULES[allowed.key]?.(value) ?? true;
  }
}
