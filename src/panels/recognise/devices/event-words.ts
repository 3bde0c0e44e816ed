import type { Fields } from '../../../base/values.js';
import type { Gesture } from '../../gesture/gesture.js';
import { LONGEST_WORD, NONE, type ParsedGesture } from '../parse-values.js';

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

/** Fields of JSON that name an event. The first one with text counts. */
const FIELDS = ['action', 'event', 'event_type', 'type', 'click'] as const;

/** The act that JSON of an unknown device names: `{"action": "btn_down"}`, `{"type": "press"}`. */
export function fromEventFields(control: string, content: Fields): readonly ParsedGesture[] {
  const field = FIELDS.find((name) => typeof content[name] === 'string');
  return field ? fromEventWord(control, content[field]) : NONE;
}

/** The act that a text names: `single`, `1_double`, `long_press`. */
export function fromEventWord(control: string, text: unknown): readonly ParsedGesture[] {
  const event = parseEvent(text);
  if (!event) return NONE;
  const { act, button, word } = event;
  const named = button ? { control: `${control} ${button}`, topic: control } : { control };
  // A keyboard repeats a key that is held.
  const repeats = word.startsWith('key') && { isState: true as const, isChange: true as const };
  const origin = { button: `${control} ${button}`, rank: 1, ...repeats };
  return [{ ...named, kind: 'button', ...ofUnknown(act, word), origin }];
}

/** An unknown device may send no event for a hold or a double press, so its presses are timed here. */
function ofUnknown(act: Act, word: string) {
  if (act === 'release') return { pressed: false };
  return act === 'press' ? { pressed: true, anew: true as const } : { ...pressOf(act), word };
}
