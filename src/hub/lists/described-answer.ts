import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../base/values.js';
import type { AnyOperation } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import { part, unwrapList } from './rule.js';

/**
 * The answer to a read whose state is used. Throws `HUB_BAD_ANSWER` for `null`, an empty body, `{}` and everything else
 * without the described shape. It shows nothing, so it must not look like an empty list, or like a state that is off.
 * Hubs leave out fields, so one described field is enough, besides the one that has the state.
 */
export function describedAnswer(operation: AnyOperation, body: unknown): unknown {
  if (operation.isComposite) return body;
  const { answer, stateField } = operation;
  const hasState = stateField === undefined || (part(body, stateField) ?? undefined) !== undefined;
  if (hasState && hasShape(answer, body)) return body;
  throw new HubError('HUB_BAD_ANSWER', { cause: operation.name });
}

function hasShape(schema: TSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((each: TSchema) => hasShape(each, value));
  if (schema.type === 'array') return isList(schema.items, value);
  if (schema.type !== 'object') return true;
  if (!isObject(value)) return false;
  // Data and parameters have names of their own.
  const fields: [string, TSchema][] | undefined = schema.properties && Object.entries(schema.properties);
  return fields?.some(([name, field]) => name in value && hasShape(field, value[name])) ?? true;
}

/** Also a list that the hub has wrapped, but not an empty wrapping. No row needs to be complete, but one must be usable. */
function isList(items: TSchema, value: unknown): boolean {
  if (!hasAnything(value)) return false;
  const rows = unwrapList(value);
  return rows !== undefined && (rows.length === 0 || rows.some((row) => hasShape(items, row)));
}

/** False for a value without a single part, except for a list. */
const hasAnything = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.keys(value).length > 0);
