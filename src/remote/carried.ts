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

const midiOf = ({ type, channel, raw }: Fields): Fields => ({
  type,
  channel,
  raw: raw instanceof Uint8Array ? [...raw] : raw,
});
