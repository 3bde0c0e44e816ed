import { shared } from './carried.js';
import type { Told } from './envelopes.js';
import { type Fields, isFields } from './opened.js';

/** What panels get of a message of `hub-watch` or `hub-event`. */
export function toldOf({ payload, hub, item }: Fields): Told {
  return Object.fromEntries(
    Object.entries({ payload, hub: shared(hub), item }).filter(([, value]) => value !== undefined),
  );
}

/** `hub-event` has its own word for a connection that is not known. */
const CONNECTION: Told = { payload: 'connecting' };

/** The same state when its value is not known. */
export function unknownOf(name: string, { hub }: Told): Told {
  if (hub === undefined) return name === 'connection' ? CONNECTION : { payload: 'unknown' };
  return { payload: 'unknown', hub: isFields(hub) ? originOf(hub) : {} };
}

/** Of `msg.hub` as much as tells a read from a command: the rest may be large. */
const originOf = (hub: Fields): Fields =>
  Object.fromEntries(
    ['operation', 'area', 'outcome'].flatMap((field) => (isShort(hub[field]) ? [[field, hub[field]]] : [])),
  );

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 100;
