import type { Fields } from '../../base/values.js';
import { type Act, parseEvent, pressOf } from './devices/event-words.js';
import { NONE, type ParsedGesture } from './parse-values.js';

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
