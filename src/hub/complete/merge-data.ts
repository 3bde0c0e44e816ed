import { isObject } from '../../base/values.js';
import type { Values } from './completion.js';

/** Objects are merged field by field. All other values are replaced. */
export function mergeData(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const result: Values = { ...before };
  for (const [name, value] of Object.entries(after)) {
    // Own fields only, because `__proto__` is also the name of a field.
    Object.defineProperty(result, name, {
      value: mergeData(Object.hasOwn(before, name) ? before[name] : undefined, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

/** The values of several waiting updates of one thing, the oldest first, as one update. */
export const mergeRun = (run: readonly Values[]): Values => ({
  ...Object.assign({}, ...run),
  data: run.map(({ data }) => data).reduce(mergeData),
});
