import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { allowedBy } from '../hub/allowed.js';
import { badInput, HubError } from '../hub/errors.js';
import type { Operation, Parameter } from '../hub/operation.js';
import type { Params } from '../hub/request.js';

/** A parameter as the dialog saves it: a typed input, and what a picker showed for it. */
export interface SavedParam {
  readonly type: string;
  readonly value: unknown;
  readonly label?: string;
}

/** Evaluates what the dialog saved for an operation's parameters against a message. Throws `BAD_INPUT`. */
export async function evaluateParams(
  RED: NodeAPI,
  node: Node,
  operation: Operation,
  saved: Readonly<Record<string, SavedParam>>,
  msg: NodeMessage,
): Promise<Params> {
  const entries = operation.parameters.map(async (parameter) => {
    const input = saved[parameter.name];
    return [parameter.name, input && (await evaluate(RED, node, parameter, input, msg))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function evaluate(RED: NodeAPI, node: Node, parameter: Parameter, input: SavedParam, msg: NodeMessage) {
  const { type, value } = input;
  if (isBlank(parameter, input)) return undefined;
  if (type === 'num') return asNumber(parameter, value);
  try {
    const result = await new Promise<unknown>((resolve, reject) =>
      RED.util.evaluateNodeProperty(String(value), type, node, msg, (error: Error | null, found: unknown) =>
        error ? reject(error) : resolve(found),
      ),
    );
    // An environment variable that is not set reads as empty text.
    return type === 'env' && result === '' ? undefined : result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
    throw new HubError('BAD_INPUT', { field: parameter.name, value: `${type}: ${value}`, reason });
  }
}

/** An empty field of the dialog is not sent; only for a required text that may be empty it means that text. */
const isBlank = ({ required, schema }: Parameter, { type, value }: SavedParam): boolean =>
  value === undefined || (value === '' && !(type === 'str' && required && allowsEmptyText(schema)));

const allowsEmptyText = (schema: Parameter['schema']): boolean => ['value', 'anyText'].includes(allowedBy(schema).key);

function asNumber({ name }: Parameter, value: unknown): number {
  const number = Number(value);
  if (Number.isNaN(number)) throw badInput(name, value, { key: 'number' });
  return number;
}
