/** Where two JSON values differ, as dot paths such as `Value.x` or `items.0.status`; '' where they differ as a whole. */
export function changedPaths(before: unknown, now: unknown, path = ''): string[] {
  if (before === now) return [];
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...keys].flatMap((key) => changedPaths(part(before, key), part(now, key), path ? `${path}.${key}` : key));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What comes from a prototype is no part of the value. */
const part = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;
