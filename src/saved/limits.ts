/** Whether a saved number, perhaps as text, is one that one can wait for or count with: finite and above 0. */
export const isPositive = (value: unknown): boolean => Number(value) > 0 && Number.isFinite(Number(value));

/** Whether a saved number, perhaps as text, is finite and `minimum` or more. */
export const isAtLeast = (minimum: number, value: unknown): boolean =>
  Number(value) >= minimum && Number.isFinite(Number(value));
