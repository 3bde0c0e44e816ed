import { inspect } from 'node:util';
import type { Node } from 'node-red';

/** Wraps a listener so that an exception is logged and does not end Node-RED. */
export const logErrors =
  <Event>(node: Node, listener: (event: Event) => void) =>
  (event: Event): void => {
    try {
      listener(event);
    } catch (error) {
      node.error(asError(error));
    }
  };

/** The thrown value as an Error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));
