import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { allowedBy } from '../table/allowed.js';
import { type Parameter, WHOLE_BODY } from '../table/operation.js';
import { entryFields } from '../table/operations/batch.js';
import type { Operation } from '../table/operations.js';
import { buildPath } from '../table/paths.js';
import type { RepeatedAnswer } from './answer.js';
import { plainCopy } from './encode.js';
import { badInput } from './errors.js';

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
  /** The last answer, if it is a read that is repeated. */
  readonly repeated?: RepeatedAnswer | undefined;
}

/**
 * The values of an operation as plain copies, because a flow may change its own objects later. Text with a number is
 * converted if the parameter is a number. A word becomes its number. Throws `BAD_INPUT` with the field, the value and
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
  const value = isCopied ? copy(parameter, given) : convert(schema, given);
  if (!Value.Check(accepted, value)) throw badInput(name, given, allowedBy(schema));
  return value;
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
  if (words) return words.includes(text) ? words.indexOf(text) : asNumber(text, value);
  if (schema.type === 'integer' || schema.type === 'number') return asNumber(text, value);
  return value;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const asNumber = (text: string, otherwise: string): number | string => (DECIMAL.test(text) ? Number(text) : otherwise);

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
    if (name in checked) fields += `${fields && ','}"${name}":${JSON.stringify(checked[name])}`;
  return `{${fields}}`;
}
