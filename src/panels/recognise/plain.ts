import { type Fields, isObject } from '../../base/values.js';
import { fromEventFields, fromEventWord } from './devices/event-words.js';
import { fromDevice } from './devices/index.js';
import { fromValue, nameOf, type ParsedGesture } from './parse-values.js';

/** Other words for events may be values of a flow. */
const KEYS = /^key(?:down|up)$/i;

/** Any message with a `payload` that is a boolean, a number, a text for one of them, or an object with an action. */
export function plain(msg: Fields): readonly ParsedGesture[] {
  const { topic, payload, data, event_type } = msg;
  const control = nameOf(topic, 'payload');
  const mayBeDevice = isObject(payload) || isObject(data) || event_type !== undefined;
  const gestures = mayBeDevice ? fromDevice(control, payload, msg) : undefined;
  if (gestures) return gestures;
  if (isObject(payload)) return fromEventFields(control, payload);
  return typeof payload === 'string' && KEYS.test(payload)
    ? fromEventWord(control, payload)
    : fromValue(control, payload);
}
