import { type Done, fromAction, fromAxes, fromValue, isObject, jsonIn, type Message, NONE, nameOf } from './reading.js';

/** Longer text is no panel's. */
const LONGEST_TEXT = 1000;

/** Where JSON says what a panel's control does, the first that tells counts. */
const FIELDS = ['pressed', 'value', 'state'] as const;

/** Core's `mqtt in`: `topic`, `payload` (text, a Buffer, or what JSON held), `qos` and `retain`. */
export function mqtt(msg: Message): readonly Done[] {
  return isFromBroker(msg) ? fromContent(nameOf(msg.topic, 'topic'), contentOf(msg.payload)) : NONE;
}

/** Whether a broker kept it from before. With MQTT 5 and "retain as published" also live messages say so. */
export const isRetained = ({ retain }: Message): boolean => retain === true;

/** Whether a message of MQTT holds nothing: it clears what was retained, or its `action` is blank. */
export function holdsNothing(msg: Message): boolean {
  if (!isFromBroker(msg)) return false;
  const content = contentOf(msg.payload);
  const value = isObject(content) && 'action' in content ? content.action : content;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const isFromBroker = ({ qos }: Message): boolean => typeof qos === 'number' || typeof qos === 'string';

/** The text of bytes, and of JSON what it holds: `"\"ON\""` may be sent, but not deeper. Long text stays as it is. */
function contentOf(payload: unknown): unknown {
  const isShort = payload instanceof Uint8Array && payload.length <= LONGEST_TEXT;
  const content = isShort ? Buffer.from(payload).toString() : payload;
  if (typeof content !== 'string' || !isJson(content)) return content;
  const value = jsonIn(content, LONGEST_TEXT);
  return typeof value === 'string' && isJson(value) ? content : (value ?? content);
}

const isJson = (text: string): boolean => /^\s*[[{"]/.test(text);

function fromContent(control: string, content: unknown): readonly Done[] {
  if (Array.isArray(content)) return fromAxes(control, content);
  if (!isObject(content)) return fromValue(control, content);
  const action = fromAction(control, content);
  if (action.length > 0) return action;
  const field = FIELDS.find((name) => fromValue(control, content[name]).length > 0);
  return field ? fromValue(control, content[field]) : NONE;
}
