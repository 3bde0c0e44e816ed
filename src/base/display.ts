/**
 * The first of these that shows something: a number, or a text that is not blank. '' if none does. Hubs send empty names
 * (docs/develop/interface.md "Seen in the field", Items), and `??` takes an empty text for a name.
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

/** Control characters, separators of lines, and those that change the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a hub for a report, without control characters. */
export const printable = (value: string): string =>
  value.replace(UNPRINTABLE, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);

/** Characters of a name on a line. */
const MAX_SHOWN = 201;

/** The same for a name, cut. */
export const printableName = (name: string): string => printable(cut(name, MAX_SHOWN));

/**
 * A text of a hub, a message or a flow, for a status or a label. Node-RED's translator follows `$t(…)` as a reference.
 * With an odd number of escaped quotes it never ends, and the editor's tab freezes. A zero-width space prevents this.
 */
export const escapeReferences = (text: string): string => text.replaceAll('$t(', '$\u200bt(');

/** The same for the values of a sentence, because the translator also reads the finished sentence. */
export const escapeReferencesIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeReferences(value) : value]),
  );
