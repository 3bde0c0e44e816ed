import { type Done, fromAction, fromValue, isObject, type Message, nameOf } from './reading.js';

/** Anything else with a `payload` that is a boolean, a number or a text for one, or an object that names a press. */
export function plain({ topic, payload }: Message): readonly Done[] {
  const control = nameOf(topic, 'payload');
  return isObject(payload) ? fromAction(control, payload) : fromValue(control, payload);
}
