import should from 'should';
import type { Message, NodeOf, Stage } from './stage.js';

/** A lamp as the dialog saves it. */
export const lamp = (fields: object = {}): NodeOf => ({
  id: 'lamp',
  type: 'hub-lamp',
  surface: 'streamdeck',
  control: 'key 0',
  hub: '',
  ...fields,
});

/** Packets of a device that concern neither a lamp nor a fader. */
export const OTHERS: readonly Message[] = [
  { topic: '/1', payload: [] },
  { topic: '/1/label1', payload: 'Camera 2' },
  { topic: '/1/label2', payload: [{ type: 's', value: 'Camera 2' }] },
  { topic: '/1/xy', payload: [0.5, 0.25] },
  { topic: '/1/picture', payload: Buffer.from('blob') },
  { topic: 'bundle', payload: [{ address: '/1/label1', args: ['Camera 2'] }] },
  // A program change, pitch bend of another channel, a system exclusive message.
  { payload: [5], midi: { channel: 1, type: 'programchange', data: [5], raw: [0xc0, 5] } },
  { payload: [0, 64], midi: { channel: 2, type: 'pitchbend', data: [0, 64], raw: [0xe1, 0, 64] } },
  { payload: [0x7e, 0, 6, 1], midi: { type: 'sysex', raw: [0xf0, 0x7e, 0, 6, 1, 0xf7] } },
  { topic: 'tbar', payload: { product_id: 1, unit_id: 0, vendor_id: 1523, control_id: 'tbar', value: 7 } },
  { topic: 'desk', qos: 0, payload: { pressed: true } },
  { topic: 'ui', payload: 'Take', _event: { type: 'click' }, _client: { socketId: 'a' } },
];

/** Functions to use the lamp of a stage. */
export function lampOn(stage: () => Stage) {
  /** The messages of the lamp, without Node-RED's own id. */
  const out = () => stage().out.map(({ _msgid, ...message }) => message);
  const last = () => out().at(-1);
  const shows = (message: object) =>
    stage()
      .until(() => JSON.stringify(last()) === JSON.stringify(message))
      .catch(() => should(last()).eql(message));
  const showsText = (text: string) => stage().until(() => stage().status('lamp').text === text);
  let sent = 0;
  const sendLamp = (msg: Message) => {
    sent += 1;
    return stage().send('lamp', { _msgid: `m${sent}`, ...msg });
  };
  return { out, last, shows, showsText, sendLamp };
}
