/**
 * Makes room for one more where there are `most`: the oldest that no hand holds is forgotten, or, if all are held, the
 * oldest. Returns what was forgotten.
 */
export function makeRoom<T>(all: Map<string, T>, most: number, isHeld: (each: T) => boolean): T | undefined {
  if (all.size < most) return undefined;
  const entries = [...all];
  const [name = '', forgotten] = entries.find(([, each]) => !isHeld(each)) ?? entries[0] ?? [];
  all.delete(name);
  return forgotten;
}
