import { isObject } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { tableOperation } from '../../hub/table/operations.js';
import type { SavedParams } from '../../saved/param.js';
import { partOf } from '../message/watched-value.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { Ports } from '../runtime/ports.js';
import { EvaluationQueue, paramsEvaluator } from '../runtime/typed-inputs.js';

/** The default interval of a watch, so that both share one request. */
const INTERVAL_MS = 1000;

/** Gets the value after each read. Undefined if it is not a number or cannot be read. */
type PresentListener = (value: number | undefined, failure?: unknown) => void;

/** Returns a function that reads a number from a property or its `Value`. `component` is for example `x`. */
export function presentReader(
  keysOf: Ports['tools']['keysOf'],
  component: string,
): (property: unknown) => number | undefined {
  const partAt = partOf(keysOf, component, 'component');
  return (property) => {
    const value = isObject(property) && 'Value' in property ? property.Value : property;
    const found = typeof value === 'number' ? value : partAt(value);
    return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
  };
}

/** Reads the property's present value at an interval until the node closes. */
export function followPresent(
  life: Lifetime,
  hub: Hub,
  params: SavedParams<unknown>,
  readPresent: (property: unknown) => number | undefined,
  listener: PresentListener,
): void {
  const operation = tableOperation('getProperty');
  const evaluations = new EvaluationQueue(life);
  // One of the other nodes may set the context.
  life.afterStart(async () => {
    try {
      const evaluated = await evaluations.inOrder(paramsEvaluator(life.node, operation, params)({}));
      const watcher = {
        answer: ({ body }: { readonly body: unknown }) => listener(readPresent(body)),
        failure: (failure: unknown) => listener(undefined, failure),
      };
      life.add(hub.reads.watch(operation, evaluated, INTERVAL_MS, watcher));
    } catch (failure) {
      if (!life.hasEnded) listener(undefined, failure);
    }
  });
}
