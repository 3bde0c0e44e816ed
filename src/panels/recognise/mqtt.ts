import {
  fromAction,
  fromAxes,
  fromValue,
  isObject,
  jsonIn,
  type Message,
  NONE,
  nameOf,
  type ParsedGesture,
} from './parse-values.js';

/** No panel sends longer text, in characters. */
const LONGEST_TEXT = 1000;

/** The fields of JSON that may have the value of a control. The first one with a value counts. */
const FIELDS = ['pressed', 'value', 'state'] as const;

/** Core's `mqtt in`: `topic`, `payload` (text, a Buffer, or parsed JSON), `qos` and `retain`. */
export function mqtt(msg: Message): readonly ParsedGesture[] {
  return isFromBroker(msg) ? fromContent(nameOf(msg.topic, 'topic'), contentOf(msg.payload)) : NONE;
}

/** With MQTT 5 and "retain as published", live messages have this flag too. */
export const isRetained = ({ retain }: Message): boolean => retain === true;

/** True if the message clears a retained message, or if its `action` is blank. */
export function isEmptyMqtt(msg: Message): boolean {
  if (!isFromBroker(msg)) return false;
  const content = contentOf(msg.payload);
  const value = isObject(content) && 'action' in content ? content.action : content;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const isFromBroker = ({ qos }: Message): boolean => typeof qos === 'number' || typeof qos === 'string';

/** Decodes bytes and JSON, also text in JSON such as `"\"ON\""`, but no deeper. Long text is returned unchanged. */
function contentOf(payload: unknown): unknown {
  const isShort = payload instanceof Uint8Array && payload.length <= LONGEST_TEXT;
  const content = isShort ? Buffer.from(payload).toString() : payload;
  if (typeof content !== 'string' || !isJson(content)) return content;
  const value = jsonIn(content, LONGEST_TEXT);
  return typeof value === 'string' && isJson(value) ? content : (value ?? content);
}

const isJson = (text: string): boolean => /^\s*[[{"]/.test(text);

function fromContent(control: string, content: unknown): readonly ParsedGesture[] {
  if (Array.isArray(content)) return fromAxes(control, content);
  if (!isObject(content)) return fromValue(control, content);
  const action = fromAction(control, content);
  if (action.length > 0) return action;
  const field = FIELDS.find((name) => fromValue(control, content[name]).length > 0);
  return field ? fromValue(control, content[field]) : NONE;
}
