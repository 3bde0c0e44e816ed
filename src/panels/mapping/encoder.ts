import { clamp, type Range } from './fader.js';

/** How an endless encoder writes a turn into 7 bits: the steps to the right of each number 0 … 127. */
const FORMATS = {
  /** 1, 2 … to the right; 127, 126 … to the left. */
  twosComplement: (raw: number) => (raw < 64 ? raw : raw - 128),
  /** 64 is rest; 65 … to the right, 63 … to the left. */
  binaryOffset: (raw: number) => raw - 64,
  /** 1, 2 … to the right; 65, 66 … to the left. */
  signMagnitude: (raw: number) => (raw & 64 ? -(raw & 63) : raw & 63) + 0,
} as const;

export type EncoderFormat = keyof typeof FORMATS;

export const ENCODER_FORMATS = Object.keys(FORMATS) as readonly EncoderFormat[];

/** The steps of a turn, negative to the left. `raw` is 0 … 127. */
export const stepsOf = (raw: number, format: EncoderFormat): number => FORMATS[format](raw);

/** How far a turn goes, and where it ends. */
export interface EncoderOptions {
  readonly range: Range;
  /** What one step adds. */
  readonly step: number;
  /** How many times as far a quick turn goes; 1: not farther. */
  readonly acceleration?: number;
  /** Past one end it goes on at the other; or else it stays there. */
  readonly wrap?: boolean;
}

/** Turns that come this many ms apart, or more, are slow. */
const SLOW_MS = 100;

/** The value that an endless encoder turns. */
export class Encoder {
  readonly #options: EncoderOptions;
  #value: number | undefined;
  #at = Number.NEGATIVE_INFINITY;

  constructor(options: EncoderOptions) {
    this.#options = options;
  }

  /** Where it stands, as it was set or turned; undefined: nobody has told yet. */
  get value(): number | undefined {
    return this.#value;
  }

  /** The value as it is at present, whoever set it: the next turn starts from there. */
  set(value: number): void {
    this.#value = value;
  }

  /** Turns by so many steps, at a time in ms; the value that it gives. From nothing known it starts at the first end. */
  turn(steps: number, now: number): number {
    const { range, step, acceleration = 1, wrap = false } = this.#options;
    const haste = clamp(1 - (now - this.#at) / SLOW_MS, [0, 1]);
    this.#at = now;
    const wanted = (this.#value ?? range[0]) + steps * step * (1 + (acceleration - 1) * haste);
    this.#value = tidy(wrap ? wrapped(wanted, range) : clamp(wanted, range));
    return this.#value;
  }
}

/** In a range whose ends are the same place. */
function wrapped(value: number, [first, last]: Range): number {
  const low = Math.min(first, last);
  const length = Math.abs(last - first);
  if (length === 0 || (value >= low && value <= low + length)) return length === 0 ? low : value;
  return low + ((((value - low) % length) + length) % length);
}

/** Without what binary numbers add to decimal ones. */
const tidy = (value: number): number => Number(value.toPrecision(12));
