/** The device packages that `recognise` can read, and `plain` for all other messages. */
export const SOURCES = [
  'midi',
  'osc',
  'streamdeck',
  'xkeys',
  'gpio',
  'mqtt',
  'dashboard',
  'is07',
  'ember',
  'plain',
] as const;

export type Source = (typeof SOURCES)[number];

/** One action of an operator at a control, in the same form for every panel. */
export interface Gesture {
  readonly source: Source;
  /** The control, unique within its source: `note 1/60`, `cc 1/7`, `/1/fader1`, `key 0`. */
  readonly control: string;
  readonly kind: 'button' | 'fader' | 'encoder' | 'pad';
  /** For a button, and for a fader that may be a button (a controller at 127 or 0). `false`: released. */
  readonly pressed?: boolean;
  /** The browser, if several browsers show the same control. */
  readonly client?: string;
  /** For a press without a release, such as a click or a program change. */
  readonly momentary?: true;
  /** For a source that never repeats a press: it is a new press, also without a release before it. */
  readonly anew?: true;
  /** The position of a fader, 0 … 1. Not set if the range of the source is unknown. */
  readonly value?: number;
  /** The number as the source sent it. */
  readonly raw?: number;
  /** The steps of an encoder since the last message, negative to the left. */
  readonly delta?: number;
  /** The position on a pad: 0 … 1, or the numbers of the source if their range is unknown. */
  readonly values?: readonly number[];
  /** A state and not a new action: retained by a broker, sent again, or sent long after the action. */
  readonly retained?: true;
  /** The time of the action, in ms since the epoch, if the source sends it. */
  readonly at?: number;
}

/** A report of a source about itself. It is not a gesture. */
export interface SourceReport {
  /** Not set if the report is not about the connection. */
  readonly connected?: boolean;
  /** The control that restarts, with its source: `is07 6a3f`. */
  readonly control?: string;
}
