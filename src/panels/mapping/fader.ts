/** How a fader's way is shared out; each leads from 0 to 1 and never back. */
const CURVES = {
  linear: (part: number) => part,
  /** Quick at first, fine at the end. */
  logarithmic: (part: number) => Math.log10(1 + 9 * part),
  /** Fine at first, quick at the end. */
  exponential: (part: number) => (10 ** part - 1) / 9,
  /** Fine at both ends. */
  s: (part: number) => part * part * (3 - 2 * part),
} as const;

export type Curve = keyof typeof CURVES;

export const CURVE_NAMES = Object.keys(CURVES) as readonly Curve[];

/** Its lowest and its highest value, in this order or the other way round. */
export type Range = readonly [number, number];

export interface FaderOptions<Choice = never> {
  /** Where the fader's ends are, as it tells them: 0 … 1 unless others were learned. */
  readonly from?: Range;
  /** What its ends stand for: 0 … 1 unless told otherwise. */
  readonly to?: Range;
  readonly curve?: Curve;
  /** The top stands for the first end of `to`. */
  readonly invert?: boolean;
  /** The result is whole steps away from the first end of `to`; the other end is reached all the same. */
  readonly step?: number;
  /** The way is shared out evenly among these, and one of them is the result, in place of a number. */
  readonly choices?: readonly Choice[];
}

/**
 * What a fader's position stands for. The function that it gives takes the fader's number, clamps it to `from`, gives
 * both ends of `to` exactly, and never turns back on the way. Throws a RangeError where `from` has no length, `step` is
 * not above 0, or there is nothing to choose from.
 */
export function faderMapping<Choice = never>(options: FaderOptions<Choice>): (value: number) => number | Choice {
  const { from = [0, 1], to = [0, 1], curve = 'linear', invert = false, step, choices } = options;
  if (from[0] === from[1]) throw new RangeError('from: two different numbers');
  if (step !== undefined && !(step > 0)) throw new RangeError('step: above 0');
  if (choices?.length === 0) throw new RangeError('choices: one at least');

  /** How much of the way it is, 0 … 1. */
  const part = (value: number): number => {
    const way = clamp((value - from[0]) / (from[1] - from[0]), [0, 1]);
    return CURVES[curve](invert ? 1 - way : way);
  };
  if (choices)
    return (value) => choices[Math.min(choices.length - 1, Math.floor(part(value) * choices.length))] as Choice;

  const [first, last] = to;
  return (value) => {
    const way = part(value);
    if (way <= 0) return first;
    if (way >= 1) return last;
    const far = way * (last - first);
    return clamp(step === undefined ? first + far : inSteps(first, far, step), to);
  };
}

/** Whole steps from the first end, with its decimals and those of a step: -0.3, not -0.30000000000000004. */
function inSteps(first: number, far: number, step: number): number {
  const value = first + Math.round(far / step) * step;
  const decimals = Math.max(decimalsOf(first), decimalsOf(step));
  // No negative zero.
  return Number(value.toFixed(Math.min(MOST_DECIMALS, decimals))) + 0;
}

/** `Number.toFixed` takes no more. */
const MOST_DECIMALS = 100;

/** How many digits follow the point: 1 of 0.1, 7 of 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** The nearest number in a range. */
export const clamp = (value: number, [first, last]: Range): number =>
  Math.min(Math.max(value, Math.min(first, last)), Math.max(first, last));
