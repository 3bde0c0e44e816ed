import { type Fields, isObject } from '../base/values.js';
import type { LampMessage } from './envelopes.js';

/** The operations of a cue list that a panel may send. */
const CUE_OPERATIONS: readonly unknown[] = ['go', 'goto', 'standby', 'back', 'next', 'again', 'stop'];

/**
 * The fields that src/panels reads, in the same format, those of a cue list, and the name of a look. The address of a browser is not
 * sent, only the id of its connection.
 */
export function commandPayload(msg: Fields): Fields {
  const { topic, payload, qos, retain, serialNumber, ip, midi, gesture, data, event_type } = msg;
  const { _event: event, _client: client } = msg;
  const fields = {
    topic,
    payload,
    qos,
    retain,
    // The unit of a surface.
    serialNumber: typeof serialNumber === 'string' ? serialNumber : undefined,
    ip: typeof ip === 'string' ? ip : undefined,
    gesture,
    midi: isObject(midi) ? midiFields(midi) : undefined,
    data: isObject(data) && isObject(data.new_state) ? stateChange(data, data.new_state) : undefined,
    event_type: typeof event_type === 'string' ? event_type : undefined,
    operation: CUE_OPERATIONS.find((each) => each === msg.operation),
    cue: cueOf(msg.cue),
    look: typeof msg.look === 'string' ? msg.look : undefined,
    by: typeof msg.by === 'string' ? msg.by : undefined,
    _event: isObject(event) ? { type: event.type } : undefined,
    _client: isObject(client) ? { socketId: client.socketId } : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The number of a cue, also of a message with its number and its name. */
function cueOf(cue: unknown): unknown {
  const number = isObject(cue) ? cue.number : cue;
  return typeof number === 'string' || typeof number === 'number' ? number : undefined;
}

/** Removes ids from `msg.hub` that mean nothing in another Node-RED. */
export function withoutLocalIds(hub: unknown): unknown {
  if (!isObject(hub)) return hub;
  const { config: _config, watch: _watch, session: _session, ...rest } = hub;
  return rest;
}

/** A state change of Home Assistant, without the other attributes of the entity. */
const stateChange = ({ entity_id, old_state: before }: Fields, { state, attributes }: Fields): Fields => ({
  entity_id,
  old_state: isObject(before) ? { state: before.state } : null,
  new_state: { state, ...(isObject(attributes) && { attributes: { event_type: attributes.event_type } }) },
});

const midiFields = ({ type, channel, raw }: Fields): Fields => ({
  type,
  channel,
  raw: raw instanceof Uint8Array ? [...raw] : raw,
});

/** The part of a message of `hub-watch`, `hub-look`, `hub-cues` or `hub-event` that panels receive. */
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
    ['operation', 'area', 'outcome', 'look', 'cues'].flatMap((field) =>
      isShort(hub[field]) ? [[field, hub[field]]] : [],
    ),
  );

const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= 100;
