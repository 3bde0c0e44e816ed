/** Digits of a fraction that people read. */
const DIGITS = 4;

/** A number as it is read: an engine's 32-bit float 0.1 is told as 0.10000000149011612. What is saved stays exact. */
export function roundForDisplay(number: number): number {
  if (Number.isInteger(number)) return number;
  return Number(Math.abs(number) < 1 ? number.toPrecision(DIGITS) : number.toFixed(DIGITS));
}

/** What the hub holds, to be read. */
export const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? roundForDisplay(part) : part));
