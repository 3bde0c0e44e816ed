import { type Fields, isFields } from './opened.js';

/**
 * As much of a panel's message as tells a press from a release and holds its value (src/panels/recognise): its shape
 * stays what it was. Of a dashboard's message the browser's address does not go over the network, only which
 * browser it was.
 */
export function carried(msg: Fields): Fields {
  const { topic, payload, qos, retain, midi, gesture, _event: event, _client: client } = msg;
  const told = {
    topic,
    payload,
    qos,
    retain,
    gesture,
    midi: isFields(midi) ? midiOf(midi) : undefined,
    _event: isFields(event) ? { type: event.type } : undefined,
    _client: isFields(client) ? { socketId: client.socketId } : undefined,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** `msg.hub` as it goes between several Node-REDs: what names a node of one of them means nothing to the others. */
export function shared(hub: unknown): unknown {
  if (!isFields(hub)) return hub;
  const { config: _config, watch: _watch, contact: _contact, ...rest } = hub;
  return rest;
}

const midiOf = ({ type, channel, raw }: Fields): Fields => ({
  type,
  channel,
  raw: raw instanceof Uint8Array ? [...raw] : raw,
});
