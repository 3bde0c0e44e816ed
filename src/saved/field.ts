import { typedNumberIn } from '../base/numbers.js';
import { isObject } from '../base/values.js';
import { type Allowed, allowedNumber } from '../hub/table/allowed.js';
import { fits } from './fits.js';
import type { SavedParams } from './param.js';

/** The types of saved values by the kind of their field. Only flows that were written by hand have other ones. */
interface SavedTypes {
  number: string | number;
  choice: string;
  /** An environment variable makes it a text. */
  flag: boolean | string;
  text: string;
  /** A text with a rule. Spaces around it do not count. */
  name: string;
  headers: string[];
  rows: object[];
  /** Only the dialog judges the rest: the runtime gets its errors from Node-RED, the table or the hub. */
  hub: string;
  optionalHub: string;
  surface: string;
  operation: string;
  params: SavedParams<unknown>;
  path: string;
}

/**
 * A saved field of a node: its kind, the values that it allows, its default, and the key of its label. The runtime reads
 * it and the dialog judges it by this description.
 */
export interface Field<Kind extends keyof SavedTypes = keyof SavedTypes, Value = unknown> {
  readonly kind: Kind;
  readonly label: string;
  readonly allowed: Allowed;
  /** The value of a blank field. */
  readonly usual: Value;
  /** A blank is not allowed. */
  readonly required?: boolean;
  /** A choice: the section of the catalogue with the texts of its options. */
  readonly texts?: string | undefined;
  /** The sentence of the dialog for a wrong value. Default: `reasons.wrong`. */
  readonly reason?: (saved: unknown) => string;
  readonly rows?: { readonly description: Description; readonly unique?: Unique | undefined };
}

/** Two rows of a table with the same key are a fault. */
export interface Unique {
  readonly key: (row: object) => string;
  readonly allowed: Allowed;
  /** The sentence of the dialog. */
  readonly reason: string;
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

/** True for a value that is not judged. */
type Skips = (value: unknown) => boolean;

const skipsNone: Skips = () => false;

const isBlank = (saved: unknown): boolean => String(saved ?? '').trim() === '' && !Array.isArray(saved);

/** The filled value in the type of its field. Undefined if it is not allowed. */
function parse({ kind, allowed, rows }: Field, saved: unknown): unknown {
  const isText = ['string', 'number', 'boolean'].includes(typeof saved);
  switch (kind) {
    case 'flag':
      return fits(allowed, String(saved)) ? String(saved) === 'true' : undefined;
    case 'rows':
      return Array.isArray(saved) && saved.every(isObject)
        ? saved.map((row) => valuesOf(rows?.description.fields ?? {}, row))
        : undefined;
    case 'headers':
      return Array.isArray(saved) && fits(allowed, saved) ? saved.map(String) : undefined;
    case 'params':
      return fits(allowed, saved) ? saved : undefined;
    default: {
      const text = kind === 'text' ? String(saved) : String(saved).trim();
      const value = kind === 'number' && typeof saved !== 'boolean' ? typedNumberIn(text) : text;
      return isText && fits(allowed, value) ? value : undefined;
    }
  }
}

/** The value of a field without a fault. */
export const fieldValue = <Value>(field: Field<keyof SavedTypes, Value>, saved: unknown): Value =>
  isBlank(saved) ? field.usual : ((parse(field, saved) as Value | undefined) ?? field.usual);

/** The values of fields without a fault. */
export const valuesOf = <F extends Fields>(fields: F, saved: object): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldValue(field, saved[name as keyof object])]),
  ) as ValuesOf<F>;

/** The saved values of some fields, for a description that has them too. */
export const savedPart = <F extends Fields>(fields: F, saved: SavedOf<F>): SavedOf<F> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, saved[name]])) as SavedOf<F>;

