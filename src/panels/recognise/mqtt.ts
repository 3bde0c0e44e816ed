import { type Done, fromAxes, fromValue, isObject, jsonIn, type Message, NONE, nameOf } from './reading.js';

/** Longer text is no panel's. */
const LONGEST_TEXT = 1000;

/** Where JSON says what a panel's control does, the first that tells counts. */
const FIELDS = ['pressed', 'value', 'state'] as const;

/** Core's `mqtt in`: `topic`, `payload` (text, a Buffer, or what JSON held), `qos` and `retain`. */
export function mqtt({ topic, payload, qos }: Message): readonly Done[] {
  return typeof qos === 'number' || typeof qos === 'string' ? fromPayload(nameOf(topic, 'topic'), payload) : NONE;
}

/** Whether a broker kept it from before. With MQTT 5 and "retain as published" also live messages say so. */
export const isRetained = ({ retain }: Message): boolean => retain === true;

function fromPayload(control: string, payload: unknown): readonly Done[] {
  if (payload instanceof Uint8Array) {
    return payload.length > LONGEST_TEXT ? NONE : fromPayload(control, Buffer.from(payload).toString());
  }
  if (typeof payload === 'string' && /^\s*[[{"]/.test(payload)) return fromPayload(control, parsed(payload));
  if (Array.isArray(payload)) return fromAxes(control, payload);
  if (!isObject(payload)) return fromValue(control, payload);
  const field = FIELDS.find((name) => fromValue(control, payload[name]).length > 0);
  return field ? fromValue(control, payload[field]) : NONE;
}

/** What JSON holds: `"\"ON\""` may be sent, but not deeper. */
function parsed(text: string): unknown {
  const value = jsonIn(text, LONGEST_TEXT);
  return typeof value === 'string' && /^\s*[[{"]/.test(value) ? undefined : value;
}
