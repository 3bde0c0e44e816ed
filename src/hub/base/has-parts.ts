/** True for an object or a list. Lists have parts too: `0`, `1`. */
export const hasParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
