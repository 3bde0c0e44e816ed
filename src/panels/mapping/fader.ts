import type { Gesture } from '../gesture/gesture.js';

/** Curves from a position to a part of the range. Each rises from 0 to 1. */
const CURVES = {
  linear: (part: number) => part,
  /** Quick at first, fine at the end. */
  logarithmic: (part: number) => Math.log10(1 + 9 * part),
  /** Fine at first, quick at the end. */
  exponential: (part: number) => (10 ** part - 1) / 9,
  /** Fine at both ends. */
  s: (part: number) => part * part * (3 - 2 * part),
} as const;

/** The name of a curve from the position of a fader to its value. */
export type Curve = keyof typeof CURVES;

/** All curves, in the order of the list in the dialog. */
export const CURVE_NAMES = Object.keys(CURVES) as readonly Curve[];

/** Both ends of a range, in either order. */
export type Range = readonly [number, number];

/** The conversion from the numbers of a fader to values. */
export interface FaderOptions<Choice = never> {
  /** The numbers that the fader sends at its ends. Default: 0 … 1. */
  readonly from?: Range;
  /** The values at its ends. Default: 0 … 1. */
  readonly to?: Range;
  /** Default: `linear`. */
  readonly curve?: Curve;
  /** The top has the first end of `to`. */
  readonly invert?: boolean;
  /** The result is a whole number of steps from the first end of `to`. The other end is reached in any case. */
  readonly step?: number;
  /** The result is one of these instead of a number. Each has an equal part of the fader. */
  readonly choices?: readonly Choice[];
}

/**
 * Returns a function from the number of a fader to a value. It clamps to `from`, returns both ends of `to` exactly, and
 * never changes direction. Throws a RangeError if `from` has no length, `step` is not above 0, or `choices` is empty.
 */
export function faderMapping<Choice = never>(options: FaderOptions<Choice>): (value: number) => number | Choice {
  const { from = [0, 1], to = [0, 1], curve = 'linear', invert = false, step, choices } = options;
  if (from[0] === from[1]) throw new RangeError('from: two different numbers');
  if (step !== undefined && !(step > 0)) throw new RangeError('step: above 0');
  if (choices?.length === 0) throw new RangeError('choices: one at least');

  /** The part of the range, 0 … 1. */
  const fractionOf = (value: number): number => {
    const fraction = clamp((value - from[0]) / (from[1] - from[0]), [0, 1]);
    return CURVES[curve](invert ? 1 - fraction : fraction);
  };
  if (choices)
    return (value) => choices[Math.min(choices.length - 1, Math.floor(fractionOf(value) * choices.length))] as Choice;

  const [first, last] = to;
  return (value) => {
    const fraction = fractionOf(value);
    if (fraction <= 0) return first;
    if (fraction >= 1) return last;
    const offset = fraction * (last - first);
    return clamp(step === undefined ? first + offset : roundToStep(first, offset, step), to);
  };
}

/** Rounds to whole steps, with the decimals of the first end and of a step: -0.3, not -0.30000000000000004. */
function roundToStep(first: number, offset: number, step: number): number {
  const value = first + Math.round(offset / step) * step;
  return withDecimals(value, Math.max(decimalsOf(first), decimalsOf(step)));
}

/** `Number.toFixed` takes 0 … 100. `+ 0` turns -0 into 0. */
export const withDecimals = (value: number, decimals: number): number =>
  Number(value.toFixed(clamp(decimals, [0, 100]))) + 0;

/** The number of decimals: 1 for 0.1, 7 for 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** The nearest number in a range. */
export const clamp = (value: number, [first, last]: Range): number =>
  Math.min(Math.max(value, Math.min(first, last)), Math.max(first, last));

/** The reason why a gesture has no position: the ends are unknown, or it is not a fader. */
export type NoPosition = 'noEnds' | 'noFader';

/**
 * The position of a fader, or of a component of a pad (from 0). If `ends` is set, it is in the numbers of the source,
 * otherwise 0 … 1. A button is at one of the ends. An event has no position.
 */
export function positionOf(
  { source, values, value, raw, pressed, momentary, event }: Gesture,
  component: number,
  ends: Range | undefined,
): number | NoPosition {
  // A tablet sends OSC without arguments when its page changes.
  if (event || (source === 'osc' && momentary)) return 'noFader';
  const part = ends ? (raw ?? value) : value;
  const position = values ? values[component] : part;
  if (position !== undefined) return ends || (position >= 0 && position <= 1) ? position : 'noEnds';
  if (raw !== undefined) return 'noEnds';
  return pressed === undefined ? 'noFader' : Number(pressed);
}
