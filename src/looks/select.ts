import { isSameName } from '../base/names.js';
import { isObject } from '../base/values.js';
import { badInput } from '../hub/wire/errors.js';
import { type PropertyName, textOf } from './look.js';

/**
 * Checks if a property belongs to a selection: an engine, a node or a property as a text or as an object, or a list of
 * these. Examples: `Arena`, `Arena › Mixer`, `{ engine: 'Arena', node: 'Mixer' }`. Throws `BAD_INPUT`.
 */
export function selector(only: unknown, names: readonly PropertyName[]): (name: PropertyName) => boolean {
  if (only === undefined || only === '') return () => true;
  const parts = (Array.isArray(only) ? only : [only]).map((part: unknown) => {
    const matches = typeof part === 'string' ? byText(part) : isObject(part) ? byFields(part) : undefined;
    if (!matches || !names.some(matches)) throw badInput('only', part, { key: 'choice', options: textsOf(names) });
    return matches;
  });
  return (name) => parts.some((matches) => matches(name));
}

/** Engine, engine and node, and so on. */
const pathsOf = ({ engine, node, property, component }: PropertyName): string[] => [
  engine,
  `${engine} › ${node}`,
  `${engine} › ${node} › ${property}`,
  textOf({ engine, node, property, ...(component !== undefined && { component }) }),
];

const textsOf = (names: readonly PropertyName[]): string[] => [...new Set(names.flatMap((name) => pathsOf(name)))];

const byText = (text: string) => {
  const path = text.split(/\s*[›/]\s*/).join(' › ');
  return (name: PropertyName) => pathsOf(name).some((each) => isSameName(each, text) || isSameName(each, path));
};

const byFields = (fields: Readonly<Record<string, unknown>>) => (name: PropertyName) =>
  Object.entries(fields).every(([field, value]) => {
    const own = name[field as keyof PropertyName];
    return own === value || (NAMES.includes(field) && typeof own === 'string' && isSameName(own, String(value)));
  });

/** The other fields are paths. */
const NAMES: readonly string[] = ['engine', 'node', 'property'];
