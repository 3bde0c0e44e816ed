import type { Colour, Look, State } from '../lamp/state.js';

/** What a lamp shows at the moment. */
export interface Lamp extends Look {
  readonly state: State;
  /** When it began to, in ms since the epoch. */
  readonly at: number;
}

/** The fields of the message that a surface's node takes. Nothing else goes out, so nothing is left over in it. */
export interface Fields {
  readonly topic?: string | number;
  readonly payload?: unknown;
  readonly [field: string]: unknown;
}

/** Takes the name of a control, and gives what draws a lamp there; undefined where there can be no such control. */
export type Surface = (control: string) => ((lamp: Lamp) => Fields) | undefined;

/** The same for faders with a motor: `value` is 0 … 1, and some take it in several messages, in this order. */
export type FaderSurface = (control: string) => MotorControl | undefined;

/** What moves the motor of a fader, and by which names the fader is known. */
export interface MotorControl {
  draw(value: number): readonly Fields[];
  /** What it is called when a hand moves it; of a pair of controllers each. */
  readonly names: readonly string[];
}

/** How bright a colour is, 0 … 1. */
export const brightness = (colour: Colour): number => Math.max(...colour) / 255;

/** Whether a lamp that is either lit or dark is lit: what is only dim is dark there. */
export const isLit = ({ colour }: Pick<Lamp, 'colour'>): boolean => brightness(colour) >= 0.5;

/** The whole number that a text is, if it is one within these limits. */
export function integer(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
