import { type Fields, isObject } from '../../base/values.js';
import { onlineReport, parentOf, reportOf } from './devices/device.js';
import { fromEventFields, fromEventWord } from './devices/event-words.js';
import { fromDevice } from './devices/index.js';
import {
  firstEntries,
  fromAxes,
  fromValue,
  jsonIn,
  LONGEST_TEXT,
  LONGEST_WORD,
  NONE,
  nameOf,
  type ParsedGesture,
} from './parse-values.js';

/** Words of devices that connect, in lower case. */
const ONLINE = ['online', 'available', 'connected'];

/** The topic below a device that has these words. Otherwise it is the topic of the device. */
const AVAILABILITY = /\/(?:availability|available|connected|connection|lwt|online|state|status)$/i;

/** Other words of brokers and clients about themselves, in lower case. */
const OFFLINE = ['offline', 'not_available', 'unavailable', 'unknown', 'disconnected', 'none', 'null'];

/** A contact that is closed is pressed. */
const CONTACTS: ReadonlyMap<string, boolean> = new Map([
  ['closed', true],
  ['open', false],
]);

/** Fields of JSON that only report how a device is. */
const REPORTS =
  /^(?:battery\w*|voltage|linkquality|rssi|lqi|snr|temperature|device_temperature|humidity|uptime|last_seen|ip|mac|ssid|version|heap)$/i;

/** The fields of JSON that may have the value of a control. The first one with a value counts. */
const FIELDS = ['pressed', 'value', 'state'] as const;

/** Core's `mqtt in`: `topic`, `payload` (text, a Buffer, or parsed JSON), `qos` and `retain`. */
export function mqtt(msg: Fields): readonly ParsedGesture[] {
  if (!isFromBroker(msg) || isTooLong(msg.payload)) return NONE;
  const control = nameOf(msg.topic, 'topic');
  const content = contentOf(msg.payload);
  return fromDevice(control, content, msg) ?? fromContent(control, content);
}

/** With MQTT 5 and "retain as published", live messages have this flag too. */
export const isRetained = ({ retain }: Fields): boolean => retain === true;

/** True if the message clears a retained message, or if its `action` is blank. */
export function isEmptyMqtt(msg: Fields): boolean {
  if (!isFromBroker(msg)) return false;
  const content = contentOf(msg.payload);
  const value = isObject(content) && 'action' in content ? content.action : content;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

const isTooLong = (payload: unknown): boolean =>
  (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > LONGEST_TEXT;

export const isFromBroker = ({ qos }: Fields): boolean => typeof qos === 'number' || typeof qos === 'string';

/** Decodes bytes and JSON, also text in JSON such as `"\"ON\""`, but no deeper. Long text is returned unchanged. */
export function contentOf(payload: unknown): unknown {
  const isShort = payload instanceof Uint8Array && payload.length <= LONGEST_TEXT;
  const content = isShort ? Buffer.from(payload).toString() : payload;
  if (typeof content !== 'string' || !isJson(content)) return content;
  const value = jsonIn(content);
  return typeof value === 'string' && isJson(value) ? content : (value ?? content);
}

const isJson = (text: string): boolean => /^\s*[[{"]/.test(text);

function fromContent(control: string, content: unknown): readonly ParsedGesture[] {
  if (Array.isArray(content)) return fromAxes(control, content);
  if (!isObject(content)) return fromText(control, content);
  const event = fromEventFields(control, content);
  if (event.length > 0) return event;
  for (const field of FIELDS) {
    const gestures = fromText(control, content[field]);
    if (gestures.length > 0) return gestures;
  }
  const names = firstEntries(content).map(([name]) => name);
  return names.length > 0 && names.every((name) => REPORTS.test(name)) ? [reportOf(control)] : NONE;
}

function fromText(control: string, text: unknown): readonly ParsedGesture[] {
  const gestures = fromValue(control, text);
  if (gestures.length > 0 || typeof text !== 'string' || text.length > LONGEST_WORD) return gestures;
  const word = text.trim().toLowerCase();
  if (ONLINE.includes(word)) return [onlineReport(control, AVAILABILITY.test(control) ? parentOf(control) : control)];
  if (OFFLINE.includes(word)) return [reportOf(control)];
  const pressed = CONTACTS.get(word);
  return pressed === undefined ? fromEventWord(control, word) : [{ control, kind: 'button', pressed }];
}
