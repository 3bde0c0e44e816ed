import { badInput } from '../wire/errors.js';
import type { AmendmentRule } from './amend.js';

const HOLDS_NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const HOLDS_BOOLEAN = /^\s*(true|false)\s*$/i;

const mayFit = (value: unknown): value is string =>
  typeof value === 'string' && (HOLDS_NUMBER.test(value) || HOLDS_BOOLEAN.test(value));

/**
 * The value of a property: components are put into what was sent last, or what the hub holds; text that holds a number
 * or a boolean becomes one where the property holds one (design.md, "Component").
 */
export const propertyValue: AmendmentRule = {
  needs: ({ Component, Value, fit }) => Component !== undefined || (fit !== false && mayFit(Value)),

  async amend(values, { read, recall, sent }, together, lane) {
    const { engineId, nodePath, propertyPath } = values;
    const target = { engineId, nodePath, propertyPath };
    const held = (answer: unknown) => (answer as { Value?: unknown } | null)?.Value;
    const fitted = async ({ Value, fit }: Record<string, unknown>, find: () => Promise<unknown> | unknown) =>
      fit !== false && mayFit(Value) ? fitTo(await find(), Value) : Value;

    const whole = together.findLast(({ Component }) => Component === undefined);
    const parts = together.filter(({ Component }) => Component !== undefined);
    let value = whole
      ? await fitted(whole, async () => held(await recall('getProperty', target)))
      : (sent.get(lane) ?? held(await read('getProperty', target)));
    for (const part of parts) {
      const path = String(part.Component).split('.');
      const found = pick(value, path);
      if (found === undefined) throw badInput('Component', part.Component, { key: 'choice', options: pathsOf(value) });
      value = put(value, path, await fitted(part, () => found));
    }
    return { ...values, Value: value };
  },
};

/** Text as the number or the boolean that it holds, if the property holds one. */
function fitTo(like: unknown, text: string): unknown {
  if (typeof like === 'number' && HOLDS_NUMBER.test(text)) return Number(text);
  if (typeof like === 'boolean' && HOLDS_BOOLEAN.test(text)) return /true/i.test(text);
  return text;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const pick = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined), value);

/** A copy of the value with the field that the path leads to replaced. */
function put(value: unknown, [key, ...rest]: readonly string[], fresh: unknown): unknown {
  if (key === undefined) return fresh;
  const held = value as Record<string, unknown>;
  const copy = Array.isArray(value) ? [...value] : { ...held };
  (copy as Record<string, unknown>)[key] = put(held[key], rest, fresh);
  return copy;
}

/** The components that a value has, as dot paths. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (!isObject(value)) return prefix ? [prefix] : [];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, prefix ? `${prefix}.${key}` : key));
}
