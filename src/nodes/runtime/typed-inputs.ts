import { types } from 'node:util';
import type { NodeMessage } from 'node-red';
import { InOrder } from '../../base/in-order.js';
import { allowedBy } from '../../hub/table/allowed.js';
import type { Parameter } from '../../hub/table/operation.js';
import type { Operation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';
import { type Params, typedNumber } from '../../hub/wire/request.js';
import { type SavedParam, type SavedParams, STATIC_TYPES } from '../../saved/param.js';
import type { Lifetime } from './lifetime.js';
import type { Ports } from './ports.js';

/** The value is in a list of one, so that `await` does not resolve a promise that is itself the value. */
type Evaluated = readonly [unknown];

/** Evaluates one typed input for a message. */
type Input = (msg: NodeMessage) => Evaluated | Promise<Evaluated>;

/**
 * Returns a function that evaluates the saved parameters of an operation for a message. It throws or rejects with
 * `BAD_INPUT`.
 */
export function paramsEvaluator(
  { tools }: Pick<Ports, 'tools'>,
  { parameters }: Pick<Operation, 'parameters'>,
  saved: Readonly<SavedParams<unknown>>,
): (msg: NodeMessage) => Params | Promise<Params> {
  const inputs = parameters.flatMap((parameter) => {
    const input = saved[parameter.name];
    return input && !isBlank(parameter, input) ? [[parameter.name, inputOf(tools, parameter, input)] as const] : [];
  });
  return (msg) => {
    const params: Record<string, unknown> = {};
    const pending: Promise<void>[] = [];
    const setParam = (name: string, [value]: Evaluated) => {
      if (types.isPromise(value)) throw unusableError(name, 'Promise');
      params[name] = value;
    };
    for (const [name, evaluate] of inputs) {
      const evaluated = evaluate(msg);
      if (!(evaluated instanceof Promise)) {
        setParam(name, evaluated);
        continue;
      }
      // Reserves the position among the other parameters.
      params[name] = undefined;
      const done = evaluated.then((value) => setParam(name, value));
      // If another input throws at once, this rejection has no handler, and Node-RED would exit.
      done.catch(() => undefined);
      pending.push(done);
    }
    return pending.length === 0 ? params : Promise.all(pending).then(() => params);
  };
}

function inputOf(tools: Ports['tools'], parameter: Parameter, { type, value }: SavedParam<unknown>): Input {
  const text = String(value);
  switch (type) {
    case 'str':
      return () => [text];
    case 'bool':
      return () => [text.toLowerCase() === 'true'];
    case 'num':
      return () => [typedNumber(parameter, value)];
    case 'msg':
      return (msg) => [messageProperty(tools, parameter, msg, text)];
    default:
      return (msg) => evaluated(tools, parameter, type, text, msg);
  }
}

/** A property of the message. Undefined if a part of its path is missing. Throws `BAD_INPUT` if it cannot be read. */
function messageProperty(tools: Ports['tools'], { name }: Parameter, msg: NodeMessage, path: string): unknown {
  try {
    return tools.propertyOf(msg, path);
  } catch (error) {
    // Node-RED throws these for `payload.x` without a payload and for `payload[msg.x]` without an x.
    const { code, message } = Object(error) as { code?: unknown; message?: unknown };
    const endsEarly = code === 'INVALID_EXPR' || /^Cannot read properties of (undefined|null)/.test(String(message));
    if (endsEarly) return undefined;
    throw unusableError(name, `msg.${path}`);
  }
}

/** `value` names the type or place of the value, for example `Promise` or `msg.payload.x`. */
const unusableError = (field: string, value: string): HubError =>
  new HubError('BAD_INPUT', { field, value, allowed: { key: 'json' } });

async function evaluated(
  tools: Ports['tools'],
  { name }: Parameter,
  type: string,
  value: string,
  msg: NodeMessage,
): Promise<Evaluated> {
  try {
    const found = await tools.evaluate(value, type, msg);
    // An environment variable that is not set reads as empty text.
    return type === 'env' && found[0] === '' ? [undefined] : found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
    throw new HubError('BAD_INPUT', { field: name, value: `${type}: ${value}`, reason });
  }
}

/** An empty field is not sent, except for a required text that may be empty. */
const isBlank = ({ required, schema }: Parameter, { type, value }: SavedParam<unknown>): boolean =>
  value === undefined || (value === '' && !(type === 'str' && required && allowsEmptyText(schema)));

const allowsEmptyText = (schema: Parameter['schema']): boolean => ['value', 'anyText'].includes(allowedBy(schema).key);

/** The values of the parameters that do not depend on a message or a context. Rejects with `BAD_INPUT`. */
export async function fixedParams(
  ports: Pick<Ports, 'tools'>,
  { parameters }: Pick<Operation, 'parameters'>,
  saved: Readonly<SavedParams<unknown>>,
): Promise<Params> {
  const fixed = parameters.filter(({ name }) => STATIC_TYPES.includes(saved[name]?.type ?? ''));
  return paramsEvaluator(ports, { parameters: fixed }, saved)({});
}

/** Maximum time of an evaluation, in s. A promise in a context store may never settle. */
const MAX_S = 5;

/**
 * Keeps the order of messages. If the first waits 50 ms for a context store and the second has its value at once, the
 * second still continues after the first.
 */
export class EvaluationQueue {
  readonly #life: Lifetime;
  readonly #ends = new Set<() => void>();
  readonly #inOrder = new InOrder();

  /** When the node closes, all pending evaluations end. */
  constructor(life: Lifetime) {
    this.#life = life;
    life.add(() => {
      for (const end of this.#ends) end();
    });
  }

  /**
   * Returns the value at once if nothing is pending, otherwise a promise that settles after all earlier ones.
   * Rejects with `BAD_INPUT` after 5 s, and with `CLOSED` when the node closes.
   */
  inOrder<T>(evaluated: T | Promise<T>): T | Promise<T> {
    if (!this.#inOrder.isWaiting && !(evaluated instanceof Promise)) return evaluated;
    // A failed evaluation also waits, so that later messages cannot overtake earlier ones.
    return this.#inOrder.afterEarlier(evaluated instanceof Promise ? this.#bounded(evaluated) : evaluated);
  }

  #bounded<T>(evaluated: Promise<T>): Promise<T> {
    const { clock, hasEnded } = this.#life;
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(new HubError('BAD_INPUT', { sentence: 'notEvaluated', seconds: MAX_S }));
      const timer = clock.setTimeout(late, MAX_S * 1000);
      const end = () => {
        clock.clearTimeout(timer);
        this.#ends.delete(end);
        reject(new HubError('CLOSED'));
      };
      this.#ends.add(end);
      if (hasEnded) end();
      evaluated.then(resolve, reject).finally(end);
    });
  }
}
