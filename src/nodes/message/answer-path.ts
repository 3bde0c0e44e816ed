import type { NodeAPI } from 'node-red';
import { badInput } from '../../hub/wire/errors.js';

/**
 * Returns a function that reads the value at a path of an answer, or undefined if it does not exist. A blank path reads
 * the whole answer. Throws `BAD_INPUT`.
 */
export function partOf(RED: NodeAPI, path: string): (answer: unknown) => unknown {
  const keys = path === '' ? [] : keysOf(RED, path);
  return (answer) => keys.reduce<unknown>(ownProperty, answer);
}

function keysOf(RED: NodeAPI, path: string): PropertyKey[] {
  try {
    // Node-RED requires a name before the first index.
    const [, ...keys] = RED.util.normalisePropertyExpression(path.startsWith('[') ? `_${path}` : `_.${path}`);
    if (keys.some(Array.isArray)) throw new TypeError('A path cannot look into a message');
    return keys;
  } catch {
    throw badInput('path', path, { key: 'path' });
  }
}

/** Own properties only: a path must not reach inherited ones such as `constructor`. */
const ownProperty = (value: unknown, key: PropertyKey): unknown =>
  value !== null && value !== undefined && Object.hasOwn(Object(value), key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
