import type { SavedParams } from './param.js';

/** What a control is treated as, the usual first. A pad is a fader: one component of it at a time. */
export const TREATED_AS = ['fader', 'encoder', 'button'] as const;

/** How the way of a fader becomes the way of a value, the usual first. */
export const CURVES = ['linear', 'logarithmic', 'exponential', 's'] as const;

/** What a fader does that does not stand where the value is, the usual first. */
export const TAKEOVERS = ['jump', 'pickUp', 'scaled'] as const;

/** How encoders write steps to the left, the usual first. */
export const CODINGS = ['twosComplement', 'binaryOffset', 'signMagnitude'] as const;

/** What of a button can become a message of its own. */
const TOLD = ['press', 'release', 'hold', 'double'] as const;

/** Seconds, unless something else was saved. */
export const USUAL_HOLD_S = 0.6;
export const USUAL_DOUBLE_S = 0.4;

/** So many clicks of an encoder lead from one end to the other, unless a step was saved. */
export const USUAL_STEPS = 100;

/** One of the values that a fader chooses from. */
export type Entry = string | number | boolean;

/** The entries of a list as it is typed in: numbers, true and false are what they look like. */
export const entriesOf = (list = ''): readonly Entry[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text === 'true' || text === 'false' ? text === 'true' : Number.isNaN(Number(text)) ? text : Number(text),
    );

/** What the dialog of the panel node saves. A blank means: as usual. */
export interface SavedPanel extends Partial<Record<(typeof TOLD)[number], boolean | string>> {
  /** One of the sources; blank: whatever the message's shape tells. */
  source?: string;
  /** The one control that counts, as its source calls it; blank: any. */
  control?: string;
  /** One of `TREATED_AS`. */
  kind?: string;
  /** The range of the values that go out. */
  low?: string | number;
  high?: string | number;
  /** Values go out in multiples of it; an encoder's one click. */
  step?: string | number;
  /** The other way round: a fader, an encoder, or a contact that is closed while nobody presses it. */
  invert?: boolean | string;
  /** One of `CURVES`. */
  curve?: string;
  /** Where the fader's way begins and ends, in the numbers that it sends; blank: as its source says. */
  from?: string | number;
  to?: string | number;
  /** Two controllers, n and n + 32, are one fader. */
  pair?: boolean | string;
  /** Which component of a pad, from 0. */
  component?: string | number;
  /** Values to choose from along the fader's way, separated by commas. */
  list?: string;
  /** One of `TAKEOVERS`. */
  takeover?: string;
  /** Where the present value is read, with `params` that name the property; blank: a watch is wired to the node. */
  hub?: string;
  params?: SavedParams<unknown>;
  /** The part of the present value, e.g. `x`; blank: all of it. */
  part?: string;
  /** One of `CODINGS`. */
  coding?: string;
  /** How many times as far a fast turn goes as a slow one; blank: as far. */
  acceleration?: string | number;
  /** An encoder that comes to an end goes on at the other. */
  wrap?: boolean | string;
  /** A press switches between true and false. */
  toggle?: boolean | string;
  /** Seconds: how long a button is held until that is told, and how soon a second press follows. */
  holdTime?: string | number;
  doubleTime?: string | number;
  /** Seconds after a press in which another does nothing. */
  deaf?: string | number;
  /** The first message after a start does nothing: some sources tell how things are. */
  ignoreFirst?: boolean | string;
}
