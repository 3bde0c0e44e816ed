import { isObject } from '../base/values.js';

/**
 * The value between two others: `from` at 0, `to` at 1. Only numbers, and vectors of numbers with the same parts, have
 * one. For all others, it is undefined below 1.
 */
export function blend(from: unknown, to: unknown, share: number): unknown {
  if (share >= 1) return to;
  if (isNumber(from) && isNumber(to)) return from + (to - from) * share;
  if (!isVector(from) || !isVector(to)) return undefined;
  const parts = Object.entries(to).map(([name, end]) => [name, blend(from[name], end, share)] as const);
  if (parts.length !== Object.keys(from).length || parts.some(([, part]) => part === undefined)) return undefined;
  return Object.fromEntries(parts);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isVector = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && Object.values(value).every((part) => isNumber(part) || isVector(part));
