import { ENGINE_READ, engineTypeIn } from '../lookup/engine-types.js';
import type { Known } from '../lookup/known.js';
import { badInput } from '../wire/errors.js';
import type { Completion, Values } from './completion.js';
import { objectIn } from './told.js';

const PROPERTY_READ = 'getProperty';

const HOLDS_NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const HOLDS_BOOLEAN = /^\s*(true|false)\s*$/i;

const mayFit = (value: unknown): value is string =>
  typeof value === 'string' && (HOLDS_NUMBER.test(value) || HOLDS_BOOLEAN.test(value));

/**
 * The value of a property: a component (`x` or `rotation.z`) becomes a path of its own on RE5, elsewhere it is put into
 * what was sent last, or what the hub holds; text that holds a number or a boolean becomes one where the property holds
 * one (docs/architecture.md "Live control").
 */
export const propertyValue: Completion = {
  needs: ({ Component, Value, fit }) => Component !== undefined || (fit !== false && mayFit(Value)),

  complete(values, known, together, lane) {
    const {
      engineId,
      Component,
      engineType = Component && engineTypeIn(known.recall(ENGINE_READ, { engineId })),
    } = values;
    if (Component === undefined || engineType !== 'RE5')
      return { ...values, Value: merged(values, known, together, lane) };
    const alone: Values = { ...values, propertyPath: `${values.propertyPath}.${Component}`, Component: undefined };
    return { ...alone, Value: merged(alone, known, [alone], lane) };
  },
};

/** The whole value among those that go out together, or what the property holds, with the components put in. */
function merged({ engineId, nodePath, propertyPath }: Values, known: Known, together: readonly Values[], lane: string) {
  const target = { engineId, nodePath, propertyPath };
  const held = (property: unknown) => objectIn(property, PROPERTY_READ).Value;
  const start = together.findLastIndex(({ Component }) => Component === undefined);
  const whole = together[start];
  let value = whole
    ? fitted(whole, () => held(known.recall(PROPERTY_READ, target)))
    : (known.sent(lane) ?? held(known.fresh(PROPERTY_READ, target)));
  // Only what came after the whole value is put into it: after x = 1, {x: 0, y: 0}, y = 2 it is {x: 0, y: 2}.
  for (const part of together.slice(start + 1)) {
    const path = String(part.Component).split('.');
    const found = pick(value, path);
    if (found === undefined) throw badInput('Component', part.Component, { key: 'choice', options: pathsOf(value) });
    value = put(
      value,
      path,
      fitted(part, () => found),
    );
  }
  return value;
}

/** Text as the number or the boolean that it holds, if the property holds one. */
function fitted({ Value: text, fit }: Values, held: () => unknown): unknown {
  if (fit === false || !mayFit(text)) return text;
  const like = held();
  if (typeof like === 'number' && HOLDS_NUMBER.test(text)) return Number(text);
  if (typeof like === 'boolean' && HOLDS_BOOLEAN.test(text)) return /true/i.test(text);
  return text;
}

/** Lists have components too: `0`, `1`. */
const hasParts = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const pick = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (hasParts(part) && Object.hasOwn(part, key) ? part[key] : undefined), value);

/** A copy of the value with the field that the path leads to replaced. */
function put(value: unknown, [key, ...rest]: readonly string[], fresh: unknown): unknown {
  if (key === undefined) return fresh;
  const held = value as Values;
  const copy = Array.isArray(value) ? [...value] : { ...held };
  (copy as Record<string, unknown>)[key] = put(held[key], rest, fresh);
  return copy;
}

/** Components are offered down to this level: an answer nested 5,000 deep would run out of stack. */
const DEEPEST = 32;

/** The components that a value has, as dot paths. */
function pathsOf(value: unknown, prefix = '', depth = 0): string[] {
  if (!hasParts(value)) return prefix ? [prefix] : [];
  if (depth === DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, prefix ? `${prefix}.${key}` : key, depth + 1));
}
