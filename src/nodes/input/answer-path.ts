import type { NodeAPI } from 'node-red';
import { badInput } from '../../hub/wire/errors.js';

/** A function that takes the part of an answer to which a path leads, or undefined; a blank path is the whole. Throws `BAD_INPUT`. */
export function partOf(RED: NodeAPI, path: string): (answer: unknown) => unknown {
  const keys = path === '' ? [] : keysOf(RED, path);
  return (answer) => keys.reduce<unknown>(step, answer);
}

function keysOf(RED: NodeAPI, path: string): PropertyKey[] {
  try {
    // Node-RED wants a name first; a list has none.
    const [, ...keys] = RED.util.normalisePropertyExpression(path.startsWith('[') ? `_${path}` : `_.${path}`);
    if (keys.some(Array.isArray)) throw new TypeError('A path cannot look into a message');
    return keys;
  } catch {
    throw badInput('path', path, { key: 'path' });
  }
}

/** Only what an answer itself holds: a path must not lead to what every object inherits. */
const step = (value: unknown, key: PropertyKey): unknown =>
  value !== null && value !== undefined && Object.hasOwn(Object(value), key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
