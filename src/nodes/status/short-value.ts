import { shortJson } from '../../hub/records/short-json.js';

const DIGITS = 3;

/** Maximum length of a value with its time in a status, in characters. */
export const MAX_VALUE = 10;

/** A number with three digits. */
export const roundedNumber = (number: number): number => Number(number.toPrecision(DIGITS));

/** A value for a status: a rounded number, the `Value` of a hub property, or the first characters of its JSON. */
export function shortValue(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null && 'Value' in value) return shortValue(value.Value);
  return shortJson(value, MAX_VALUE - 1);
}

function shortNumber(number: number): string {
  const text = String(roundedNumber(number));
  return text.length > MAX_VALUE ? number.toExponential(DIGITS - 1) : text;
}

/** A text with hours and minutes, e.g. `0.5 · 21:25`. */
export const withTime = (text: string, at: Date): string => `${text} · ${at.toTimeString().slice(0, 5)}`;
