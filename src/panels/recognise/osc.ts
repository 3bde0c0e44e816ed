import { type Done, fromAxes, fromValue, isObject, type Message, NONE } from './reading.js';

/** Bundles nest, but not deeper than this; and no panel does more at once. */
const DEEPEST = 8;
const MOST_AT_ONCE = 256;

/**
 * `node-red-contrib-osc`: `topic` is the address; `payload` one argument, several as a list, or, with metadata, each as
 * `{type, value}`. A bundle has the topic `bundle` and a list of `{address, args}` or of bundles (`{packets}`).
 */
export function osc({ topic, payload }: Message): readonly Done[] {
  if (topic === 'bundle' || topic === '#bundle') return packets(payload, DEEPEST);
  return message(topic, payload);
}

function message(address: unknown, args: unknown): readonly Done[] {
  if (typeof address !== 'string' || !address.startsWith('/')) return NONE;
  if (!Array.isArray(args)) return fromValue(address, plain(args));
  return args.length === 1 ? fromValue(address, plain(args[0])) : fromAxes(address, args.slice(0, 32).map(plain));
}

function packets(list: unknown, deepest: number): readonly Done[] {
  if (!Array.isArray(list) || deepest === 0 || list.length > MOST_AT_ONCE) return NONE;
  return list
    .flatMap((packet: unknown) => {
      if (!isObject(packet)) return [];
      return packet.packets ? packets(packet.packets, deepest - 1) : message(packet.address, packet.args);
    })
    .slice(0, MOST_AT_ONCE);
}

/** An argument without its metadata. */
const plain = (argument: unknown): unknown =>
  isObject(argument) && typeof argument.type === 'string' ? argument.value : argument;
