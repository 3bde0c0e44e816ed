/** Where a message came from, as far as its shape tells. */
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

/** What a hand did at a panel, whatever the panel: the one shape that everything behind it understands. */
export interface Gesture {
  readonly source: Source;
  /** What was touched, unique within its source: `note 1/60`, `cc 1/7`, `/1/fader1`, `key 0`. */
  readonly control: string;
  readonly kind: 'button' | 'fader' | 'encoder' | 'pad';
  /** Of a button, and of a fader that could as well be one (a controller at 127 or 0): whether it is pressed or let go. */
  readonly pressed?: boolean;
  /** Whose hand it was, where several browsers show the same control. */
  readonly client?: string;
  /** Of a press that is complete in itself (a click, a program change): no release of it follows. */
  readonly momentary?: true;
  /** Of a press of a source that repeats none: it is a new one, also where the end of the last was not told. */
  readonly anew?: true;
  /** Of a fader: where it stands, 0 … 1; not told if the source does not say what its number is a part of. */
  readonly value?: number;
  /** Of whatever sends a number: the number as it came. */
  readonly raw?: number;
  /** Of an encoder: steps since the last message, negative to the left. */
  readonly delta?: number;
  /** Of a pad: where the finger is, each 0 … 1 where the source says so, else as it came. */
  readonly values?: readonly number[];
  /** Kept by a broker from before, or told long after it was done: a state, not something that somebody does now. */
  readonly retained?: true;
  /** When it was done, in ms since the epoch, where the source tells. */
  readonly at?: number;
}

/** What a source says of itself. No hand did anything. */
export interface SourceReport {
  /** Whether the source can be heard; not set if it says nothing about that. */
  readonly connected?: boolean;
  /** The one control that restarts, with its source: `is07 6a3f`. */
  readonly control?: string;
}
