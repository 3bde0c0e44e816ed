import { recogniseAll } from './index.js';
import { isObject, type Message } from './parse-values.js';

/**
 * True for a packet of a device, also without a gesture: OSC without arguments or with text, every MIDI message. Never
 * throws.
 */
export function isPacket(msg: unknown): boolean {
  try {
    if (!isObject(msg)) return false;
    if (isObject(msg.gesture)) return msg.gesture.source !== 'plain';
    return isMidi(msg) || isOsc(msg) || recogniseAll(msg).some(({ source }) => source !== 'plain');
  } catch {
    // A getter may throw.
    return false;
  }
}

/** A flow may replace the bytes and keep `midi`. */
const isMidi = ({ midi, payload }: Message): boolean => isObject(midi) && isList(payload);

/** MQTT topics may look like OSC addresses, so a message with `qos` is not OSC. */
function isOsc({ topic, payload, qos }: Message): boolean {
  if (typeof topic !== 'string' || qos !== undefined) return false;
  if (topic === 'bundle') return isList(payload);
  return topic.startsWith('/') && (!isObject(payload) || isList(payload) || typeof payload.type === 'string');
}

const isList = (value: unknown): boolean => Array.isArray(value) || value instanceof Uint8Array;
