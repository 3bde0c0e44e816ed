import { hasParts, isEqual } from '../../base/values.js';

/** Most values that are compared for the list of paths. The help of `hub-watch` names it. */
const MAX_COMPARED = 50_000;

/** The differences of two JSON values. */
export interface Changes {
  /** The dot paths that differ, for example `Value.x` or `items.0.status`. Blank: the whole value. */
  readonly paths: readonly string[];
  /** True if the values have too many parts. Then the one path leads to the nearest part that contains all changes. */
  readonly truncated: boolean;
}

/** A name in an object, or an index in a list. */
type Key = string | number;

type Parts = Readonly<Record<Key, unknown>>;

/** Compares two JSON values. `most` limits the compared parts, so that a long answer does not block Node-RED. */
export function changesBetween(before: unknown, now: unknown, most = MAX_COMPARED): Changes {
  let remaining = most;

  /** The paths of the differences. Each has the innermost key first, and none for the whole value. */
  function pathsIn(one: unknown, other: unknown): Key[][] {
    if (!hasParts(one) || !hasParts(other) || Array.isArray(one) !== Array.isArray(other)) return [[]];
    const different: Key[] = [];
    for (const key of keysOf(one, other)) {
      remaining -= 1;
      if (remaining < 0) return [[]];
      if (partOf(one, key) !== partOf(other, key)) different.push(key);
    }
    const paths: Key[][] = [];
    for (const [index, key] of different.entries()) {
      for (const path of pathsIn(partOf(one, key), partOf(other, key))) {
        path.push(key);
        paths.push(path);
      }
      // The parts that were not compared may have changed too.
      if (remaining < 0 && (paths.length > 1 || index < different.length - 1)) return [[]];
    }
    return paths;
  }

  const paths = before === now ? [] : pathsIn(before, now);
  const truncated = remaining < 0;
  if (truncated && isEqual(before, now)) return { paths: [], truncated: false };
  return { paths: paths.map((path) => path.reverse().join('.')), truncated };
}

/** The keys of both. The indexes of a long list are made one by one, since most may never be needed. */
const keysOf = (one: Parts, other: Parts): Iterable<Key> =>
  Array.isArray(one) && Array.isArray(other)
    ? (one.length > other.length ? one : other).keys()
    : [...Object.keys(one), ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))];

/** Own properties only. To look for the index of a list as an own property takes long. */
const partOf = (value: Parts, key: Key): unknown =>
  typeof key === 'number' || Object.hasOwn(value, key) ? value[key] : undefined;

/** A deep copy of a JSON value. */
export function copyOf(value: unknown): unknown {
  if (!hasParts(value)) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = value.slice();
    for (let index = 0; index < list.length; index += 1) if (hasParts(list[index])) list[index] = copyOf(list[index]);
    return list;
  }
  const fields: Record<string, unknown> = { ...value };
  for (const key in fields) if (hasParts(fields[key])) fields[key] = copyOf(fields[key]);
  return fields;
}
