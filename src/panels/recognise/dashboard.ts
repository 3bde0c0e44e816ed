import { type Fields, isObject } from '../../base/values.js';
import { fromAxes, fromValue, NONE, nameOf, type ParsedGesture } from './parse-values.js';

/**
 * `@flowfuse/node-red-dashboard` 2. The `_event.type` of a button is `pointerdown`, `pointerup` or `click`. A `click`
 * follows the other two, or comes alone from the keyboard. The button sends only the events that are enabled in its
 * dialog. Sliders and switches only have `_client`. `_client.socketId` identifies the browser.
 */
export function dashboard({ _event: event, _client: client, topic, payload }: Fields): readonly ParsedGesture[] {
  if (isObject(event))
    return fromEvent(nameOf(topic, 'button'), event.type, isObject(client) ? client.socketId : undefined);
  if (!isObject(client)) return NONE;
  const control = nameOf(topic, 'slider');
  return Array.isArray(payload) ? fromAxes(control, payload) : fromValue(control, payload);
}

function fromEvent(control: string, type: unknown, socketId: unknown): readonly ParsedGesture[] {
  const by = { control, kind: 'button' as const, ...(typeof socketId === 'string' && { client: socketId }) };
  if (type === 'click') return [{ ...by, pressed: true, momentary: true }];
  if (type === 'pointerdown') return [{ ...by, pressed: true, anew: true }];
  return type === 'pointerup' ? [{ ...by, pressed: false }] : NONE;
}
