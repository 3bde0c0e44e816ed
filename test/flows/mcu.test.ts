import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp, lampOn } from './lamp-stage.js';
import { PanelStage, watched } from './panel-stage.js';
import { type Message, perform, type Stage } from './stage.js';

/**
 * As node-red-contrib-midi sends the messages of an X-Touch in its mode MC. The bytes are those of
 * github.com/NicoG60/TouchMCU, doc/mackie_control_protocol.md.
 */
const bytes = (status: number, first: number, second: number): Message => ({
  topic: 'X-Touch',
  payload: [first, second],
  midi: { raw: [status, first, second], deltaTime: 0.01, channel: (status & 15) + 1, data: [first, second] },
});

describe('a panel node of a Mackie Control or an X-Touch', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();
  const gestures = () => show.stage.out.map(({ payload, gesture }) => [gesture.control, payload]);

  it('reads the faders, with 14 bits', async () => {
    await show.open({ source: 'mcu' });
    await show.send(bytes(0xe0, 0, 0), bytes(0xe7, 0x7f, 0x7f), bytes(0xe8, 1, 0x40), bytes(0xe9, 0, 0));
    should(gestures()).eql([
      ['fader 1', 0],
      ['fader 8', 1],
      ['fader master', 8193 / 16383],
    ]);
  });

  it('turns by V-pots and the jog wheel: bit 6 is the direction', async () => {
    await show.open({ source: 'mcu', kind: 'encoder', low: '0', high: '100', step: '1' });
    await show.send(
      watched(50),
      bytes(0xb0, 16, 1),
      bytes(0xb0, 16, 0x03),
      bytes(0xb0, 16, 0x41),
      bytes(0xb0, 16, 0x42),
    );
    await show.send(bytes(0xb0, 23, 0x41), bytes(0xb0, 60, 1), bytes(0xb0, 24, 1));
    should(gestures()).eql([
      ['vpot 1', 51],
      ['vpot 1', 54],
      ['vpot 1', 53],
      ['vpot 1', 51],
      ['vpot 8', 49],
      ['jog', 51],
    ]);
  });

  it('names its buttons, presses of V-pots, and touches', async () => {
    await show.open({ source: 'mcu', kind: 'button' });
    const named: readonly (readonly [note: number, name: string])[] = [
      ...([
        [0, 'rec 1'],
        [7, 'rec 8'],
        [8, 'solo 1'],
        [16, 'mute 1'],
        [24, 'select 1'],
        [31, 'select 8'],
      ] as const),
      ...([
        [32, 'push 1'],
        [39, 'push 8'],
        [40, 'track'],
        [46, 'bank left'],
        [50, 'flip'],
        [54, 'f1'],
      ] as const),
      ...([
        [61, 'f8'],
        [62, 'midi tracks'],
        [69, 'user'],
        [70, 'shift'],
        [74, 'read'],
        [80, 'save'],
      ] as const),
      ...([
        [84, 'marker'],
        [90, 'solo'],
        [91, 'rewind'],
        [93, 'stop'],
        [94, 'play'],
        [95, 'record'],
      ] as const),
      ...([
        [96, 'up'],
        [101, 'scrub'],
        [103, 'user b'],
        [104, 'touch 1'],
        [112, 'touch master'],
      ] as const),
    ];
    for (const [note] of named) await show.send(bytes(0x90, note, 127), bytes(0x90, note, 0));
    await show.send(bytes(0x90, 113, 127), bytes(0x91, 94, 127));
    should(gestures()).eql(named.map(([, name]) => [name, true]));
  });

  it('is a usual MIDI controller without this source', async () => {
    await show.open({});
    await show.send(bytes(0xe0, 127, 127), bytes(0xb0, 16, 1));
    should(gestures()).eql([
      ['bend 1', 1],
      ['cc 1/16', 1 / 127],
    ]);
  });
});

