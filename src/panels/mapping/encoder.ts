import { clamp, type Range } from './fader.js';

/** The formats of endless encoders with 7 bits: the steps to the right for each number 0 … 127. */
const FORMATS = {
  /** Right: 1, 2 … Left: 127, 126 … */
  twosComplement: (raw: number) => (raw < 64 ? raw : raw - 128),
  /** Right: 65, 66 … Left: 63, 62 … */
  binaryOffset: (raw: number) => raw - 64,
  /** Right: 1, 2 … Left: 65, 66 … */
  signMagnitude: (raw: number) => (raw & 64 ? -(raw & 63) : raw & 63) + 0,
} as const;

export type EncoderFormat = keyof typeof FORMATS;

export const ENCODER_FORMATS = Object.keys(FORMATS) as readonly EncoderFormat[];

/** The steps of a turn, negative to the left. `raw` is 0 … 127. */
export const stepsOf = (raw: number, format: EncoderFormat): number => FORMATS[format](raw);

export interface EncoderOptions {
  readonly range: Range;
  /** The size of one step, in the unit of the range. */
  readonly step: number;
  /** The factor for the fastest turn. Default: 1. */
  readonly acceleration?: number;
  /** At an end, the value continues from the other end. Default: it stays at the end. */
  readonly wrap?: boolean;
}

/** A turn is slow if it comes at least this long after the last one. */
const SLOW_MS = 100;

/** A value that an endless encoder changes. */
export class Encoder {
  readonly #options: EncoderOptions;
  #value: number | undefined;
  #at = Number.NEGATIVE_INFINITY;

  constructor(options: EncoderOptions) {
    this.#options = options;
  }

  /** The present value. Undefined before the first `set` or `turn`. */
  get value(): number | undefined {
    return this.#value;
  }

  /** Sets the present value, from which the next turn starts. */
  set(value: number): void {
    this.#value = value;
  }

  /** Turns by a number of steps at a time in ms. Returns the new value. Without a value it starts at the first end. */
  turn(steps: number, now: number): number {
    const { range, step, acceleration = 1, wrap = false } = this.#options;
    const speed = clamp(1 - (now - this.#at) / SLOW_MS, [0, 1]);
    this.#at = now;
    const target = (this.#value ?? range[0]) + steps * step * (1 + (acceleration - 1) * speed);
    this.#value = roundOff(wrap ? wrapAround(target, range) : clamp(target, range));
    return this.#value;
  }
}

/** The value in a range whose ends are the same position. */
function wrapAround(value: number, [first, last]: Range): number {
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  if (low === high) return low;
  if (value >= low && value <= high) return value;
  const length = high - low;
  return low + ((((value - low) % length) + length) % length);
}

/** Removes binary rounding errors: 0.3, not 0.30000000000000004. */
const roundOff = (value: number): number => Number(value.toPrecision(12));
