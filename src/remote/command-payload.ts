import { type Fields, isFields } from './parse-payload.js';

/**
 * The fields that src/panels/recognise reads, in the same format. The address of a browser is not sent, only the id of
 * its connection.
 */
export function commandPayload(msg: Fields): Fields {
  const { topic, payload, qos, retain, midi, gesture, _event: event, _client: client } = msg;
  const fields = {
    topic,
    payload,
    qos,
    retain,
    gesture,
    midi: isFields(midi) ? midiFields(midi) : undefined,
    _event: isFields(event) ? { type: event.type } : undefined,
    _client: isFields(client) ? { socketId: client.socketId } : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Removes ids from `msg.hub` that mean nothing in another Node-RED. */
export function withoutLocalIds(hub: unknown): unknown {
  if (!isFields(hub)) return hub;
  const { config: _config, watch: _watch, contact: _contact, ...rest } = hub;
  return rest;
}

const midiFields = ({ type, channel, raw }: Fields): Fields => ({
  type,
  channel,
  raw: raw instanceof Uint8Array ? [...raw] : raw,
});
