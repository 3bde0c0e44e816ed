/**
 * If a map has `capacity` entries, deletes the oldest one that is not held, or the oldest one if all are held. Returns the
 * deleted value.
 */
export function evictOldest<T>(all: Map<string, T>, capacity: number, isHeld: (each: T) => boolean): T | undefined {
  if (all.size < capacity) return undefined;
  const entries = [...all];
  const [name = '', evicted] = entries.find(([, each]) => !isHeld(each)) ?? entries[0] ?? [];
  all.delete(name);
  return evicted;
}
