import { hasParts } from '../../base/values.js';

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
