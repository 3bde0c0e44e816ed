import { isObject } from '../../base/values.js';
import type { Values } from './completion.js';

/** Each value merged into those before it. Objects are merged field by field. All other values are replaced. */
function mergeData(...values: readonly unknown[]): unknown {
  // Nothing is left of the values before one that is not an object.
  const objects = values.slice(values.findLastIndex((value) => !isObject(value)) + 1).filter(isObject);
  if (objects.length === 0) return values.at(-1);
  const fields = new Map<string, unknown[]>();
  for (const object of objects)
    for (const [name, field] of Object.entries(object)) {
      const earlier = fields.get(name);
      if (earlier) earlier.push(field);
      else fields.set(name, [field]);
    }
  // `__proto__` is also the name of a field.
  return Object.fromEntries([...fields].map(([name, each]) => [name, mergeData(...each)]));
}

/** The values of several waiting updates of one thing, the oldest first, as one update of its present data. */
export const mergeRun = (run: readonly Values[], present: unknown): Values => ({
  ...Object.assign({}, ...run),
  data: mergeData(present ?? {}, ...run.map(({ data }) => data)),
});
