import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isObject } from '../base/values.js';
import type { Dialect } from '../hub/table/operation.js';

/** A place where an answer differs from docs/develop/interface.md. It has types and names of fields, never a value. */
export interface Difference {
  /** Example: `[].instances[].pid`. The answer itself is `.`. */
  readonly place: string;
  readonly kind: 'missing' | 'new' | 'type';
  /** The described type. Empty for a new field. */
  readonly expected: string;
  /** The type in the answer. Empty for a missing field. */
  readonly found: string;
}

/** True for a text that may be the name of a thing, so it must not be shown as the name of a field. */
export type IsPrivate = (text: string) => boolean;

/** Differences, each once. A hub with a long list has the same ones in each row. */
export class UniqueDifferences {
  readonly #differences = new Map<string, Difference>();

  add(differences: readonly Difference[]): this {
    for (const each of differences)
      this.#differences.set(`${each.kind} ${each.place} ${each.expected} ${each.found}`, each);
    return this;
  }

  /** All of them. The name of a new field is hidden if it is private. */
  all(isPrivate: IsPrivate = () => false): Difference[] {
    const shown = [...this.#differences.values()].map((each) =>
      each.kind === 'new' && isPrivate(lastName(each.place)) ? { ...each, place: withoutName(each.place) } : each,
    );
    return [...new Map(shown.map((each) => [JSON.stringify(each), each])).values()];
  }
}

const lastName = (place: string): string => place.slice(place.lastIndexOf('.') + 1);

const withoutName = (place: string): string => place.slice(0, place.lastIndexOf('.') + 1) + HIDDEN;

/** The differences between an answer of a hub of this revision and its schema, each place once. */
export const differencesIn = (schema: TSchema, answer: unknown, dialect: Dialect): Difference[] =>
  compare(schema, answer, '', dialect);

function compare(schema: TSchema, value: unknown, place: string, dialect: Dialect): Difference[] {
  const branches = schema.anyOf as TSchema[] | undefined;
  if (branches) return compareUnion(branches, value, place, dialect);
  if (hasFields(schema) && isObject(value)) return compareFields(schema, value, place, dialect);
  if (schema.items && Array.isArray(value)) {
    const differences = new UniqueDifferences();
    for (const row of value) differences.add(compare(schema.items as TSchema, row, `${place}[]`, dialect));
    return differences.all();
  }
  return Value.Check(schema, value) ? [] : [otherType(place, [schema], value)];
}

/** False for an object with any fields. */
const hasFields = ({ properties = {} }: TSchema): boolean => Object.keys(properties).length > 0;

/** The branch of the same type with the fewest differences decides. */
function compareUnion(branches: readonly TSchema[], value: unknown, place: string, dialect: Dialect): Difference[] {
  if (branches.some((branch) => Value.Check(branch, value) && !hasFields(branch) && !branch.items)) return [];
  const candidates = branches
    .filter(({ type }) => (type === 'object' && isObject(value)) || (type === 'array' && Array.isArray(value)))
    .map((branch) => compare(branch, value, place, dialect))
    .sort((one, other) => one.length - other.length);
  return candidates[0] ?? [otherType(place, branches, value)];
}

function compareFields(
  { properties, required = [] }: TSchema,
  value: Readonly<Record<string, unknown>>,
  place: string,
  dialect: Dialect,
): Difference[] {
  const fields = Object.entries(properties as Record<string, TSchema>);
  const described = fields.flatMap(([name, schema]): Difference[] => {
    const at = place ? `${place}.${name}` : name;
    if (Object.hasOwn(value, name)) return compare(schema, value[name], at, dialect);
    const isRequired = required.includes(name) || schema['x-requiredOn'] === dialect;
    return isRequired ? [{ place: at, kind: 'missing', expected: typeOf(schema), found: '' }] : [];
  });
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties as object, name));
  const added = others.map((name): Difference => {
    const shown = isFieldName(name) ? name : HIDDEN;
    return { place: place ? `${place}.${shown}` : shown, kind: 'new', expected: '', found: typeOfValue(value[name]) };
  });
  return [...described, ...added];
}

const HIDDEN = '…';

/** Fields of interfaces look like `ownerShowId`. Names of things often have spaces, digits or a capital. */
export const isFieldName = (name: string): boolean => /^[a-z][A-Za-z]{0,30}$/.test(name);

const otherType = (place: string, schemas: readonly TSchema[], value: unknown): Difference => ({
  place: place || '.',
  kind: 'type',
  expected: [...new Set(schemas.map(typeOf))].join(' | '),
  found: typeOfValue(value),
});

/** The type of a schema in words of JSON. A choice has its values, which docs/develop/interface.md names. */
function typeOf({ type, const: choice, anyOf, pattern }: TSchema): string {
  if (choice !== undefined) return JSON.stringify(choice);
  if (anyOf) return [...new Set((anyOf as TSchema[]).map(typeOf))].join(' | ');
  return pattern ? 'time' : (type ?? 'any');
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
