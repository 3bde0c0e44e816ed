import type { NodeInitializer } from 'node-red';
import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { lamp } from './lamp-stage.js';
import { type NodeOf, perform, type Stage } from './stage.js';

/** Both states blink. *Off* is green, which means *ready* on the keys of an operator. */
const STATES = [
  ...[{ state: 'unknown', colour: '#808080', blink: true, value: '' }],
  ...[{ state: 'off', colour: '#00ff00', blink: true, value: '' }],
];

const VALUES = STATES.map((look) => ({ ...look, value: look.state === 'off' ? 21 : 5 }));

/** Passes a message on with the name of its source. */
const tagged: NodeInitializer = (RED) => {
  RED.nodes.registerType('test-tagged', function (config) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      send(Object.assign(msg, { from: config.name }));
      done();
    });
  });
};

const key = (...value: number[]) => ({ topic: 0, payload: { command: 'fillColor', value } });

interface Case {
  readonly surface: string;
  readonly control: string;
  readonly states?: readonly object[];
  /** The first messages while the state is unknown. A light repeats them. */
  readonly sends: readonly object[];
}

const LIGHTS: Record<string, Case> = {
  'a Stream Deck key, grey and dark': {
    ...{ surface: 'streamdeck', control: 'key 0' },
    sends: [key(128, 128, 128), key(0, 0, 0), key(128, 128, 128), key(0, 0, 0)],
  },
  'a MIDI light, by its velocity': {
    ...{ surface: 'midi', control: 'note 1/60' },
    sends: [{ payload: [0x90, 60, 64] }, { payload: [0x90, 60, 0] }, { payload: [0x90, 60, 64] }],
  },
  'a MIDI light, by the number of a palette': {
    ...{ surface: 'midi', control: 'note 1/60', states: VALUES },
    sends: [{ payload: [0x90, 60, 5] }, { payload: [0x90, 60, 0] }, { payload: [0x90, 60, 5] }],
  },
  'an OSC light, by its brightness': {
    ...{ surface: 'osc', control: '/1/led1' },
    sends: [
      { topic: '/1/led1', payload: 0.502 },
      { topic: '/1/led1', payload: 0 },
      { topic: '/1/led1', payload: 0.502 },
    ],
  },
};

const STEADY: Record<string, Case> = {
  'OSC with values of its own': {
    ...{ surface: 'osc', control: '/1/led1', states: VALUES },
    sends: [{ topic: '/1/led1', payload: 5 }],
  },
  'an X-keys light, which blinks by itself': {
    ...{ surface: 'xkeys', control: 'led 7' },
    sends: [{ payload: { action: 'start', ledid: 7, flashing: true, color: 'blue' } }],
  },
  'a GPIO pin': { surface: 'gpio', control: '', sends: [{ payload: 1 }] },
  'an MQTT topic': { surface: 'mqtt', control: 'a', sends: [{ topic: 'a', payload: 'unknown' }] },
  'the Dashboard': {
    ...{ surface: 'dashboard', control: '' },
    sends: [{ payload: 'unknown', ui_update: { buttonColor: '#808080' } }],
  },
  // Amber on all three: 0xff is full brightness and three times 3.
  'TSL UMD 5.0': {
    ...{ surface: 'tsl50', control: '1/5 A' },
    sends: [{ payload: Buffer.from([11, 0, 0, 0, 1, 0, 5, 0, 0xff, 0, 1, 0, 0x41]) }],
  },
  'TSL UMD 3.1': {
    ...{ surface: 'tsl31', control: '5 A' },
    sends: [{ payload: Buffer.concat([Buffer.from([0x85, 0x30]), Buffer.from('A'.padEnd(16))]) }],
  },
  'a template': {
    ...{ surface: 'template', control: '{"payload":{"bgcolor":"{{colour}}","text":"{{state}}"}}' },
    sends: [{ payload: { bgcolor: '#808080', text: 'unknown' } }],
  },
};

describe('hub-lamp: a look that blinks', () => {
  useTimeLapse();
  let stage: Stage;
  const cases = { ...LIGHTS, ...STEADY };
  const names = Object.keys(cases);

  before(async () => {
    const parts = Object.values({ ...cases, 'NMOS IS-07': IS07 }).flatMap(({ sends, ...fields }, at): NodeOf[] => [
      lamp({ states: STATES, ...fields, id: `lamp${at}`, wires: [[`tag${at}`]] }),
      { id: `tag${at}`, type: 'test-tagged', name: String(at) },
    ]);
    stage = await perform(undefined, parts, {}, { modules: [tagged] });
    // All lamps start at the same time, so each of them has sent its state when the first one has blinked twice.
    await stage.until(() => sentBy(0).length >= 5);
  });

  after(() => stage.close());

  const IS07: Case = { surface: 'is07', control: 'id', sends: [] };

  const sentBy = (at: number) =>
    stage.out.filter(({ from }) => from === String(at)).map(({ _msgid, from, ...message }) => message);

  for (const name of Object.keys(LIGHTS))
    it(`alternates between its colour and dark, which differs from each state: ${name}`, () => {
      const { sends } = LIGHTS[name] as Case;
      should(sentBy(names.indexOf(name)).slice(0, sends.length)).eql(sends);
    });

  for (const name of Object.keys(STEADY))
    it(`is sent once if the surface blinks by itself or shows values: ${name}`, () => {
      should(sentBy(names.indexOf(name))).eql(STEADY[name]?.sends);
    });

  it('is sent once if the surface blinks by itself or shows values: NMOS IS-07', () => {
    should(sentBy(names.length)).match([{ payload: { payload: { value: true }, message_type: 'state' } }]);
    should(sentBy(names.length)).have.length(1);
  });
});
