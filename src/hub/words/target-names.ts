import { cut } from '../../base/display.js';
import type { TargetNames } from '../wire/errors.js';
import type { NamedOperation } from './texts.js';

/** Longer names are cut, so that the sentence stays readable. */
const MAX_NAME = 81;

/** A value that was selected in a list, and its label there. */
export interface PickedValue {
  /** The id, the path or the key. */
  readonly value?: unknown;
  /** The name in the list. */
  readonly label?: string;
  /** The type of the typed input. */
  readonly type?: string;
}

/** The saved values of a node, by parameter. */
export type PickedValues = Readonly<Record<string, PickedValue | undefined>>;

/** The names of the things that a call uses: the labels of the picker, or else the values. A control saves several commands. */
export function targetNames(
  { parameters }: Pick<NamedOperation, 'parameters'>,
  params: Readonly<Record<string, unknown>>,
  ...saved: readonly (PickedValues | undefined)[]
): TargetNames {
  const entries = parameters.filter(({ names }) => names).map(({ name }) => [name, params[name]] as const);
  const values = entries.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(
    values.map(([name, value]) => {
      return [name, cut(labelOf(saved, name, value) ?? String(value), MAX_NAME)];
    }),
  );
}

/** The label that was saved with this value of a parameter. Undefined: none. */
export function labelOf(
  saved: readonly (PickedValues | undefined)[],
  name: string,
  value: unknown,
): string | undefined {
  const picked = saved
    .map((values) => values?.[name])
    .find((each) => each?.label && String(each.value) === String(value));
  return picked?.label;
}

/** The names of the things that are saved in a node, for a failure before its values are evaluated. */
export function savedNames(operation: Pick<NamedOperation, 'parameters'>, saved: PickedValues = {}): TargetNames {
  const literals = Object.entries(saved).filter(([, input]) => input?.type === 'str' || input?.type === 'num');
  return targetNames(operation, Object.fromEntries(literals.map(([name, input]) => [name, input?.value])), saved);
}

const ELLIPSIS = '…';

/** A text without its middle, because names often differ only at the end. Example: `Evening…News 2`. */
export function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = Math.max(0, max - ELLIPSIS.length);
  return text.slice(0, Math.ceil(kept / 2)) + ELLIPSIS + text.slice(text.length - Math.floor(kept / 2));
}

/** Characters that the first name of a target keeps. */
const MIN_FIRST = 8;

/**
 * The names of a target in `max` characters. The last one is the item, so the ones in the middle are shortened first.
 * Example: `Play item`, `…`, `Anchor of the late news`.
 */
export function shortenNames([first = '', ...others]: readonly string[], max: number): string[] {
  let excess = [first, ...others].join('').length - max;
  const shorten = (name: string, min: number): string => {
    const short = shortenMiddle(name, Math.max(min, name.length - Math.max(0, excess)));
    excess -= name.length - short.length;
    return short;
  };
  const middle = others.slice(0, -1).map((name) => shorten(name, 1));
  const start = shorten(first, others.length > 0 ? MIN_FIRST : 1);
  return [start, ...middle, ...others.slice(-1).map((name) => shorten(name, 1))];
}
