/** A deep copy of a JSON value of any depth. `structuredClone` fails after a few thousand levels. */
export function copyOf(value: unknown): unknown {
  const root: Record<string, unknown> = { value };
  const pending: Record<string, unknown>[] = [root];
  for (let part = pending.pop(); part; part = pending.pop())
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner !== 'object' || inner === null) continue;
      const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Record<string, unknown>;
      part[key] = copy;
      pending.push(copy);
    }
  return root.value;
}
