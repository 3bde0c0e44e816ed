import { isObject } from '../base/values.js';
import type { Allowed } from '../hub/table/allowed.js';
import type { SavedParams } from './param.js';

/**
 * A saved field of a node: its kind, its rule, its default, and the key of its label. The runtime reads it and the dialog
 * judges it by this description.
 */
export interface Field<Kind extends keyof SavedTypes = keyof SavedTypes, Value = unknown> {
  readonly kind: Kind;
  readonly label: string;
  /** The value of a blank field. */
  readonly usual: Value;
  readonly allowed: Allowed;
  /** The value of a filled field. Undefined if it is not allowed. */
  readonly parse: (saved: unknown) => Value | undefined;
  /** A choice: the section of the catalogue with the texts of its options. */
  readonly texts?: string | undefined;
  /** A blank is not allowed. */
  readonly required?: boolean;
  /** The sentence of the dialog for a wrong value. Default: `reasons.wrong`. */
  readonly reason?: (saved: unknown) => string;
  /** The fields of each row. Two rows with the same key are a fault. */
  readonly rows?: { readonly fields: Fields; readonly key?: ((row: object) => string) | undefined };
}

/** The types of saved values. Only flows that were written by hand have other ones. */
interface SavedTypes {
  number: string | number;
  choice: string;
  flag: boolean | string;
  /** Any text. */
  text: string;
  /** A text with a rule. */
  name: string;
  headers: string[];
  rows: object[];
  /** Only the dialog judges these: the runtime finds out from Node-RED, the table or the hub. */
  hub: string;
  optionalHub: string;
  operation: string;
  params: SavedParams<unknown>;
  path: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, as the runtime uses them. */
export type ValuesOf<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer _, infer Value> ? Value : never };

/** The fields as a flow holds them. */
export type SavedOf<F> = { -readonly [Name in keyof F]?: F[Name] extends Field<infer Kind> ? SavedTypes[Kind] : never };

/** A rule between fields. The dialog marks `field`. */
export interface Rule<Values = Readonly<Record<string, unknown>>> {
  readonly field: keyof Values & string;
  /** The other fields. */
  readonly needs: readonly (keyof Values & string)[];
  readonly holds: (values: Values) => boolean;
  readonly allowed: Allowed;
  /** The sentence of the dialog. Default: `reasons.wrong`. */
  readonly reason?: string;
}

/** The saved fields of a node, and the rules between them. */
export interface Description<F extends Fields = Fields> {
  readonly fields: F;
  readonly rules: readonly Rule<never>[];
}

export const describe = <F extends Fields>(fields: F, rules: readonly Rule<ValuesOf<F>>[] = []): Description<F> => ({
  fields,
  rules,
});

/** A wrong field. In a table, its row counts from 1. */
export interface Fault {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly allowed: Allowed;
  readonly reason?: string | undefined;
  readonly row?: number;
}

const isBlank = (saved: unknown): boolean =>
  saved === undefined || saved === null || (typeof saved === 'string' && saved.trim() === '');

/** The value of a field without a fault. */
export const fieldValue = <Value>(field: Field<keyof SavedTypes, Value>, saved: unknown): Value =>
  isBlank(saved) ? field.usual : (field.parse(saved) ?? field.usual);

/** The values of fields without a fault. */
export const valuesOf = <F extends Fields>(fields: F, saved: object): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldValue(field, saved[name as keyof object])]),
  ) as ValuesOf<F>;

/** True for a value that is not judged. */
type Skips = (value: unknown) => boolean;

const skipsNone: Skips = () => false;

/** The fault of one field, apart from the rules between fields. */
export function fieldFault(name: string, field: Field, value: unknown, skips = skipsNone): Fault | undefined {
  const { allowed, reason } = field;
  if (skips(value) || (isBlank(value) && !field.required)) return undefined;
  if (isBlank(value) || field.parse(value) === undefined)
    return { name, field, value, allowed, reason: reason?.(value) };
  return rowFaults(name, field, value, skips)[0];
}

/** The fault of each wrong row of a table. */
export function rowFaults(name: string, field: Field, value: unknown, skips = skipsNone): Fault[] {
  const { rows } = field;
  if (!rows || !Array.isArray(value)) return [];
  const keys = new Set<string>();
  return value.filter(isObject).flatMap((row, index) => {
    const key = rows.key?.(row) ?? String(index);
    const repeated = keys.has(key) ? { name, field, value: row, ...REPEATED } : undefined;
    keys.add(key);
    const fault = repeated ?? firstFault(rows.fields, row, skips);
    return fault ? [{ ...fault, row: index + 1 }] : [];
  });
}

const REPEATED = { allowed: { key: 'otherProperty' }, reason: 'look.reasons.duplicate' } as const;

const firstFault = (fields: Fields, saved: object, skips = skipsNone): Fault | undefined =>
  Object.entries(fields)
    .map(([name, field]) => fieldFault(name, field, saved[name as keyof object], skips))
    .find((fault) => fault !== undefined);

