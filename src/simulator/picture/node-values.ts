import { valueAt } from '../state/motion.js';
import type { Engine } from '../state/state.js';
import { pick } from '../state/value.js';

/** Parts from 0 to 1. */
export type Tint = readonly [red: number, green: number, blue: number, alpha: number];

/** The values of a node by display name. A missing value, or a value of another type, is replaced by a default. */
export interface NodeValues {
  readonly text: (name: string) => string;
  readonly flag: (name: string) => boolean;
  readonly number: (name: string, other: number, ...keys: readonly string[]) => number;
  /** A colour. Default: opaque white. */
  readonly tint: (name: string) => Tint;
}

/** The values of the node with this name at a time, in ms of the epoch. */
export function valuesOf(engine: Engine | undefined, nodeName: string, now: number): NodeValues {
  const properties = engine?.nodes.find((node) => node.name === nodeName)?.properties ?? [];
  const held = (name: string) => {
    const property = properties.find((one) => one.name === name);
    return property && valueAt(property, now);
  };
  const number: NodeValues['number'] = (name, other, ...keys) => {
    const value = pick(held(name), keys);
    return typeof value === 'number' ? value : other;
  };
  return {
    text: (name) => String(held(name) ?? ''),
    flag: (name) => held(name) === true,
    number,
    tint: (name) => [number(name, 1, 'x'), number(name, 1, 'y'), number(name, 1, 'z'), number(name, 1, 'w')],
  };
}
