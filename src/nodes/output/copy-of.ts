/** A copy of what JSON held, however deep it is nested: `structuredClone` gives up some thousand levels down. */
export function copyOf(value: unknown): unknown {
  const whole: Record<string, unknown> = { value };
  const open: Record<string, unknown>[] = [whole];
  for (let part = open.pop(); part; part = open.pop())
    for (const [key, inner] of Object.entries(part)) {
      if (typeof inner !== 'object' || inner === null) continue;
      const copy = (Array.isArray(inner) ? [...inner] : { ...inner }) as Record<string, unknown>;
      part[key] = copy;
      open.push(copy);
    }
  return whole.value;
}
