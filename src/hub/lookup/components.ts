/** A part of a value, and its path. Example: `rotation.z` and 90. */
export interface Component {
  readonly path: string;
  readonly value: unknown;
}

/** No component is nested deeper. A hub may send a value of 10,000 levels, which would overflow the stack. */
const MAX_DEPTH = 32;

/** Lists have parts too: `0`, `1`. */
export const hasParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The components of a value. Names with a dot are left out: they look like a path. */
export function componentsOf(value: unknown, path = '', depth = 0): Component[] {
  if (!hasParts(value)) return path ? [{ path, value }] : [];
  if (depth === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '' || name.includes('.') ? [] : componentsOf(part, path ? `${path}.${name}` : name, depth + 1),
  );
}
