/** A number with a point: `0.5`, `-3`, `1e-7`. */
const WITH_POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The same with the comma of many countries: `0,5`. */
const WITH_COMMA = /^[+-]?(?:\d+,\d+|,\d+)(?:e[+-]?\d+)?$/i;

/** `1,000` is one in Berlin and a thousand in London. `0,125` and `1234,567` cannot have a separator of thousands. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/** Digits with several separators, or with spaces or apostrophes: `1.000,5`, `1,000,000`, `1 000`, `1'000`. */
const GROUPED = /^[+-]?\d+(?:[.,'’\s]\d+)+$/;

/**
 * The number that a text of a person or a device has, with a point or a comma. Undefined for any other text, and for
 * one whose comma may separate thousands.
 */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  const hasComma = WITH_COMMA.test(trimmed) && !AMBIGUOUS.test(trimmed);
  if (!hasComma && !WITH_POINT.test(trimmed)) return undefined;
  const number = Number(trimmed.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

const PREFIXED = /^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i;

/** The same, also for `0x10`, `0o7` and `0b1`, which Node-RED takes in a field for numbers. */
export const typedNumberIn = (text: string): number | undefined =>
  numberIn(text) ?? (PREFIXED.test(text.trim()) ? Number(text) : undefined);

/** True for a text that looks like a number, but has separators that can be read in two ways. */
export function isGrouped(text: string): boolean {
  const trimmed = text.trim();
  return GROUPED.test(trimmed) && numberIn(trimmed) === undefined;
}