/** The fault of a field by the rules between fields. A field that is wrong by itself, or not judged, breaks none. */
export function ruleFault(
  { fields, rules }: Description,
  saved: object,
  name: string,
  skips = skipsNone,
): Fault | undefined {
  const at = (each: string): unknown => saved[each as keyof object];
  const isUsable = (each: string) =>
    fields[each] !== undefined && !skips(at(each)) && !fieldFault(each, fields[each], at(each));
  const broken = (rules as readonly Rule[])
    .filter((rule) => rule.field === name && [name, ...rule.needs].every(isUsable))
    .find(({ holds }) => !holds(valuesOf(fields, saved)));
  const field = fields[name];
  return broken && field && { name, field, value: at(name), allowed: broken.allowed, reason: broken.reason };
}

/** The first fault of all fields. */
export const faultIn = (description: Description, saved: object): Fault | undefined =>
  firstFault(description.fields, saved) ??
  Object.keys(description.fields)
    .map((name) => ruleFault(description, saved, name))
    .find((fault) => fault !== undefined);

interface Limits {
  readonly minimum?: number;
  /** A number above it. */
  readonly above?: 0;
  readonly integer?: true;
  /** Another rule. */
  readonly allowed?: Allowed;
  readonly isValid?: (value: number) => boolean;
}

/** A number in its unit, also as text. */
export function number<Usual extends number | undefined>(
  label: string,
  usual: Usual,
  { minimum, above, integer, allowed, isValid = () => true }: Limits = {},
): Field<'number', number | Usual> {
  return {
    kind: 'number',
    label,
    usual,
    allowed: allowed ?? (above === 0 ? { key: 'positive' } : { key: integer ? 'integer' : 'number', minimum }),
    parse: (saved) => {
      const value = typeof saved === 'string' || typeof saved === 'number' ? Number(saved) : Number.NaN;
      const isInside = Number.isFinite(value) && value >= (minimum ?? value) && (above === undefined || value > above);
      return isInside && (!integer || Number.isInteger(value)) && isValid(value) ? value : undefined;
    },
  };
}

/** Seconds above 0. */
export const seconds = <Usual extends number | undefined>(label: string, usual: Usual) =>
  number(label, usual, { above: 0 });

/** One of the options, the first by default. */
export const choice = <Option extends string>(
  label: string,
  options: readonly Option[],
  texts?: string,
): Field<'choice', Option> => ({
  kind: 'choice',
  label,
  usual: options[0] as Option,
  allowed: { key: 'choice', options },
  texts,
  parse: (saved) => options.find((option) => option === String(saved)),
});

/** One of the options, or none. */
export const optionalChoice = <Option extends string>(
  label: string,
  options: readonly Option[],
  texts: string,
): Field<'choice', Option | undefined> => ({ ...choice(label, options, texts), usual: undefined });

/** On or off. An environment variable makes it a text. */
export const flag = (label: string, usual = false): Field<'flag', boolean> => ({
  kind: 'flag',
  label,
  usual,
  allowed: { key: 'choice', options: ['true', 'false'] },
  parse: (saved) => ({ true: true, false: false })[String(saved)],
});

const textIn = (saved: unknown): string | undefined =>
  typeof saved === 'string' || typeof saved === 'number' || typeof saved === 'boolean' ? String(saved) : undefined;

/** Any text. */
export const text = (label: string): Field<'text', string> => ({
  kind: 'text',
  label,
  usual: '',
  allowed: { key: 'anyText' },
  parse: textIn,
});

/** A text with a rule. Spaces around it do not count. */
export const name = (
  label: string,
  allowed: Allowed,
  isValid: (text: string) => boolean = () => true,
  usual = '',
): Field<'name', string> => ({
  kind: 'name',
  label,
  usual,
  allowed,
  parse: (saved) => {
    const trimmed = textIn(saved)?.trim();
    return trimmed !== undefined && isValid(trimmed) ? trimmed : undefined;
  },
});

/** A text that must be filled in. */
export const required = (label: string): Field<'name', string> => ({ ...name(label, { key: 'text' }), required: true });

/** A list with the same fields in each row. */
export const rows = <F extends Fields>(
  label: string,
  fields: F,
  key?: (row: object) => string,
): Field<'rows', readonly ValuesOf<F>[]> => ({
  kind: 'rows',
  label,
  usual: [],
  allowed: { key: 'list' },
  rows: { fields, key },
  parse: (saved) =>
    Array.isArray(saved) && saved.every(isObject) ? saved.map((row) => valuesOf(fields, row)) : undefined,
});

/** A field that only the dialog judges, by its kind. */
export const external = <Kind extends 'hub' | 'optionalHub' | 'operation' | 'path'>(
  kind: Kind,
  label: string,
): Field<Kind, string> => ({ kind, label, usual: '', allowed: { key: 'text' }, parse: textIn });

/** The parameters of an operation. */
export const params: Field<'params', SavedParams<unknown>> = {
  kind: 'params',
  label: 'editor.operation',
  usual: {},
  allowed: { key: 'object' },
  parse: (saved) => (isObject(saved) ? (saved as SavedParams<unknown>) : undefined),
};
