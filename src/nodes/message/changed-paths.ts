import { type Container, isContainer, isEqual } from './is-equal.js';

/** Most values that are compared for the list of paths. The help of `hub-watch` names it. */
const MAX_COMPARED = 50_000;

/** The differences of two JSON values. */
export interface Changes {
  /** The dot paths that differ, for example `Value.x` or `items.0.status`. Blank: the whole value. */
  readonly paths: readonly string[];
  /** True if the values have too many parts. Then the one path leads to the nearest part that contains all changes. */
  readonly truncated: boolean;
}

/** A place in both values. The whole value has no parent. */
interface Place {
  readonly before: unknown;
  readonly now: unknown;
  /** A number in a list. */
  readonly key: string | number;
  readonly depth: number;
  readonly parent?: Place;
}

/**
 * Compares two JSON values of any depth. `most` limits the compared parts, so that a long answer does not block
 * Node-RED.
 */
export function changesBetween(before: unknown, now: unknown, most = MAX_COMPARED): Changes {
  if (before === now) return { paths: [], truncated: false };
  const changed: Place[] = [];
  /** The next place is last. */
  const pending: Place[] = [{ before, now, key: '', depth: 0 }];
  let compared = 0;
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { before: one, now: other } = place;
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
      changed.push(place);
      continue;
    }
    const inside: Place[] = [];
    for (const key of keysOf(one, other)) {
      compared += 1;
      if (compared > most) {
        // Without a change so far, there may be none.
        if (changed.length === 0 && isEqual(before, now)) return { paths: [], truncated: false };
        const common = commonPlace(changed[0] ?? place, pending[0] ?? place);
        return { paths: [pathTo(common)], truncated: true };
      }
      const partBefore = part(one, key);
      const partNow = part(other, key);
      if (partBefore !== partNow)
        inside.push({ before: partBefore, now: partNow, key, depth: place.depth + 1, parent: place });
    }
    for (const each of inside.reverse()) pending.push(each);
  }
  return { paths: changed.map(pathTo), truncated: false };
}

/** The keys of both. The indexes of a long list are made one by one, since most may never be needed. */
function* keysOf(one: Container, other: Container): Generator<string | number> {
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length);
    for (let index = 0; index < length; index += 1) yield index;
    return;
  }
  yield* Object.keys(one);
  for (const key of Object.keys(other)) if (!Object.hasOwn(one, key)) yield key;
}

/** Own properties only. To look for the index of a list as an own property takes long. */
const part = (value: Container, key: string | number): unknown =>
  typeof key === 'number' || Object.hasOwn(value, key) ? value[key] : undefined;

/** The nearest place that contains both. */
function commonPlace(first: Place, last: Place): Place {
  let one = first;
  let other = last;
  while (one !== other)
    if (one.depth > other.depth) one = one.parent ?? one;
    else if (other.parent) other = other.parent;
    else break;
  return other;
}

function pathTo(place: Place): string {
  const keys: (string | number)[] = [];
  for (let each: Place | undefined = place; each?.parent; each = each.parent) keys.push(each.key);
  return keys.reverse().join('.');
}
