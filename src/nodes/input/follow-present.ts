import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { isObject } from '../../hub/base/is-object.js';
import type { Hub } from '../../hub/hub.js';
import type { SavedParams } from '../../saved/param.js';
import { partOf } from './answer-path.js';
import { EvaluationQueue } from './evaluation-queue.js';
import { readOf } from './target.js';
import { paramsEvaluator } from './typed-inputs.js';

/** How often the present value is read, in ms: as often as a watch does, so that both ask the hub once. */
const INTERVAL_MS = 1000;

/** Is told the present value whenever it was read; undefined: it is no number, or not known (and why). */
export type Told = (value: number | undefined, failure?: unknown) => void;

/** A function that takes the present value out of a property as the hub tells it, or out of its `Value`; `part` is e.g. `x`. */
export function presentReader(RED: NodeAPI, part: string): (told: unknown) => number | undefined {
  const inside = partOf(RED, part);
  return (told) => {
    const value = isObject(told) && 'Value' in told ? told.Value : told;
    const found = typeof value === 'number' ? value : inside(value);
    return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
  };
}

/** Reads the property's present value again and again, until the returned function is called. */
export function followPresent(
  RED: NodeAPI,
  node: Node,
  hub: Hub,
  params: SavedParams<unknown>,
  find: (told: unknown) => number | undefined,
  told: Told,
): () => void {
  const operation = readOf('getProperty');
  const turns = new EvaluationQueue();
  let unwatch = () => {};
  let closed = false;
  /** Not before all nodes are there: a context may be filled by one of them. */
  const starting = setImmediate(async () => {
    try {
      const evaluated = await turns.take(paramsEvaluator(RED, node, operation, params)({}));
      const watcher = {
        answer: ({ body }: { readonly body: unknown }) => told(find(body)),
        failure: (failure: unknown) => told(undefined, failure),
      };
      if (!closed) unwatch = hub.watching.watch(operation, evaluated, INTERVAL_MS, watcher);
    } catch (failure) {
      if (!closed) told(undefined, failure);
    }
  });
  return () => {
    closed = true;
    clearImmediate(starting);
    turns.close();
    unwatch();
  };
}

/**
 * Whether a message is one that a watch has sent: it tells how things are, not what a hand does. A slider of Dashboard 2
 * that follows a watch puts what a hand does into the watch's last message, and `_client` tells whose hand.
 */
export function isWatched({ hub, changed, _client }: NodeMessage & Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(changed) && isObject(hub) && typeof hub.operation === 'string' && _client === undefined;
}
