import { fromAction, fromValue, isObject, type Message, nameOf, type ParsedGesture } from './parse-values.js';

/** Any message with a `payload` that is a boolean, a number, a text for one of them, or an object with an action. */
export function plain({ topic, payload }: Message): readonly ParsedGesture[] {
  const control = nameOf(topic, 'payload');
  return isObject(payload) ? fromAction(control, payload) : fromValue(control, payload);
}
