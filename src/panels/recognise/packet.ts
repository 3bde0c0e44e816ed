import { type Fields, isObject } from '../../base/values.js';
import { recogniseAll } from './index.js';
import { tryRead } from './parse-values.js';

/**
 * True for a packet of a device, also without a gesture: OSC without arguments or with text, every MIDI message. Never
 * throws.
 */
export const isPacket = (msg: unknown): boolean =>
  tryRead(msg, (message) =>
    isObject(message.gesture)
      ? message.gesture.source !== 'plain'
      : isMidi(message) || isOsc(message) || recogniseAll(message).some(({ source }) => source !== 'plain'),
  ) ?? false;

/** A flow may replace the bytes and keep `midi`. */
const isMidi = ({ midi, payload }: Fields): boolean => isObject(midi) && isList(payload);

/** MQTT topics may look like OSC addresses, so a message with `qos` is not OSC. */
function isOsc({ topic, payload, qos }: Fields): boolean {
  if (typeof topic !== 'string' || qos !== undefined) return false;
  if (topic === 'bundle') return isList(payload);
  return topic.startsWith('/') && (!isObject(payload) || isList(payload) || typeof payload.type === 'string');
}

const isList = (value: unknown): boolean => Array.isArray(value) || value instanceof Uint8Array;
