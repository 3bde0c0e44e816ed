import { type Done, fromAxes, fromValue, isObject, type Message, NONE, nameOf } from './reading.js';

/**
 * `@flowfuse/node-red-dashboard` 2: a button's `_event.type` is `pointerdown`, `pointerup` or `click`, the last after
 * both or, from the keyboard, alone. It sends those of them that it was told to. Sliders and switches only have `_client`.
 * Several browsers may press one button: `_client.socketId` says which.
 */
export function dashboard({ _event: event, _client: client, topic, payload }: Message): readonly Done[] {
  if (isObject(event))
    return ofEvent(nameOf(topic, 'button'), event.type, isObject(client) ? client.socketId : undefined);
  if (!isObject(client)) return NONE;
  const control = nameOf(topic, 'slider');
  return Array.isArray(payload) ? fromAxes(control, payload) : fromValue(control, payload);
}

function ofEvent(control: string, type: unknown, socketId: unknown): readonly Done[] {
  const by = { control, kind: 'button' as const, ...(typeof socketId === 'string' && { client: socketId }) };
  if (type === 'click') return [{ ...by, pressed: true, momentary: true }];
  if (type === 'pointerdown') return [{ ...by, pressed: true, anew: true }];
  return type === 'pointerup' ? [{ ...by, pressed: false }] : NONE;
}
