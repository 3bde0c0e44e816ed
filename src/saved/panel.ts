import type { SavedParams } from './param.js';

/** The types of controls, the default first. A component of a pad is a fader. */
export const TREATED_AS = ['fader', 'encoder', 'button'] as const;

/** The curves of a fader, the default first. */
export const CURVES = ['linear', 'logarithmic', 'exponential', 's'] as const;

/** How a fader takes over a value that differs from its position, the default first. */
export const TAKEOVERS = ['jump', 'pickUp', 'scaled'] as const;

/** The formats of steps to the left, the default first. */
export const CODINGS = ['twosComplement', 'binaryOffset', 'signMagnitude', 'signedBit2', 'oneZero'] as const;

/** The messages of a button that can be switched on and off. */
const BUTTON_MESSAGES = ['press', 'release', 'hold', 'double'] as const;

export const DEFAULT_HOLD_S = 0.6;
export const DEFAULT_DOUBLE_S = 0.4;

/** The number of clicks of an encoder from one end to the other, if no step is saved. */
export const DEFAULT_STEPS = 100;

/** A value in the list of a fader. */
export type ListChoice = string | number | boolean;

/** Parses a list separated by commas. Numbers, `true` and `false` get their types. */
export const parseListChoices = (list = ''): readonly ListChoice[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text === 'true' || text === 'false' ? text === 'true' : Number.isNaN(Number(text)) ? text : Number(text),
    );

/** The saved fields of the panel node. Blank: the default. */
export interface SavedPanel extends Partial<Record<(typeof BUTTON_MESSAGES)[number], boolean | string>> {
  /** One of the sources. Blank: found by the format of each message. */
  source?: string;
  /** The name of the control. Blank: every control. */
  control?: string;
  /** One of `TREATED_AS`. */
  kind?: string;
  /** The range of the values that are sent. */
  low?: string | number;
  high?: string | number;
  /** Values are rounded to multiples of it. For an encoder: one click. */
  step?: string | number;
  /** Inverts a fader, an encoder, or a contact that is closed at rest. */
  inverted?: boolean | string;
  /** One of `CURVES`. */
  curve?: string;
  /** The ends of the fader, in the numbers that it sends. Blank: the range of its source. */
  from?: string | number;
  to?: string | number;
  /** Joins the controllers n and n + 32 to one fader. */
  pair?: boolean | string;
  /** The axis of a pad, from 0. */
  axis?: string | number;
  /** The values of the fader, separated by commas. */
  list?: string;
  /** One of `TAKEOVERS`. */
  takeover?: string;
  /** The configuration that reads the property in `params` for the present value. Blank: a watch sends it to the node. */
  hub?: string;
  params?: SavedParams<unknown>;
  /** The part of the present value, e.g. `x`. Blank: all of it. */
  component?: string;
  /** One of `CODINGS`. */
  coding?: string;
  /** The factor for the fastest turn. Blank: 1. */
  acceleration?: string | number;
  /** An encoder continues from the other end. */
  wrap?: boolean | string;
  /** A press switches between true and false. */
  toggle?: boolean | string;
  /** The time of a hold, and the longest time before a second press, in seconds. */
  holdTime?: string | number;
  doubleTime?: string | number;
  /** The lockout in seconds. */
  lockout?: string | number;
  /** Ignores the first message after a start, because some sources send their state. */
  ignoreFirst?: boolean | string;
  /** The control sends no release: each message with a press is a press. */
  eachPress?: boolean | string;
  /** A path in the payload, and its values for a press and a release, as text. Blank: as the device is known. */
  property?: string;
  pressedIs?: string;
  releasedIs?: string;
}
