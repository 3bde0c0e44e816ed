import { isObject } from '../../hub/base/is-object.js';

type Inside = Readonly<Record<string, unknown>>;

/**
 * Where two JSON values differ, as dot paths such as `Value.x` or `items.0.status`; '' where they differ as a whole.
 * Does not call itself: a value may be nested deeper than calls can be.
 */
export function changedPaths(before: unknown, now: unknown): string[] {
  const paths: string[] = [];
  const left = [{ before, now, path: '' }];
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const { before, now, path } = pair;
    if (before === now) continue;
    if (!hasParts(before) || !hasParts(now) || Array.isArray(before) !== Array.isArray(now)) {
      paths.push(path);
      continue;
    }
    // The last is looked at first, so what comes first is put there last.
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(now)])].reverse())
      left.push({ before: part(before, key), now: part(now, key), path: path ? `${path}.${key}` : key });
  }
  return paths;
}

const hasParts = (value: unknown): value is Inside => isObject(value) || Array.isArray(value);

/** What comes from a prototype is no part of the value. */
const part = (value: Inside, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
