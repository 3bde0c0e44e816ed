import { nameKey } from '../base/names.js';
import { isObject } from '../base/values.js';

/** The name of a property of any hub. It has no id, so a look also works on another hub. */
export interface PropertyName {
  /** The display name of the engine. */
  readonly engine: string;
  readonly node: string;
  /** Not set on RE5, where it is a UUID. */
  readonly nodePath?: string;
  readonly property: string;
  /** Not set on RE5, where it is a UUID. */
  readonly propertyPath?: string;
  /** Example: `x` or `rotation.z`. Not set: the whole value. */
  readonly component?: string;
}

/** The desired value of one property. */
export interface LookValue extends PropertyName {
  readonly value: unknown;
}

/** A named, partial, desired state of properties. Each property occurs once. */
export type Look = readonly LookValue[];

/** All looks of one file, by name. */
export type Looks = ReadonlyMap<string, Look>;

/** Identifies a property. Two names of one property have the same key. */
export const keyOf = ({ engine, node, nodePath, property, propertyPath, component = '' }: PropertyName): string =>
  JSON.stringify([nameKey(engine), nodePath ?? nameKey(node), propertyPath ?? nameKey(property), component]);

/** The name for people. Example: `Arena › Mixer › Opacity`. */
export const textOf = ({ engine, node, property, component }: PropertyName): string =>
  [engine, node, property, component].filter(Boolean).join(' › ');

/** Names that a sentence lists. */
const MAX_LISTED = 5;

/** The first names as a list, with the number of the others. Example: `Arena › Mixer › Opacity, … (+12)`. */
export function listed(names: readonly string[]): string {
  const others = names.length - MAX_LISTED;
  return [...names.slice(0, MAX_LISTED), ...(others > 0 ? [`… (+${others})`] : [])].join(', ');
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The path, unless it is a UUID, which only its own hub knows (docs/develop/interface.md "Engines", RE5). */
export const readablePath = (path: string | undefined): string | undefined =>
  path === undefined || UUID.test(path) ? undefined : path;

/** Only the name of a property, without blanks, and without paths that only its own hub knows. */
export function nameOf({ engine, node, nodePath, property, propertyPath, component }: PropertyName): PropertyName {
  const [inEngine, inNode] = [nodePath, propertyPath].map(readablePath);
  return {
    engine,
    node,
    ...(inEngine && { nodePath: inEngine }),
    property,
    ...(inNode && { propertyPath: inNode }),
    ...(component && { component }),
  };
}

export const MAX_LOOK_NAME = 64;

/** What happens after an engine has returned, the default first. */
export const RESTORE_MODES = ['off', 'ask', 'automatic'] as const;

export type RestoreMode = (typeof RESTORE_MODES)[number];

/** True for a name with at most 64 characters that is not blank. */
export const isLookName = (name: string): boolean => name.trim() !== '' && name.length <= MAX_LOOK_NAME;

/** Engines store numbers with 24 bits, so 0.1 comes back as 0.10000000149. */
const TOLERANCE = 1e-6;

/** True if two values are the same for an engine: numbers within 24 bits, objects and lists part by part. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, index) => isSameValue(part, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}
