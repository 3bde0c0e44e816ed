/**
 * The first of these that shows something: a number, or a text that is not blank. '' if none does. Hubs send empty names
 * (docs/interface.md "Seen in the field", Items), and `??` takes an empty text for a name.
 */
export const firstName = (...names: readonly unknown[]): string =>
  names
    .map((name) => (typeof name === 'string' || typeof name === 'number' ? String(name) : ''))
    .find((name) => name.trim() !== '') ?? '';

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

/** A text of at most `most` characters. A longer one is cut, and ends with `…`. */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
