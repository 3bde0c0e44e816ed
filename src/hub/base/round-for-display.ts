/** Decimal places that a user sees. */
const DIGITS = 4;

/**
 * Rounds a number for display: an engine's 32-bit float 0.1 arrives as 0.10000000149011612. The saved value stays
 * exact.
 */
export function roundForDisplay(number: number): number {
  if (Number.isInteger(number)) return number;
  return Number(Math.abs(number) < 1 ? number.toPrecision(DIGITS) : number.toFixed(DIGITS));
}
