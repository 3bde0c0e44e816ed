import { hasParts } from '../../base/values.js';

/** A part of a value, and its path. Example: `rotation.z` and 90. */
export interface Component {
  readonly path: string;
  readonly value: unknown;
}

/** The components of a value. Names with a dot are left out: they look like a path. */
export function componentsOf(value: unknown, path = ''): Component[] {
  if (!hasParts(value)) return path ? [{ path, value }] : [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '' || name.includes('.') ? [] : componentsOf(part, path ? `${path}.${name}` : name),
  );
}
