import { clamp, type Range, withDecimals } from './fader.js';

/**
 * The formats of endless encoders: the steps to the right for each number, with 7 bits 0 … 127. Sources: Ableton Live,
 * reference manual, "Mapping to Relative MIDI Controllers" (2's Comp., Bin Offset, Signed Bit, Signed Bit 2).
 */
const FORMATS = {
  /** Right: 1, 2 … Left: 127, 126 … or -1, -2 …, which MIDI cannot send. */
  twosComplement: (raw: number) => (raw < 64 ? raw : raw - 128),
  /** Right: 65, 66 … Left: 63, 62 … */
  binaryOffset: (raw: number) => raw - 64,
  /** Right: 1, 2 … Left: 65, 66 … */
  signMagnitude: (raw: number) => (raw & 64 ? -(raw & 63) : raw & 63) + 0,
  /** Right: 65, 66 … Left: 1, 2 … */
  signedBit2: (raw: number) => (raw & 64 ? raw & 63 : -(raw & 63)) + 0,
  /** Right: 1. Left: 0, as some OSC surfaces send it. */
  oneZero: (raw: number) => (raw > 0 ? 1 : -1),
} as const;

/** The format in which an encoder sends its steps. */
export type EncoderFormat = keyof typeof FORMATS;

/** All formats, in the order of the list in the dialog. */
export const ENCODER_FORMATS = Object.keys(FORMATS) as readonly EncoderFormat[];

/** The steps of a turn, negative to the left. `raw` is 0 … 127, and with two's complement also -64 … -1. */
export const stepsOf = (raw: number, format: EncoderFormat): number => FORMATS[format](raw);

/** True if an encoder of this format sends this number. */
export const isEncoderNumber = (raw: number, format: EncoderFormat): boolean =>
  Number.isInteger(raw) && raw >= (format === 'twosComplement' ? -64 : 0) && raw <= 127;

/** The range and the steps of an encoder. */
export interface EncoderOptions {
  /** Both ends of the value. Without a value, the encoder starts at the first end. */
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

  /** The encoder starts without a value. */
  constructor(options: EncoderOptions) {
    this.#options = options;
  }

  /** The present value. Undefined before the first `set` or `turn`. */
  get value(): number | undefined {
    return this.#value;
  }

  /** Sets the present value, from which the next turn starts. An engine's float 0.8500000238418579 counts as 0.85. */
  set(value: number): void {
    const decimal = Number(value.toPrecision(FLOAT_DIGITS));
    const isFloat = !Number.isInteger(value) && Math.fround(decimal) === Math.fround(value);
    this.#value = isFloat ? decimal : value;
  }

  /** The value is unknown. */
  forget(): void {
    this.#value = undefined;
  }

  /** Turns by a number of steps at a time in ms. Returns the new value. Without a value it starts at the first end. */
  turn(steps: number, now: number): number {
    const { range, step, acceleration = 1, wrap = false } = this.#options;
    const speed = clamp(1 - (now - this.#at) / SLOW_MS, [0, 1]);
    this.#at = now;
    const target = sumOf(this.#value ?? range[0], steps * step * (1 + (acceleration - 1) * speed));
    this.#value = wrap ? wrapAround(target, range) : clamp(target, range);
    return this.#value;
  }
}

/** The value in a range whose ends are the same position. */
function wrapAround(value: number, [first, last]: Range): number {
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  if (low === high) return low;
  if (value >= low && value <= high) return value;
  const length = high - low;
  return clamp(sumOf(low, (((value - low) % length) + length) % length), [low, high]);
}

/** The sum with 12 digits of the larger number: 0.3, not 0.30000000000000004, and 0, not 8.9e-16. */
function sumOf(one: number, other: number): number {
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(one), Math.abs(other))));
  return withDecimals(one + other, DIGITS - digits);
}

const DIGITS = 12;

/** The digits of a 32-bit float. */
const FLOAT_DIGITS = 7;
