import { recogniseAll } from './index.js';
import { isObject, type Message } from './reading.js';

/**
 * Whether a message is a packet of a device, also one that tells of no hand: OSC without arguments or with text, MIDI of
 * any kind. Never throws.
 */
export function isPacket(msg: unknown): boolean {
  try {
    if (!isObject(msg)) return false;
    if (isObject(msg.gesture)) return msg.gesture.source !== 'plain';
    return isMidi(msg) || isOsc(msg) || recogniseAll(msg).some(({ source }) => source !== 'plain');
  } catch {
    // A getter or a proxy of somebody else's that throws.
    return false;
  }
}

/** Bytes beside what they are; a flow may leave `midi` behind when it has made something else of the bytes. */
const isMidi = ({ midi, payload }: Message): boolean => isObject(midi) && isList(payload);

/** An address, and no arguments, one, or a list of them; with metadata each is `{type, value}`. MQTT has such topics, too. */
function isOsc({ topic, payload, qos }: Message): boolean {
  if (typeof topic !== 'string' || qos !== undefined) return false;
  if (topic === 'bundle') return isList(payload);
  return topic.startsWith('/') && (!isObject(payload) || isList(payload) || typeof payload.type === 'string');
}

const isList = (value: unknown): boolean => Array.isArray(value) || value instanceof Uint8Array;
