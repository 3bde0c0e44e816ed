import { types } from 'node:util';
import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { allowedBy } from '../../hub/table/allowed.js';
import type { Operation, Parameter } from '../../hub/table/operation.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';

/** Something found, in a list of one: so `await` takes the list, and never a promise that came with a message. */
type Found = readonly [unknown];

/** What a typed input gives for a message: at once, or later where Node-RED itself takes time. */
type Source = (msg: NodeMessage) => Found | Promise<Found>;

/**
 * What the dialog saved for an operation's parameters, ready to be evaluated against messages.
 * The evaluation throws or rejects with `BAD_INPUT`.
 */
export function paramsEvaluator(
  RED: NodeAPI,
  node: Node,
  { parameters }: Pick<Operation, 'parameters'>,
  saved: Readonly<SavedParams<unknown>>,
): (msg: NodeMessage) => Params | Promise<Params> {
  const sources = parameters.flatMap((parameter) => {
    const input = saved[parameter.name];
    return input && !isBlank(parameter, input)
      ? [[parameter.name, sourceOf(RED, node, parameter, input)] as const]
      : [];
  });
  return (msg) => {
    const params: Record<string, unknown> = {};
    const later: Promise<void>[] = [];
    const put = (name: string, [value]: Found) => {
      if (types.isPromise(value)) throw unusable(name, 'Promise');
      params[name] = value;
    };
    for (const [name, source] of sources) {
      const found = source(msg);
      if (!(found instanceof Promise)) {
        put(name, found);
        continue;
      }
      // Keeps its place among the others.
      params[name] = undefined;
      const done = found.then((value) => put(name, value));
      // Nobody listens when another source throws at once, and a rejection that nobody hears ends Node-RED.
      done.catch(() => undefined);
      later.push(done);
    }
    return later.length === 0 ? params : Promise.all(later).then(() => params);
  };
}

function sourceOf(RED: NodeAPI, node: Node, parameter: Parameter, { type, value }: SavedParam<unknown>): Source {
  const text = String(value);
  switch (type) {
    case 'str':
      return () => [text];
    case 'bool':
      return () => [text.toLowerCase() === 'true'];
    case 'num':
      return () => [asNumber(parameter, value)];
    case 'msg':
      return (msg) => [messageProperty(RED, parameter, msg, text)];
    default:
      return (msg) => evaluated(RED, node, parameter, type, text, msg);
  }
}

/** A property of the message; undefined also where the path to it ends early. Throws `BAD_INPUT` if it cannot be read. */
function messageProperty(RED: NodeAPI, { name }: Parameter, msg: NodeMessage, path: string): unknown {
  try {
    return RED.util.getMessageProperty(msg, path);
  } catch (error) {
    // What Node-RED says of `payload.x` where there is no payload, and of `payload[msg.x]` where there is no x.
    const { code, message } = Object(error) as { code?: unknown; message?: unknown };
    const endsEarly = code === 'INVALID_EXPR' || /^Cannot read properties of (undefined|null)/.test(String(message));
    if (endsEarly) return undefined;
    throw unusable(name, `msg.${path}`);
  }
}

/** The failure for a value of which only what it is or where it stood is told: `Promise`, `msg.payload.x`. */
const unusable = (field: string, value: string): HubError =>
  new HubError('BAD_INPUT', { field, value, allowed: { key: 'json' } });

/** What Node-RED makes of a typed input. */
async function evaluated(
  RED: NodeAPI,
  node: Node,
  { name }: Parameter,
  type: string,
  value: string,
  msg: NodeMessage,
): Promise<Found> {
  try {
    return await new Promise<Found>((resolve, reject) =>
      RED.util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, found: unknown) => {
        // An environment variable that is not set reads as empty text.
        if (error) reject(error);
        else resolve([type === 'env' && found === '' ? undefined : found]);
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
    throw new HubError('BAD_INPUT', { field: name, value: `${type}: ${value}`, reason });
  }
}

/** An empty field of the dialog is not sent; only for a required text that may be empty it means that text. */
const isBlank = ({ required, schema }: Parameter, { type, value }: SavedParam<unknown>): boolean =>
  value === undefined || (value === '' && !(type === 'str' && required && allowsEmptyText(schema)));

const allowsEmptyText = (schema: Parameter['schema']): boolean => ['value', 'anyText'].includes(allowedBy(schema).key);

function asNumber({ name }: Parameter, value: unknown): number {
  const number = Number(value);
  if (Number.isNaN(number)) throw badInput(name, value, { key: 'number' });
  return number;
}
