import { type Fields, isObject } from '../../base/values.js';
import { fromAxes, fromValue, NONE, type ParsedGesture } from './parse-values.js';

/** Limits for nested bundles and for the gestures in one bundle. No panel reaches them. */
const DEEPEST = 8;
const MOST_AT_ONCE = 256;

/**
 * `node-red-contrib-osc`: `topic` is the address. `payload` is one argument or a list of arguments. With metadata, an
 * argument is `{type, value}`. A bundle has the topic `bundle` and a list of `{address, args}` or bundles (`{packets}`).
 * A message without arguments is a press.
 */
export function osc({ topic, payload, qos }: Fields): readonly ParsedGesture[] {
  // MQTT topics may look like OSC addresses.
  if (qos !== undefined && Array.isArray(payload) && payload.length === 0) return NONE;
  if (topic === 'bundle' || topic === '#bundle') return fromPackets(payload, DEEPEST);
  return fromArguments(topic, payload);
}

function fromArguments(address: unknown, args: unknown): readonly ParsedGesture[] {
  if (typeof address !== 'string' || !address.startsWith('/')) return NONE;
  if (!Array.isArray(args)) return fromValue(address, withoutMetadata(args));
  if (args.length === 0) return [{ control: address, kind: 'button', pressed: true, momentary: true }];
  return args.length === 1
    ? fromValue(address, withoutMetadata(args[0]))
    : fromAxes(address, args.slice(0, 32).map(withoutMetadata));
}

function fromPackets(list: unknown, deepest: number): readonly ParsedGesture[] {
  if (!Array.isArray(list) || deepest === 0 || list.length > MOST_AT_ONCE) return NONE;
  return list
    .flatMap((packet: unknown) => {
      if (!isObject(packet)) return [];
      return packet.packets ? fromPackets(packet.packets, deepest - 1) : fromArguments(packet.address, packet.args);
    })
    .slice(0, MOST_AT_ONCE);
}

const withoutMetadata = (argument: unknown): unknown =>
  isObject(argument) && typeof argument.type === 'string' ? argument.value : argument;
