import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { numberIn, typedNumberIn } from '../../base/numbers.js';
import { allowedBy, allowedNumber } from '../table/allowed.js';
import { type Parameter, WHOLE_BODY } from '../table/operation.js';
import { entryFields } from '../table/operations/batch.js';
import type { Operation } from '../table/operations.js';
import { buildPath } from '../table/paths.js';
import type { AnswerReader } from './answer.js';
import { plainCopy } from './encode.js';
import { badInput } from './errors.js';
import { idJson, isIdSchema, isRounded, toId, withoutDigits } from './ids.js';

/** Values by the names of parameters. `undefined` is not sent. */
export type Params = Readonly<Record<string, unknown>>;

/** A request below the version base. Its body is text, so that it cannot change while it waits. */
export interface WireRequest {
  /** The HTTP method. */
  readonly method: Operation['method'];
  /** The path below the version base, encoded. */
  readonly path: string;
  /** The body as JSON. Undefined: no body. */
  readonly json: string | undefined;
  /** It may know the body of the answer already. */
  readonly reader?: AnswerReader | undefined;
}

/**
 * The values of an operation as plain copies, because a flow may change its own objects later. Text with a number is
 * converted if the parameter is a number, with a point or a comma. A word becomes its number. The digits of an id stay as
 * they were written. Throws `BAD_INPUT` with the field, the value and
 * the allowed values.
 */
export function checkParams(
  { parameters }: Pick<Operation, 'parameters'>,
  params: Params,
  copy: Copy = copyOf,
): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = checkParam(parameter, params[parameter.name], copy);
    if (value !== undefined && value !== parameter.schema['x-omit']) checked[parameter.name] = value;
  }
  return checked;
}

/** The same for values that are plain copies already. */
export const checkCopies = (operation: Pick<Operation, 'parameters'>, params: Params): Record<string, unknown> =>
  checkParams(operation, params, (_, copied) => copied);

type Copy = (parameter: Parameter, given: unknown) => unknown;

function checkParam(parameter: Parameter, given: unknown, copy: Copy): unknown {
  const { name, schema, required } = parameter;
  if (given === undefined) {
    if (required) throw badInput(name, undefined, allowedBy(schema));
    return schema.default;
  }
  const accepted = (schema['x-accepts'] ?? schema) as TSchema;
  // No object becomes a scalar, so it need not be copied.
  const isCopied = (typeof given === 'object' || typeof given === 'function') && !isScalar(accepted);
  const copied = isCopied ? copy(parameter, given) : given;
  // An object cannot be an id, and a hostile one throws when it is read.
  const isId = isIdSchema(schema) && (isCopied || (typeof given !== 'object' && typeof given !== 'function'));
  const value = isId ? toId(copied) : convert(schema, copied);
  if (isId && isRounded(value)) throw badInput(name, given, { key: 'longId' });
  if (Value.Check(accepted, isId ? withoutDigits(value) : value)) return value;
  throw badInput(name, given, wantsNumber(schema) ? allowedNumber(given, allowedBy(schema)) : allowedBy(schema));
}

const copyOf: Copy = ({ name, schema }, given) =>
  plainCopy(name, given, schema['x-allowed'] === 'entries' ? entryFields : undefined);

/** True if only texts, numbers, booleans and null match. */
const isScalar = (schema: TSchema): boolean =>
  (schema.anyOf as TSchema[] | undefined)?.every(isScalar) ??
  ('const' in schema || ['string', 'number', 'integer', 'boolean', 'null'].includes(schema.type));

/** Panels, environment variables and forms send text instead of a number or a word. */
function convert(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const words = schema['x-words'] as string[] | undefined;
  if (words?.includes(text)) return words.indexOf(text);
  return words || wantsNumber(schema) ? (numberIn(text) ?? value) : value;
}

/** The value of a typed input for a number. An id gets its digits as they were written. Throws `BAD_INPUT`. */
export function typedNumber({ name, schema }: Parameter, value: unknown): unknown {
  if (typeof value === 'number') return value;
  const number = isIdSchema(schema) ? toId(value) : typedNumberIn(String(value));
  if (number === undefined) throw badInput(name, value, allowedNumber(value, { key: 'number' }));
  return number;
}

const wantsNumber = (schema: TSchema): boolean => schema.type === 'integer' || schema.type === 'number';

/**
 * The request for an operation with checked values. Throws `BAD_INPUT` for a value that a path or body cannot contain.
 */
export function buildRequest(operation: Operation, checked: Params, linearSegment: string): WireRequest {
  return {
    method: operation.method,
    path: pathOf(operation, checked, linearSegment),
    json: operation.body && bodyOf(operation, checked),
  };
}

function pathOf(operation: Operation, checked: Params, linear: string): string {
  const values: Record<string, string> = { linear };
  for (const name of operation.inPath) values[name] = String(checked[name]);
  try {
    return buildPath(operation.path, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badInput(error.message, values[error.message], { key: 'segment' });
  }
}

function bodyOf(operation: Operation, checked: Params): string | undefined {
  const whole = checked[WHOLE_BODY];
  if (operation.inBody[0] === WHOLE_BODY) return whole === undefined ? undefined : JSON.stringify(whole);
  let fields = '';
  for (const name of operation.inBody)
    if (name in checked) fields += `${fields && ','}"${name}":${jsonOf(operation, name, checked[name])}`;
  return `{${fields}}`;
}

function jsonOf({ parameters }: Operation, field: string, value: unknown): string {
  // Only as a text or in a list, an id has another JSON.
  if (typeof value !== 'string' && !Array.isArray(value)) return JSON.stringify(value);
  const schema = parameters.find(({ name }) => name === field)?.schema;
  return schema && isIdSchema(schema) ? idJson(value) : JSON.stringify(value);
}
