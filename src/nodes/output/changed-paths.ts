import { isObject } from '../../hub/base/is-object.js';

type Container = Readonly<Record<string, unknown>>;

/**
 * The dot paths at which two JSON values differ, for example `Value.x` or `items.0.status`. Blank: the whole value.
 * Not recursive, since the nesting may be deeper than the call stack.
 */
export function changedPaths(before: unknown, now: unknown): string[] {
  const paths: string[] = [];
  const pairs = [{ before, now, path: '' }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const { before, now, path } = pair;
    if (before === now) continue;
    if (!isContainer(before) || !isContainer(now) || Array.isArray(before) !== Array.isArray(now)) {
      paths.push(path);
      continue;
    }
    // Reversed, since `pop` takes the last pair first.
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(now)])].reverse())
      pairs.push({ before: part(before, key), now: part(now, key), path: path ? `${path}.${key}` : key });
  }
  return paths;
}

const isContainer = (value: unknown): value is Container => isObject(value) || Array.isArray(value);

/** Own properties only. */
const part = (value: Container, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
