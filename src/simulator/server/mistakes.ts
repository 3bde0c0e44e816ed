import { cut } from '../../base/display.js';
import { isObject } from '../../base/values.js';

/** The values that a field may have. */
export interface Rule {
  isAllowed(value: unknown): boolean;
  /** The end of the sentence `It must be …`. */
  readonly allowed: string;
  /** True if the value must not be shown. */
  readonly isSecret?: true;
}

/** A rule for each field of an object. */
export type Rules<Field extends string = string> = Readonly<Record<Field, Rule>>;

/**
 * The first mistake in the fields of an object, or undefined. An absent field is allowed. Example: `dialect is 3. It must
 * be 1 or 2.`
 */
export function mistakeIn(fields: unknown, rules: Rules, kind: string): string | undefined {
  const names = Object.keys(rules).join(', ') || 'none';
  if (!isObject(fields)) return `The ${kind}s must be an object. Allowed ${kind}s: ${names}.`;
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(rules, name)) return `${shown(name)} is not a known ${kind}. Allowed ${kind}s: ${names}.`;
    const rule = rules[name];
    if (!rule || value === undefined || rule.isAllowed(value)) continue;
    return `${name} ${rule.isSecret ? 'is not usable' : `is ${shown(value)}`}. It must be ${rule.allowed}.`;
  }
  return undefined;
}

/** Throws a RangeError for the first mistake. */
export function refuseMistakes(of: string, fields: unknown, rules: Rules, kind: string): void {
  const mistake = mistakeIn(fields, rules, kind);
  if (mistake) throw new RangeError(`${of}: ${mistake}`);
}

/** Characters of a value that are shown. */
const MAX_SHOWN = 81;

function shown(value: unknown): string {
  return cut((typeof value === 'number' ? String(value) : JSON.stringify(value)) ?? String(value), MAX_SHOWN);
}

const quoted = (options: readonly unknown[]): string => options.map((option) => shown(option)).join(', ');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isNumberFrom = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

/** The value is checked elsewhere. */
export const anything: Rule = { isAllowed: () => true, allowed: 'any value' };

export const text: Rule = { isAllowed: isText, allowed: 'a text that is not empty' };

export const anyText: Rule = { isAllowed: (value) => typeof value === 'string', allowed: 'a text' };

export const secret: Rule = { ...text, isSecret: true };

export const yesOrNo: Rule = { isAllowed: (value) => typeof value === 'boolean', allowed: 'true or false' };

export const aFunction: Rule = { isAllowed: (value) => typeof value === 'function', allowed: 'a function' };

export const oneOf = (...options: readonly unknown[]): Rule => ({
  isAllowed: (value) => options.includes(value),
  allowed: options.length === 1 ? quoted(options) : `one of ${quoted(options)}`,
});

export const matching = (pattern: RegExp, allowed: string): Rule => ({
  isAllowed: (value) => typeof value === 'string' && pattern.test(value),
  allowed,
});

export const numberFrom = (min: number, max = Number.POSITIVE_INFINITY): Rule => ({
  isAllowed: (value) => isNumberFrom(value, min, max),
  allowed: `a number ${range(min, max)}`,
});

export const integerFrom = (min: number, max = Number.POSITIVE_INFINITY): Rule => ({
  isAllowed: (value) => Number.isInteger(value) && isNumberFrom(value, min, max),
  allowed: `a whole number ${range(min, max)}`,
});

const range = (min: number, max: number): string => (Number.isFinite(max) ? `from ${min} to ${max}` : `from ${min}`);

/** A list whose elements follow the rule. */
export const listOf = ({ isAllowed, allowed }: Rule): Rule => ({
  isAllowed: (value) => Array.isArray(value) && value.every(isAllowed),
  allowed: `a list. Each element must be ${allowed}`,
});
