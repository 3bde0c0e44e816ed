import { type Fields, isObject } from '../../base/values.js';
import { isUpTo, NONE, type ParsedGesture } from './parse-values.js';

/** The message types of `node-red-contrib-midi`, by the upper half of the status byte. */
const TYPES: Readonly<Record<number, string>> = {
  8: 'noteoff',
  9: 'noteon',
  10: 'polyat',
  11: 'controlchange',
  12: 'programchange',
  13: 'channelat',
  14: 'pitchbend',
};

const MOST_7_BIT = 127;
const MOST_14_BIT = 16383;

/**
 * `node-red-contrib-midi`: `payload` has the data bytes, `midi` has the channel (1 … 16), the type and the raw bytes.
 * Two bytes without `midi` are read as a note. If a flow has replaced the payload, the message is not read as MIDI, even
 * if it still has `midi`.
 */
export function midi({ payload, midi: info, topic, qos, _client: client }: Fields): readonly ParsedGesture[] {
  const [first, second] = dataBytes(payload);
  if (first === undefined) return NONE;
  if (isObject(info)) return fromBytes(typeOf(info), nameOf(info), first, second);
  const isOthers = (typeof topic === 'string' && topic.startsWith('/')) || qos !== undefined || client !== undefined;
  return second === undefined || isOthers ? NONE : fromBytes('noteon', '', first, second);
}

/** One or two data bytes, or an empty list for any other payload. */
function dataBytes(payload: unknown): readonly number[] {
  if (!(Array.isArray(payload) || payload instanceof Uint8Array) || payload.length > 2) return [];
  const bytes = Array.from<unknown>(payload);
  return bytes.every((byte) => isUpTo(MOST_7_BIT, byte)) ? bytes : [];
}

function typeOf({ type, raw }: Fields): string {
  const status: unknown = Array.isArray(raw) || raw instanceof Uint8Array ? raw[0] : undefined;
  if (isUpTo(255, status)) return TYPES[status >> 4] ?? '';
  return typeof type === 'string' ? type.toLowerCase().replace(/[^a-z]/g, '') : '';
}

const nameOf = ({ channel }: Fields): string => (isUpTo(16, channel) ? `${channel}/` : '');

function fromBytes(type: string, channel: string, first: number, second: number | undefined): readonly ParsedGesture[] {
  const channelName = channel.slice(0, -1);
  switch (type) {
    case 'programchange':
      return [{ control: `program ${channel}${first}`, kind: 'button', pressed: true, momentary: true }];
    case 'channelat':
    case 'channelpressure':
      return [fader(`pressure ${channelName}`, first, MOST_7_BIT)];
  }
  if (second === undefined) return NONE;
  switch (type) {
    case 'noteon':
      // Running status saves a byte: most keyboards send a note-on with velocity 0 for a release.
      return [{ control: `note ${channel}${first}`, kind: 'button', pressed: second > 0, raw: second }];
    case 'noteoff':
      return [{ control: `note ${channel}${first}`, kind: 'button', pressed: false, raw: second }];
    case 'controlchange':
      return [{ ...fader(`cc ${channel}${first}`, second, MOST_7_BIT), pressed: second > 0 }];
    case 'polyat':
      return [fader(`pressure ${channel}${first}`, second, MOST_7_BIT)];
    case 'pitchbend':
      return [fader(`bend ${channelName}`, (second << 7) | first, MOST_14_BIT)];
    default:
      return NONE;
  }
}

const fader = (control: string, raw: number, most: number): ParsedGesture => ({
  control: control.trimEnd(),
  kind: 'fader',
  value: raw / most,
  raw,
});
