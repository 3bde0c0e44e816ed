/** The device packages that `recognise` can read, and `plain` for all other messages. */
export const SOURCES = [
  'midi',
  'mcu',
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

/** One of `SOURCES`: the format in which a message was recognised. */
export type Source = (typeof SOURCES)[number];

/** The source of this name. Undefined: any. */
export const sourceOf = (name: unknown): Source | undefined => SOURCES.find((source) => source === name);

/**
 * True for a source that sends each press and each release of a key once. A second press means that a release was lost.
 * The others may repeat the state of a key that is held.
 */
export const SENDS_CHANGES: Readonly<Record<Source, boolean>> = {
  midi: true,
  mcu: true,
  osc: true,
  streamdeck: true,
  xkeys: true,
  gpio: false,
  mqtt: false,
  // Its `pointerdown` is always a new press.
  dashboard: false,
  is07: false,
  ember: false,
  plain: false,
};

/** The families of devices that `recognise` knows by the topic or the form of their messages. */
export type Family = 'zigbee2mqtt' | 'shelly' | 'tasmota' | 'homeAssistant' | 'esphome';

/** Finds messages that repeat an act, or that are about the same one. */
export interface Origin {
  /** The same for all messages about one button. */
  readonly button: string;
  /** If several messages are about one press, those with the highest rank count. */
  readonly rank: number;
  /** The number or time of an event: a message with the same one repeats it. */
  readonly id?: string | number;
  /** A state that the device repeats: only a change is an act. */
  readonly isState?: true;
  /** The device sends this state only when it changes, and when it connects. So the first one is an act, too. */
  readonly isChange?: true;
  /** The device sends the message again and again, so the first one after a start may be about an old act. */
  readonly isPeriodic?: true;
}

/** One action of an operator at a control, in the same form for every panel. */
export interface Gesture {
  /** The format of the message. */
  readonly source: Source;
  /** The control, unique within its source: `note 1/60`, `cc 1/7`, `/1/fader1`, `key 0`. */
  readonly control: string;
  /** The type of control. A number that may be a button or a fader is a `fader`, and has `pressed` too. */
  readonly kind: 'button' | 'fader' | 'encoder' | 'pad';
  /** For a button, and for a fader that may be a button (a controller at 127 or 0). `false`: released. */
  readonly pressed?: boolean;
  /** The browser, if several browsers show the same control. */
  readonly client?: string;
  /** For a press without a release, such as a click or a program change. */
  readonly momentary?: true;
  /** For a screen that times its holds itself: its press, its hold, and its end without a release. */
  readonly hand?: 'presses' | 'holds' | 'gone';
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
  /** The topic of the message, if the control is one of several behind it. Either of them selects the control. */
  readonly topic?: string;
  /** The family of the device, if its messages show it. */
  readonly family?: Family;
  /** The event, if the device itself separates press, double press and hold. */
  readonly event?: 'press' | 'double' | 'triple' | 'hold';
  /** The event as the device names it: `brightness_move_up`. */
  readonly word?: string;
  /** For devices that repeat their messages, or send several about one press. */
  readonly origin?: Origin;
  /** The press was reported before: a hold that begins with it, or a number of IS-07 that is still not 0. */
  readonly continues?: true;
  /** The message repeats an act, is about the same one, or reports a state: nothing was done. */
  readonly isReport?: true;
  /** The device that starts or connects again, by the first part of its topics. Its next states only report. */
  readonly restarts?: string;
}

/** A report of a source about itself. It is not a gesture. */
export interface SourceReport {
  /** Not set if the report is not about the connection. */
  readonly connected?: boolean;
  /** The control that restarts, with its source: `is07 6a3f`. */
  readonly control?: string;
}
