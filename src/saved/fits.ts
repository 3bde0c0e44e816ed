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

/**
 * True if a field accepts a value. For the parameters of an operation, this is only feedback while typing:
 * `src/hub/wire/request.ts` makes the final check.
 */
export function fits(allowed: Allowed, value: unknown): boolean {
  switch (allowed.key) {
    case 'integer':
      return Number.isInteger(value) && fits({ ...allowed, key: 'number' }, value);
    case 'number':
      return Number.isFinite(value) && (value as number) >= (allowed.minimum ?? Number.NEGATIVE_INFINITY);
    case 'choice':
      return allowed.options.includes(value as string | number);
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'anyText':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'list':
    case 'entries':
      return Array.isArray(value);
    case 'parameters':
      return isObject(value) || Array.isArray(value);
    case 'nullable':
      return value === null || fits(allowed.of, value);
    case 'value':
      return value !== null;
    case 'positive':
      return isPositive(value);
    case 'life':
      return isPositive(value) && (value as number) * 1000 <= LONGEST_LIFE;
    case 'pollInterval':
      return value === 0 || fits({ key: 'number', minimum: SHORTEST_INTERVAL }, value);
    case 'repeat':
      return value === 0 || (fits({ key: 'number', minimum: 1 }, value) && (value as number) <= DAY_S);
    case 'baseUrl':
      return !addressFault(String(value));
    case 'headerName':
      return [value].flat().every((name) => name === '' || isEnvironment(name) || isHeaderName(String(name)));
    case 'prefix':
      return isPrefix(value);
    case 'topic':
      return isName(value);
    case 'lookName':
      return isLookName(String(value));
    case 'listName':
      return isListName(String(value));
    case 'colour':
      return colourOf(String(value)) !== undefined;
    default:
      return true;
  }
}