describe('hub-lamp on a Mackie Control or an X-Touch', () => {
  useTimeLapse();
  let stage: Stage;
  afterEach(() => stage.close());
  const { out, sendLamp } = lampOn(() => stage);
  const payloads = () => out().map(({ payload }) => payload);
  const open = async (surface: string, control: string, fields: object = {}) => {
    stage = await perform(undefined, [lamp({ surface, control, ...fields })]);
    await pause(300);
  };
  const hubSays = (payload: unknown) => sendLamp({ payload, hub: { operation: 'getProperty', params: {}, at: 1 } });

  it('lights a button, or lets it blink by itself', async () => {
    await open('mcu', 'play');
    for (const state of ['program', 'off', 'armed']) await sendLamp({ payload: state });
    should(payloads().slice(-3)).eql([
      [0x90, 94, 127],
      [0x90, 94, 0],
      [0x90, 94, 1],
    ]);
  });

  it('moves a fader, but not under a hand', async () => {
    await open('mcuFader', 'fader 2', { mode: 'rest' });
    await hubSays(1);
    await sendLamp(bytes(0x90, 105, 127));
    await hubSays(0);
    await pause(600);
    should(payloads()).eql([[0xe1, 127, 127]]);
    await sendLamp(bytes(0x90, 105, 0));
    await stage.until(() => out().length === 2);
    should(payloads().at(-1)).eql([0xe1, 0, 0]);
    await sendLamp(bytes(0x90, 104, 127));
    await hubSays(0.5);
    should(payloads().at(-1)).eql([0xe1, 0, 64]);
  });

  it('waits for the touch that hub-panel reports', async () => {
    await open('mcuFader', 'fader master', { mode: 'rest' });
    await sendLamp({
      payload: true,
      gesture: { source: 'mcu', control: 'touch master', kind: 'button', pressed: true },
    });
    await hubSays(1);
    should(payloads()).be.empty();
  });

  for (const [mode, low, middle, high] of [
    ['', 0x21, 0x26, 0x2b],
    [' dot', 0x01, 0x06, 0x0b],
    [' centre', 0x11, 0x16, 0x1b],
    [' spread', 0x31, 0x34, 0x36],
  ] as const)
    it(`shows a value on a ring${mode}, and nothing if it is unknown`, async () => {
      await open('mcuRing', `ring 8${mode}`, { low: '-100', high: '100' });
      for (const value of [-100, 0, 100, 100, 'unknown', 100]) await hubSays(value);
      should(payloads()).eql([0, low, middle, high, 0, high].map((bits) => [0xb0, 55, bits]));
    });

  const text = (place: number, characters: string, device = 0x14) => [
    ...[0xf0, 0, 0, 0x66, device, 0x12, place],
    ...Buffer.from(characters, 'latin1'),
    0xf7,
  ];

  it('shows a value or a name on a strip, and ? if it is unknown', async () => {
    await open('mcuStrip', 'strip 3 lower');
    for (const value of [0.25, 1 / 3, { Value: 'Zoë Müller' }, '東京', true, 'unknown']) await hubSays(value);
    const lines = ['?', '0.25', '0.3333', 'Zoe Mul', '??', 'true', '?'];
    should(payloads()).eql(lines.map((line) => text(56 + 14, line.padEnd(7))));
  });

  it("shows a fixed name instead of the hub's value, and again on a reset", async () => {
    await open('mcuStrip', 'extender strip 1 upper CAM 1');
    await hubSays(5);
    should(payloads()).eql([text(0, 'CAM 1  ', 0x15)]);
    await sendLamp({ reset: true });
    should(payloads()).have.length(2);
  });

  it('shows no value of a hub that is not reached', async () => {
    await open('mcuStrip', 'strip 1 upper');
    await hubSays(7);
    await sendLamp({ topic: 'connection', payload: 'unreachable' });
    await sendLamp({ topic: 'connection', payload: 'connected' });
    await sendLamp(bytes(0xb0, 16, 1));
    should(payloads()).eql(['?', '7', '?'].map((line) => text(0, line.padEnd(7))));
  });
});
