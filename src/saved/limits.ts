/** True for a finite number above 0, also as text. */
export const isPositive = (value: unknown): boolean => Number(value) > 0 && Number.isFinite(Number(value));

/** True for a finite number of at least `minimum`, also as text. */
export const isAtLeast = (minimum: number, value: unknown): boolean =>
  Number(value) >= minimum && Number.isFinite(Number(value));
