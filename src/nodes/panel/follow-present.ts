import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isObject } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { tableOperation } from '../../hub/table/operations.js';
import type { SavedParams } from '../../saved/param.js';
import { partOf } from '../message/answer-path.js';
import { EvaluationQueue } from '../runtime/evaluation-queue.js';
import { paramsEvaluator } from '../runtime/typed-inputs.js';

/** The default interval of a watch, so that both share one request. */
const INTERVAL_MS = 1000;

/** Gets the value after each read. Undefined if it is not a number or cannot be read. */
type PresentListener = (value: number | undefined, failure?: unknown) => void;

/** Returns a function that reads a number from a property or its `Value`. `part` is for example `x`. */
export function presentReader(RED: NodeAPI, part: string): (property: unknown) => number | undefined {
  const partAt = partOf(RED, part);
  return (property) => {
    const value = isObject(property) && 'Value' in property ? property.Value : property;
    const found = typeof value === 'number' ? value : partAt(value);
    return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
  };
}

/** Reads the property's present value at an interval. Returns a function that ends this. */
export function followPresent(
  RED: NodeAPI,
  node: Node,
  hub: Hub,
  params: SavedParams<unknown>,
  readPresent: (property: unknown) => number | undefined,
  listener: PresentListener,
): () => void {
  const operation = tableOperation('getProperty');
  const evaluations = new EvaluationQueue();
  let unwatch = () => {};
  let closed = false;
  /** After the start of all nodes, since one of them may set the context. */
  const starting = setImmediate(async () => {
    try {
      const evaluated = await evaluations.inOrder(paramsEvaluator(RED, node, operation, params)({}));
      const watcher = {
        answer: ({ body }: { readonly body: unknown }) => listener(readPresent(body)),
        failure: (failure: unknown) => listener(undefined, failure),
      };
      if (!closed) unwatch = hub.watching.watch(operation, evaluated, INTERVAL_MS, watcher);
    } catch (failure) {
      if (!closed) listener(undefined, failure);
    }
  });
  return () => {
    closed = true;
    clearImmediate(starting);
    evaluations.close();
    unwatch();
  };
}

/**
 * True for a message of a watch. A slider of Dashboard 2 sends a user's input in the last message of the watch, with
 * `_client` added.
 */
export function isWatched({ hub, changed, _client }: NodeMessage & Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(changed) && isObject(hub) && typeof hub.operation === 'string' && _client === undefined;
}
