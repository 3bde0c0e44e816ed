import { type Done, fromAxes, fromValue, isObject, type Message, NONE, nameOf } from './reading.js';

/**
 * `@flowfuse/node-red-dashboard` 2: a button's `_event.type` is `pointerdown`, `pointerup` or `click`, the last after
 * both or, from the keyboard, alone. It sends those of them that it was told to. Sliders and switches only have `_client`.
 */
export function dashboard({ _event: event, _client: client, topic, payload }: Message): readonly Done[] {
  if (isObject(event)) return ofEvent(nameOf(topic, 'button'), event.type);
  if (!isObject(client)) return NONE;
  const control = nameOf(topic, 'slider');
  return Array.isArray(payload) ? fromAxes(control, payload) : fromValue(control, payload);
}

function ofEvent(control: string, type: unknown): readonly Done[] {
  if (type === 'click') return [{ control, kind: 'button', pressed: true, momentary: true }];
  if (type === 'pointerdown') return [{ control, kind: 'button', pressed: true, anew: true }];
  return type === 'pointerup' ? [{ control, kind: 'button', pressed: false }] : NONE;
}