/** The fault of one field, apart from the rules between fields. */
export function fieldFault(name: string, field: Field, value: unknown, skips = skipsNone): Fault | undefined {
  const { kind, reason, required } = field;
  const allowed = kind === 'number' ? allowedNumber(value, field.allowed) : field.allowed;
  if (skips(value) || (isBlank(value) && !required)) return undefined;
  if (isBlank(value) || parse(field, value) === undefined)
    return { name, field, value, allowed, reason: reason?.(value) };
  return rowFaults(name, field, value, skips)[0];
}

/** The fault of each wrong row of a table. */
export function rowFaults(name: string, field: Field, value: unknown, skips = skipsNone): Fault[] {
  const { rows } = field;
  if (!rows || !Array.isArray(value)) return [];
  const { allowed = field.allowed, reason } = rows.unique ?? {};
  const repeated = { allowed, reason };
  const keys = value.map((row, index) => rows.unique?.key(row) ?? index);
  return value.flatMap((row: object, index) => {
    const isRepeated = keys.indexOf(keys[index] ?? index) < index;
    const fault = isRepeated ? { name, field, value: row, ...repeated } : faultIn(rows.description, row, skips);
    return fault ? [{ ...fault, row: index + 1 }] : [];
  });
}

/** The fault of a field by the rules between fields. A field that is not judged breaks none. */
export function ruleFault(description: Description, saved: object, name: string, skips = skipsNone): Fault | undefined {
  const { fields } = description;
  const field = fields[name];
  const at = (each: string): unknown => saved[each as keyof object];
  const broken = (description.rules as readonly Rule[])
    .filter((rule) => rule.field === name && ![name, ...rule.needs].some((each) => skips(at(each))))
    .find(({ holds }) => !holds(valuesOf(fields, saved)));
  return broken && field && { name, field, value: at(name), allowed: broken.allowed, reason: broken.reason };
}

/** The first fault of all fields. */
export function faultIn(description: Description, saved: object, skips = skipsNone): Fault | undefined {
  const fields = Object.entries(description.fields);
  const faults = [
    ...fields.map(([name, field]) => fieldFault(name, field, saved[name as keyof object], skips)),
    ...fields.map(([name]) => ruleFault(description, saved, name, skips)),
  ];
  return faults.find((fault) => fault !== undefined);
}

/** A number in the unit of its label, also as text, with a point or a comma. */
export const number = <Usual extends number | undefined>(
  label: string,
  usual: Usual,
  allowed: Allowed = { key: 'number' },
): Field<'number', number | Usual> => ({ kind: 'number', label, usual, allowed });

export const POSITIVE: Allowed = { key: 'positive' };
export const FROM_ZERO: Allowed = { key: 'number', minimum: 0 };
export const COUNT: Allowed = { key: 'integer', minimum: 0 };

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
});

/** One of the options, or none. */
export const optionalChoice = <Option extends string>(
  label: string,
  options: readonly Option[],
  texts: string,
): Field<'choice', Option | undefined> => ({ ...choice(label, options, texts), usual: undefined });

export const flag = (label: string, usual = false): Field<'flag', boolean> => ({
  kind: 'flag',
  label,
  usual,
  allowed: { key: 'choice', options: ['true', 'false'] },
});

/** A text, of this kind. */
export const text = <Kind extends 'text' | 'name' | 'hub' | 'optionalHub' | 'surface' | 'operation' | 'path' = 'text'>(
  label: string,
  kind = 'text' as Kind,
  allowed: Allowed = { key: 'anyText' },
  usual = '',
): Field<Kind, string> => ({ kind, label, usual, allowed });

/** A list with the same fields in each row. */
export const rows = <F extends Fields>(
  label: string,
  description: Description<F>,
  unique?: Unique,
): Field<'rows', readonly ValuesOf<F>[]> => ({
  kind: 'rows',
  label,
  usual: [],
  allowed: { key: 'list' },
  rows: { description, unique },
});

/** The parameters of an operation. */
export const params: Field<'params', SavedParams<unknown>> = {
  kind: 'params',
  label: 'editor.operation',
  usual: {},
  allowed: { key: 'object' },
};
