import { badInput } from '../../hub/wire/errors.js';

/** A saved choice. Throws `BAD_INPUT` for anything that is not among the options. */
export function choice<T extends string>(field: string, value: unknown, options: readonly T[]): T {
  const found = options.find((option) => option === String(value));
  if (!found) throw badInput(field, value, { key: 'choice', options });
  return found;
}

/** A saved number above 0. Throws `BAD_INPUT`. */
export function positive(field: string, value: unknown): number {
  const number = Number(value);
  if (!(number > 0 && number < Number.POSITIVE_INFINITY)) throw badInput(field, value, { key: 'positive' });
  return number;
}

/** A saved number, `minimum` or more. Throws `BAD_INPUT`. */
export function atLeast(minimum: number, field: string, value: unknown): number {
  const number = Number(value);
  if (!(number >= minimum && number < Number.POSITIVE_INFINITY))
    throw badInput(field, value, { key: 'number', minimum });
  return number;
}

/** A saved switch, which an environment variable may set. Throws `BAD_INPUT`. */
export const isOn = (field: string, value: unknown): boolean =>
  choice(field, value || 'false', ['true', 'false']) === 'true';
