import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp, lampOn, OTHERS } from './lamp-stage.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** The lamp sends nothing in this time after its start, in ms. */
const STARTING_MS = 300;

describe('hub-lamp', () => {
  useTimeLapse();
  let stage: Stage;
  afterEach(() => stage.close());
  const { out, showsText, sendLamp } = lampOn(() => stage);

  describe('for a fader with a motor', () => {
    const openFader = async (fields: object = {}) => {
      const fader = { surface: 'midiFader', control: 'cc 1/7', touch: 'note 1/104', mode: 'rest' };
      stage = await perform(undefined, [lamp({ ...fader, ...fields })]);
      await pause(STARTING_MS);
    };
    const hubSays = (payload: unknown) => sendLamp({ payload, hub: { operation: 'getProperty', params: {}, at: 1 } });
    const moves = (value: number) =>
      sendLamp({
        payload: [7, value],
        midi: { channel: 1, type: 'controlchange', data: [7, value], raw: [0xb0, 7, value] },
      });
    const touches = (on: boolean) =>
      sendLamp({ payload: [104, on ? 127 : 0], midi: { channel: 1, type: 'noteon', data: [104, on ? 127 : 0] } });

    it("moves it to the hub's value, within its range", async () => {
      await openFader({ low: '-10', high: '10' });
      await showsText('no value yet');
      should(stage.status('lamp')).match({ fill: 'grey', shape: 'ring' });
      await hubSays(0);
      await hubSays({ Value: 10 });
      await hubSays(10);
      await hubSays(99);
      await hubSays(-99);
      should(out().map(({ payload }) => payload)).eql([
        [0xb0, 7, 64],
        [0xb0, 7, 127],
        [0xb0, 7, 0],
      ]);
      await showsText('follows the hub');
      should(stage.status('lamp')).match({ fill: 'green', shape: 'dot' });
    });

    it("forgets the value if the hub's next one is not a number", async () => {
      for (const payload of [null, {}, { Value: 'Übergabe' }]) {
        await openFader();
        await hubSays(0.5);
        await showsText('follows the hub');
        await hubSays(payload);
        await showsText('no value yet');
        should(out()).have.length(1);
        should(stage.caught).have.length(1);
        await stage.close();
      }
      await openFader();
    });

    it('does not move it while a hand is on it, and then moves it to the newest value', async () => {
      await openFader();
      await touches(true);
      await showsText('touched');
      should(stage.status('lamp')).match({ fill: 'green', shape: 'ring' });
      for (const payload of [0.1, 0.2, 1]) await hubSays(payload);
      await moves(64);
      await pause(700);
      should(stage.out).be.empty();
      await touches(false);
      await stage.until(() => stage.out.length > 0);
      should(out()).eql([{ payload: [0xb0, 7, 127] }]);
    });

    it('moves it after a rest, or at once in echo mode', async () => {
      await openFader();
      await moves(64);
      await hubSays(1);
      should(stage.out).be.empty();
      await stage.until(() => stage.out.length === 1);
      await stage.close();
      await openFader({ mode: 'echo', surface: 'oscFader', control: '/1/fader1' });
      await sendLamp({ topic: '/1/fader1', payload: 0.5 });
      await hubSays(0.25);
      should(out()).eql([{ topic: '/1/fader1', payload: 0.25 }]);
    });

    it('does not move it for packets of other controls, and accepts them', async () => {
      await openFader({ surface: 'oscFader', control: '/1/fader1', touch: '/1/fader1/z' });
      await hubSays(0.5);
      for (const msg of OTHERS) await sendLamp(msg);
      await sendLamp({ topic: '/1/fader2', payload: 0.9 });
      await hubSays('unknown');
      should(out()).eql([{ topic: '/1/fader1', payload: 0.5 }]);
      should(stage.caught).be.empty();
      for (const payload of [{ foo: 1 }, 'loud', [1, 2, 3], undefined])
        should((await sendLamp({ payload })).error.message).match(/a number/);
      should(stage.caught).have.length(4);
    });

    it('repeats its position at the configured interval, unless a hand is on it or the value is unknown', async () => {
      await openFader({ repeat: '1' });
      await hubSays(1);
      await stage.until(() => stage.out.length >= 2);
      await touches(true);
      const touched = stage.out.length;
      await pause(1200);
      should(stage.out).have.length(touched);
      await touches(false);
      await stage.until(() => stage.out.length >= touched + 2);
      await hubSays('unknown');
      await showsText('no value yet');
      const lost = stage.out.length;
      await pause(1200);
      should(stage.out).have.length(lost);
      await hubSays(1);
      should(out()).matchEach({ payload: [0xb0, 7, 127] });
      should(stage.out).have.length(lost + 1);
    });
  });
});

