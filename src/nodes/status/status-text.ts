import { cut, escapeReferences } from '../../base/display.js';
import { shortJson } from '../../hub/records/short-json.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { TargetNames } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { targetNames } from '../../hub/words/target-names.js';
import type { Words } from '../../hub/words/texts.js';
import type { SavedParams } from '../../saved/param.js';

/** Characters of a status. */
export const MAX_TEXT = 20;

const DIGITS = 3;

/** Maximum length of a value with its time in a status, in characters. */
export const MAX_VALUE = 10;

/** A number with three digits. */
export const roundedNumber = (number: number): number => Number(number.toPrecision(DIGITS));

/** A value for a status: a rounded number, the `Value` of a hub property, or the first characters of its JSON. */
export function shortValue(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null && 'Value' in value) return shortValue(value.Value);
  return shortJson(value, MAX_VALUE - 1);
}

function shortNumber(number: number): string {
  const text = String(roundedNumber(number));
  return text.length > MAX_VALUE ? number.toExponential(DIGITS - 1) : text;
}

/** A text with hours and minutes, e.g. `0.5 · 21:25`. */
export const withTime = (text: string, at: Date): string => `${text} · ${at.toTimeString().slice(0, 5)}`;
/** A successful command, e.g. `0.5 · 21:25` or `In · 21:25`: its value, its target within an engine, or the operation. */
export function successText(
  words: Words,
  operation: AnyOperation,
  params: Params,
  saved: SavedParams<unknown> | undefined,
  at: Date,
): string {
  const { latest } = operation;
  const text = latest
    ? shortValue(params[latest])
    : actionName(words, operation, targetNames(operation, params, saved));
  return escapeReferences(withTime(cut(text, MAX_VALUE), at));
}

function actionName(words: Words, { name, parameters }: AnyOperation, targets: TargetNames): string {
  const targetParameters = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const target = targetParameters.at(-1)?.name;
  return (target && targets[target]) || words.operation(name);
}
