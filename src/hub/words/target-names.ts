import { cut } from '../../base/display.js';
import type { TargetNames } from '../wire/errors.js';
import type { NamedOperation } from './texts.js';

/** Longer names are cut, so that the sentence stays readable. */
const MAX_NAME = 81;

/** A value that was selected in a list, and its label there. */
interface PickedValue {
  readonly value: unknown;
  readonly label?: string;
  readonly type?: string;
}

/** The names of the things that a call uses: the labels of the picker, or else the values. */
export function targetNames(
  { parameters }: Pick<NamedOperation, 'parameters'>,
  params: Readonly<Record<string, unknown>>,
  saved: Readonly<Record<string, PickedValue | undefined>> = {},
): TargetNames {
  const entries = parameters.filter(({ names }) => names).map(({ name }) => [name, params[name]] as const);
  const values = entries.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(
    values.map(([name, value]) => {
      const picked = saved[name];
      const isPicked = picked?.label && String(picked.value) === String(value);
      const text = String(isPicked ? picked.label : value);
      return [name, cut(text, MAX_NAME)];
    }),
  );
}

/** The names of the things that are saved in a node, for a failure before its values are evaluated. */
export function savedNames(
  operation: Pick<NamedOperation, 'parameters'>,
  saved: Readonly<Record<string, PickedValue | undefined>> = {},
): TargetNames {
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
