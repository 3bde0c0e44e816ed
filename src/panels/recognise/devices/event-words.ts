import type { Gesture } from '../../gesture.js';
import { LONGEST_WORD } from '../parse-values.js';

/**
 * The act that an event names. `press` and `hold` last until a `release`. The others are complete, since the device sends
 * no release after them.
 */
export type Act = 'press' | 'release' | 'single' | 'double' | 'triple' | 'hold' | 'held';

/** The endings of events, in the words of zigbee2mqtt, Home Assistant, Shelly, Tasmota and PLCs. */
const ENDINGS: ReadonlyMap<string, Act> = new Map(
  Object.entries({
    press: ['press', 'pressed', 'initial_press', 'short_press'],
    single: [
      'single',
      'single_press',
      'single_click',
      'single_push',
      'single_tap',
      'click',
      'tap',
      'push',
      'short_push',
    ],
    double: ['double', 'double_press', 'double_click', 'double_push', 'double_tap', 'dblclick'],
    triple: ['triple', 'triple_press', 'triple_click', 'triple_push', 'quadruple', 'quadruple_press', 'quad', 'penta'],
    hold: ['hold', 'held', 'long', 'long_press', 'long_click', 'longpress'],
    held: ['long_push'],
    release: ['release', 'released', 'press_release', 'hold_release', 'short_release', 'long_release'],
  } as const).flatMap(([act, endings]) => endings.map((ending) => [ending, act as Act] as const)),
);

/** Words that name an act only alone: `brightness_move_up` is not a release. */
const WHOLE: ReadonlyMap<string, Act> = new Map(
  ['', 'btn', 'button', 'key', 'pointer', 'mouse'].flatMap((prefix) =>
    ['', '_'].flatMap((mark) => [
      [`${prefix}${prefix && mark}down`, 'press'] as const,
      [`${prefix}${prefix && mark}up`, 'release'] as const,
    ]),
  ),
);

/** Prefixes that are the same for each button. */
const NO_NAME = ['button', 'btn', 'key', 'remote_button', 'switch'];

/** The act that a word names, and the button: `1_single`, `arrow_left_click`, `button_short_release`. */
export function parseEvent(text: unknown): { act: Act; button: string; word: string } | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_WORD) return undefined;
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_');
  const whole = WHOLE.get(word);
  if (whole) return { act: whole, button: '', word };
  const parts = word.split('_');
  for (let at = 0; at < parts.length; at += 1) {
    const act = ENDINGS.get(parts.slice(at).join('_'));
    const button = parts.slice(0, at).join('_');
    if (act) return { act, button: NO_NAME.includes(button) ? '' : button, word };
  }
  return undefined;
}

/** The fields of a gesture for an act. A release has no event: it ends a press or a hold. */
export function pressOf(act: Act): Pick<Gesture, 'pressed' | 'event' | 'momentary' | 'anew'> {
  switch (act) {
    case 'press':
      return { pressed: true, event: 'press', anew: true };
    case 'single':
      return { pressed: true, event: 'press', momentary: true };
    case 'double':
    case 'triple':
      return { pressed: true, event: act, momentary: true };
    case 'hold':
      return { pressed: true, event: 'hold' };
    case 'held':
      return { pressed: true, event: 'hold', momentary: true };
    case 'release':
      return { pressed: false };
  }
}
