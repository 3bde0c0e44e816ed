/** Levels of an answer that are copied, shown or sent back. A hub may send 10,000, which would overflow the stack. */
const MAX_DEPTH = 100;

/** True if a value of the hub is nested deeper than 100 levels. */
export function isDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeep(each, levels - 1));
}
