/** No panel has more controls. A flow that invents names must not fill the memory. */
const MOST = 256;

interface Limits<T> {
  readonly most?: number;
  readonly isHeld?: (each: T) => boolean;
}

/**
 * Sets a value of a map. If the map is full, the oldest value that is not held is deleted, or the oldest one if all are
 * held. Returns the deleted value.
 */
export function setLimited<T>(
  all: Map<string, T>,
  name: string,
  value: T,
  { most = MOST, isHeld = () => false }: Limits<T> = {},
): T | undefined {
  const entries = all.size < most || all.has(name) ? [] : [...all];
  const [oldest, deleted] = entries.find(([, each]) => !isHeld(each)) ?? entries[0] ?? [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(name, value);
  return deleted;
}
