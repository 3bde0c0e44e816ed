import { type Fields, isObject } from '../base/values.js';

/**
 * The fields that src/panels/recognise reads, in the same format. The address of a browser is not sent, only the id of
 * its connection.
 */
export function commandPayload(msg: Fields): Fields {
  const { topic, payload, qos, retain, midi, gesture, data, event_type, _event: event, _client: client } = msg;
  const fields = {
    topic,
    payload,
    qos,
    retain,
    gesture,
    midi: isObject(midi) ? midiFields(midi) : undefined,
    data: isObject(data) && isObject(data.new_state) ? stateChange(data, data.new_state) : undefined,
    event_type: typeof event_type === 'string' ? event_type : undefined,
    _event: isObject(event) ? { type: event.type } : undefined,
    _client: isObject(client) ? { socketId: client.socketId } : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
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
