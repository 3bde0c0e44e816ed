import { badInput } from '../../hub/wire/errors.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';

/** A saved choice. Throws `BAD_INPUT` if it is not one of the options. */
export function choice<T extends string>(field: string, value: unknown, options: readonly T[]): T {
  const found = options.find((option) => option === String(value));
  if (!found) throw badInput(field, value, { key: 'choice', options });
  return found;
}

/** A saved finite number. Throws `BAD_INPUT`. */
export function finite(field: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw badInput(field, value, { key: 'number' });
  return number;
}

/** A saved number above 0. Throws `BAD_INPUT`. */
export function positive(field: string, value: unknown): number {
  if (!isPositive(value)) throw badInput(field, value, { key: 'positive' });
  return Number(value);
}

/** A saved number, `minimum` or more. Throws `BAD_INPUT`. */
export function atLeast(minimum: number, field: string, value: unknown): number {
  if (!isAtLeast(minimum, value)) throw badInput(field, value, { key: 'number', minimum });
  return Number(value);
}

/** A saved switch as a boolean, or as text from an environment variable. Throws `BAD_INPUT`. */
export const isOn = (field: string, value: unknown): boolean =>
  choice(field, value || 'false', ['true', 'false']) === 'true';
