import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { lamp } from './lamp-stage.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

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
  const show = (payload: unknown) => stage.send('strip', { _msgid: `m${stage.completed.length}`, payload, hub: false });

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

  it('repeats its text at the configured interval', async () => {
    await open({ repeat: '1' });
    await show('CAM 1');
    const before = stage.out.length;
    await stage.until(() => stage.out.length >= before + 2);
    should(textsIn(stage.out.slice(before))).matchEach('CAM 1');
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

  it('shows that the value is unknown while only its watch fails', async () => {
    await open(watch('strip'));
    await showsTexts('1');
    const undo = hub.trouble({ operation: 'getProperty', status: 503 });
    await showsTexts('1', '?');
    undo();
    await showsTexts('1', '?', '1');
  });

  it('keeps the value when the hub is connected again, and takes no value that was not sent', async () => {
    await open();
    await stage.send('strip', { _msgid: '1', topic: 'getProperty', payload: 1 });
    await showsTexts('1');
    await stage.send('strip', { _msgid: '2', topic: 'connection', payload: 'connected' });
    const hubFields = { operation: 'setProperty', area: 'engine-property', outcome: 'superseded' };
    await stage.send('strip', { _msgid: '3', payload: 0.5, hub: hubFields });
    should(texts()).eql(['1']);
  });

  it('does not show a late message from before the loss', async () => {
    await open(watch('strip', 'out'));
    await showsTexts('1');
    const late = stage.out.find(({ hub: read }) => read);
    await hub.close();
    await showsTexts('1', '?');
    hub = await startSimulator({ port });
    await showsTexts('1', '?', '1');
    await stage.send('strip', { ...late, payload: 0.5, _msgid: 'late' });
    should(texts()).eql(['1', '?', '1']);
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
