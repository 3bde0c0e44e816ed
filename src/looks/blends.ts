import { isObject } from '../base/values.js';
import type { LookCall } from '../hub/records/as-run.js';
import type { Found } from './find-properties.js';
import { keyOf, type Look, type LookValue } from './look.js';

/** Properties whose blend began together. */
export interface BlendStart {
  /** All its commands have it. A property that another command has set since then does not follow the blend any more. */
  readonly call: LookCall;
  /** The values when it began. */
  readonly found: Promise<Found>;
}

/** The blends from present values to looks. The present values of a property are read once, when its blend begins. */
export class Blends {
  readonly #starts = new Map<string, BlendStart>();

  /** The values that a share moves, by the start of their blend. It begins with the first share above 0, and ends at 0. */
  move(name: string, look: Look, share: number, begin: (values: Look) => BlendStart): Map<BlendStart, LookValue[]> {
    const added = share > 0 ? look.filter((value) => !this.#starts.has(idOf(name, value))) : [];
    const start = added.length > 0 && begin(added);
    if (start) for (const value of added) this.#starts.set(idOf(name, value), start);
    const moved = new Map<BlendStart, LookValue[]>();
    for (const value of look) {
      const each = this.#starts.get(idOf(name, value));
      const values = (each && moved.get(each)) ?? [];
      if (each) moved.set(each, values);
      values.push(value);
    }
    if (share === 0) this.end(name, look);
    return moved;
  }

  /** The next share reads the present values again. */
  end(name: string, look: Look): void {
    for (const value of look) this.#starts.delete(idOf(name, value));
  }

  clear(): void {
    this.#starts.clear();
  }
}

const idOf = (look: string, value: LookValue): string => JSON.stringify([look, keyOf(value)]);

/** A look at a share of 0 … 1. A value without intermediate ones is left out below 1. */
export const blended = (look: Look, { properties }: Found, share: number): Look =>
  look.flatMap((value) => {
    const property = properties.get(keyOf(value))?.found;
    if (!property) return value;
    const part = blend(property.value, value.value, share);
    return part === undefined ? [] : { ...value, value: part };
  });

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
