import type { CueTexts } from '../lamp/cue-state.js';
import { type Appearance, brightness, type KeyNote, type State } from '../lamp/state.js';

/** The present appearance of a lamp. */
export interface Lamp extends Appearance {
  /** The state that it shows. Surfaces that take words send it. */
  readonly state: State;
  /** The time of the last change, in ms since the epoch. */
  readonly at: number;
  /** Set for the state of a cue list. */
  readonly cues?: CueTexts | undefined;
  /** Set for a key that shows more than a colour and a text. */
  readonly face?: KeyFace;
}

/** What a key shows besides its colour and its text. */
export interface KeyFace {
  /** The state in words. */
  readonly state: string;
  /** How its last command ended, or what it waits for. */
  readonly sign?: KeyNote | undefined;
  /** The progress of its fade, 0 … 1. */
  readonly bar?: number | undefined;
}

/** The message for the node of a surface. It has no other fields. */
export interface SurfaceMessage {
  /** The address of the control, if the node of the surface needs one. */
  readonly topic?: string | number;
  /** The value in the format of the surface. */
  readonly payload?: unknown;
  readonly [field: string]: unknown;
}

/** Returns the function that draws a lamp at a control, or undefined if the surface cannot have this control. */
export type Surface = (control: string) => ((lamp: Lamp) => SurfaceMessage) | undefined;

/** Returns a motor fader, or undefined if the surface cannot have this control. */
export type FaderSurface = (control: string) => MotorControl | undefined;

/** A motor fader of a surface. */
export interface MotorControl {
  /** The messages that move the motor, in this order. `value` is 0 … 1. */
  draw(value: number): readonly SurfaceMessage[];
  /** The names of its controls in gestures. A pair of controllers has two. */
  readonly names: readonly string[];
  /** The controls of its touch sensor, if the surface names it. */
  readonly touches?: readonly string[];
}

/** The content of a display. Undefined: unknown. */
export type DisplayContent = string | number | boolean | undefined;

/** Returns a display, or undefined if the surface cannot have this control. */
export type DisplaySurface = (control: string) => ValueDisplaySurface | undefined;

export interface ValueDisplaySurface {
  /** A text that never changes. */
  readonly fixed?: string;
  /** A text with placeholders for the cues of a list. Example: `{{standby}}`. */
  readonly pattern?: string;
  /** `part` is the place of a number in its range, 0 … 1. */
  draw(content: DisplayContent, part: number | undefined): SurfaceMessage;
}

/** For lamps that are only on or off. A dim colour is off. */
export const isLit = ({ colour }: Pick<Lamp, 'colour'>): boolean => brightness(colour) >= 0.5;

/** Parses an integer within these limits. Returns undefined for any other text. */
export function integer(text: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
