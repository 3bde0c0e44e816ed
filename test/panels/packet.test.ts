import should from 'should';
import { isPacket } from '../../dist/panels/recognise/index.js';
import { midi, mqtt, xkeys } from './messages.js';

const gesture = (source: string) => ({ gesture: { source }, payload: 1 });

describe('a packet of a device', () => {
  for (const [name, msg] of Object.entries({
    'OSC without arguments': { topic: '/take', payload: [] },
    'OSC with text': { topic: '/name', payload: 'Camera 1' },
    'OSC with metadata': { topic: '/name', payload: { type: 's', value: 'Camera 1' } },
    'an OSC bundle': { topic: 'bundle', payload: [] },
    'an OSC bundle as bytes': { topic: 'bundle', payload: Buffer.from([1]) },
    'MIDI without a gesture': midi('clock', 0xf0, 9, []),
    'MIDI as bytes': { midi: {}, payload: Buffer.from([1, 2, 3]) },
    'a press of X-keys': xkeys({ button_id: '7' }, 1),
    'a word of a broker': mqtt('ON'),
    'a gesture of a panel': gesture('midi'),
  }))
    it(`is ${name}`, () => should(isPacket(msg)).be.true());

  for (const [name, msg] of Object.entries({
    'OSC from a broker': { topic: '/name', payload: 'Camera 1', qos: 0 },
    'a bundle of a flow': { topic: 'bundle', payload: { title: 'A' } },
    'an object of a flow': { topic: '/take', payload: { title: 'A' } },
    'another topic': { topic: 'take', payload: [] },
    'a number as topic': { topic: 5, payload: 'Camera 1' },
    'MIDI with a payload of a flow': { midi: {}, payload: 'Camera 1' },
    'a list of a flow': { payload: [] },
    'a value of a flow': { payload: true },
    'a gesture of a flow': gesture('plain'),
    'no message': undefined,
  }))
    it(`is not ${name}`, () => should(isPacket(msg)).be.false());
});