describe('a Mackie Control or an X-Touch', () => {
  /**
   * As node-red-contrib-midi sends the messages of an X-Touch in its mode MC. The bytes are those of
   * github.com/NicoG60/TouchMCU, doc/mackie_control_protocol.md.
   */
  const bytes = (status: number, first: number, second: number): Message => ({
    topic: 'X-Touch',
    payload: [first, second],
    midi: { raw: [status, first, second], deltaTime: 0.01, channel: (status & 15) + 1, data: [first, second] },
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

    it('shows a value on a ring, and nothing if it is unknown', async () => {
      for (const [mode, low, middle, high] of [
        ['', 0x21, 0x26, 0x2b],
        [' dot', 0x01, 0x06, 0x0b],
        [' centre', 0x11, 0x16, 0x1b],
        [' spread', 0x31, 0x34, 0x36],
      ] as const) {
        await open('mcuRing', `ring 8${mode}`, { low: '-100', high: '100' });
        for (const value of [-100, 0, 100, 100, 'unknown', 100]) await hubSays(value);
        should(payloads()).eql([0, low, middle, high, 0, high].map((bits) => [0xb0, 55, bits]));
        if (mode !== ' spread') await stage.close();
      }
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
  });
});

describe('displays of values', () => {
  const watch = (...wires: string[]): NodeOf => ({
    ...{ id: 'watch', type: 'hub-watch', operation: 'getProperty', path: 'Value', interval: '0.1' },
    params: { engineId: literal(1), nodePath: literal('Mixer_0'), propertyPath: literal('Overlay//Opacity/0') },
    wires: [wires],
  });

  const strip = (fields: object = {}): NodeOf =>
    lamp({ id: 'strip', surface: 'mcuStrip', control: 'strip 1 upper', ...fields });

  const bytesIn = (messages: readonly Message[]) =>
    messages.map(({ payload }) => payload).filter(Array.isArray) as number[][];

  /** The texts that a strip has shown. */
  const textsIn = (messages: readonly Message[]) =>
    bytesIn(messages)
      .filter(([first]) => first === 0xf0)
      .map((message) => String.fromCharCode(...message.slice(7, -1)).trim());

  describe('a display', () => {
    useTimeLapse();
    let stage: Stage;
    afterEach(() => stage.close());

    const open = async (fields: object = {}) => {
      stage = await perform(undefined, [strip(fields)]);
      await stage.until(() => stage.out.length > 0);
    };
    const show = (payload: unknown) =>
      stage.send('strip', { _msgid: `m${stage.completed.length}`, payload, hub: false });

    it('shows a number, a text, true and false, and that any other value is unknown', async () => {
      await open();
      const values = [0.25, 'CAM 1', { Value: true }, false];
      const others = [null, 'unknown', [1], { x: 1 }, { Value: { x: 1 } }, { Value: 'unknown' }, Number.NaN];
      for (const value of values) await show(value);
      for (const [index, other] of others.entries()) {
        await show(other);
        await show(index);
      }
      should(textsIn(stage.out)).eql([
        ...['?', '0.25', 'CAM 1', 'true', 'false'],
        ...['?', '0', '?', '1', '?', '2', '?', '3', '?', '4', '?', '5', '?', '6'],
      ]);
      should(stage.caught).be.empty();
    });
  });

  /** Nodes that show a value. No `hub event` and no *catch* node reports a loss to them. */
  describe('a display whose hub is lost', () => {
    useTimeLapse();
    let hub: Simulator;
    let stage: Stage;
    let port: number;

    beforeEach(async () => {
      port = await freePort();
      hub = await startSimulator({ port });
    });
    afterEach(async () => {
      await stage.close();
      await hub.close();
    });

    const open = async (...parts: NodeOf[]) => {
      const ring = lamp({ id: 'ring', surface: 'mcuRing', control: 'ring 1' });
      stage = await perform({ baseUrl: hub.url, auth: 'none', dialect: '1' }, [...parts, strip(), ring]);
    };
    const bytes = () => bytesIn(stage.out);
    /** The texts of the strip since the first value. The value may arrive before the start. */
    const texts = () => {
      const shown = textsIn(stage.out);
      return shown.slice(shown.indexOf('1'));
    };
    const showsTexts = async (...expected: string[]) => {
      await stage.until(() => texts().length >= expected.length && texts()[0] === '1');
      should(texts()).eql(expected);
    };

    it('shows that the value is unknown, and later the new value', async () => {
      await open(watch('strip', 'ring'));
      const rings = () => bytes().flatMap(([first, , bits]) => (first === 0xb0 ? [bits] : []));
      await showsTexts('1');
      await stage.until(() => rings().at(-1) === 0x2b);
      await hub.close();
      await showsTexts('1', '?');
      await stage.until(() => stage.status('strip').shape === 'ring');
      should(stage.status('strip')).match({ fill: 'grey', text: 'no value yet' });
      hub = await startSimulator({ port });
      await showsTexts('1', '?', '1');
      await stage.until(() => stage.status('strip').shape === 'dot');
      should(stage.status('strip')).match({ fill: 'green', text: 'follows the hub' });
      await stage.until(() => rings().at(-1) === 0x2b);
      should(rings().slice(-3)).eql([0x2b, 0, 0x2b]);
    });

    it('reports to the dialog that a value from before a loss waits for a message', async () => {
      await open(watch('out'));
      const report = async () => (await get('lamp/strip')).body.report;
      await stage.until(() => stage.status('watch').fill === 'green');
      await stage.send('strip', { _msgid: 'old', payload: 1, hub: { config: 'config', session: 'old' } });
      should(await report()).match({ input: { from: 'value', value: 1 }, waits: true });
      await stage.send('strip', { _msgid: 'new', payload: 1, hub: false });
      should(await report()).not.have.property('waits');
    });

    it('moves no motor fader until the value was read again', async () => {
      const fader = { surface: 'midiFader', control: 'cc 1/7', mode: 'echo' };
      await open(watch('fader', 'out'), lamp({ id: 'fader', ...fader }));
      const sent = () => bytes().filter(([first, control]) => first === 0xb0 && control === 7);
      const shows = (text: string) => stage.until(() => stage.status('fader').text === text);
      await stage.until(() => sent().length > 0);
      await shows('follows the hub');
      const late = stage.out.find(({ hub: read }) => read);
      await hub.close();
      await shows('no value yet');
      const before = sent().length;
      const midi = { channel: 1, type: 'controlchange' };
      await stage.send('fader', { _msgid: 'hand', payload: [7, 64], midi });
      await stage.send('fader', { _msgid: 'reset', reset: true });
      should(sent()).have.length(before);
      hub = await startSimulator({ port });
      await stage.until(() => sent().length > before);
      should(sent().slice(before)).eql([[0xb0, 7, 127]]);
      await stage.send('fader', { ...late, payload: 0.5, _msgid: 'late' });
      await stage.send('fader', { _msgid: 'again', reset: true });
      should(sent().slice(before)).eql([
        [0xb0, 7, 127],
        [0xb0, 7, 127],
      ]);
    });
  });
});
