import { type Fields, isObject } from '../base/values.js';
import { withoutLocalIds } from './command-payload.js';
import type { LampMessage } from './envelopes.js';

/** The part of a message of `hub-watch`, `hub-look` or `hub-event` that panels receive. */
export function toLampMessage({ payload, hub, item }: Fields): LampMessage {
  return Object.fromEntries(
    Object.entries({ payload, hub: withoutLocalIds(hub), item }).filter(([, value]) => value !== undefined),
  );
}

/** `hub-event` has its own word for an unknown connection. */
const CONNECTION: LampMessage = { payload: 'connecting' };

/** The message for a state whose value is unknown. */
export function toUnknown(name: string, { hub }: LampMessage): LampMessage {
  if (hub === undefined) return name === 'connection' ? CONNECTION : { payload: 'unknown' };
  return { payload: 'unknown', hub: isObject(hub) ? originOf(hub) : {} };
}

/** The fields of `msg.hub` that separate reads, looks and commands. The others may be large. */
const originOf = (hub: Fields): Fields =>
  Object.fromEntries(
    ['operation', 'area', 'outcome', 'look'].flatMap((field) => (isShort(hub[field]) ? [[field, hub[field]]] : [])),
  );

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 100;
