type Parts = Record<PropertyKey, unknown>;

/** A deep copy of a JSON value of any depth. `structuredClone` fails after a few thousand levels. */
export function copyOf(value: unknown): unknown {
  const root: Parts = { value };
  /** Copies that still have the original parts. */
  const pending = [root];
  const copyPart = (parts: Parts, key: PropertyKey) => {
    const part = parts[key];
    if (typeof part !== 'object' || part === null) return;
    const copy = (Array.isArray(part) ? part.slice() : { ...part }) as Parts;
    parts[key] = copy;
    pending.push(copy);
  };
  for (let parts = pending.pop(); parts; parts = pending.pop())
    // The keys of a list would be a text for each item.
    if (Array.isArray(parts)) for (let index = 0; index < parts.length; index += 1) copyPart(parts, index);
    else for (const key of Object.keys(parts)) copyPart(parts, key);
  return root.value;
}
