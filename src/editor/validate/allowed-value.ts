import { isObject } from '../../base/values.js';
import type { Allowed } from '../../hub/table/allowed.js';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** True if a field accepts a value. Only for feedback while typing: `src/hub/wire/request.ts` makes the final check. */
export function fits(allowed: Allowed, value: unknown): boolean {
  switch (allowed.key) {
    case 'integer':
      return Number.isInteger(value) && fits({ ...allowed, key: 'number' }, value);
    case 'number':
      return Number.isFinite(value) && (value as number) >= (allowed.minimum ?? Number.NEGATIVE_INFINITY);
    case 'choice':
      return allowed.options.includes(value as string | number);
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'anyText':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return isObject(value);
    case 'list':
    case 'entries':
      return Array.isArray(value);
    case 'parameters':
      return isObject(value) || Array.isArray(value);
    case 'nullable':
      return value === null || fits(allowed.of, value);
    case 'value':
      return value !== null;
    default:
      return true;
  }
}

/** Converts text for a field that expects a number or one of a few words. */
export function parseText(allowed: Allowed, text: string): unknown {
  const trimmed = text.trim();
  if (allowed.key === 'nullable') return parseText(allowed.of, text);
  if (allowed.key === 'choice' && allowed.words?.includes(trimmed)) return allowed.words.indexOf(trimmed);
  const wantsNumber = ['integer', 'number'].includes(allowed.key) || (allowed.key === 'choice' && allowed.words);
  return wantsNumber && DECIMAL.test(trimmed) ? Number(trimmed) : text;
}

/** True if an empty text is a value, e.g. to empty a title on air. */
export const allowsEmptyText = ({ key }: Allowed): boolean => key === 'value' || key === 'anyText';
