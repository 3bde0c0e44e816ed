import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { useTimeLapse } from '../time-lapse.js';
import { lamp } from './lamp-stage.js';
import { literal, type NodeOf, perform, type Stage } from './stage.js';

const watch = (...wires: string[]): NodeOf => ({
  ...{ id: 'watch', type: 'hub-watch', operation: 'getProperty', path: 'Value', interval: '0.1' },
  params: { engineId: literal(1), nodePath: literal('Mixer_0'), propertyPath: literal('Overlay//Opacity/0') },
  wires: [wires],
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
    const strip = lamp({ id: 'strip', surface: 'mcuStrip', control: 'strip 1 upper' });
    const ring = lamp({ id: 'ring', surface: 'mcuRing', control: 'ring 1' });
    stage = await perform({ baseUrl: hub.url, auth: 'none', dialect: '1' }, [...parts, strip, ring]);
  };
  const bytes = () => stage.out.map(({ payload }) => payload).filter(Array.isArray) as number[][];
  /** The texts of the strip since the first value. The value may arrive before the start. */
  const texts = () => {
    const all = bytes().filter(([first]) => first === 0xf0);
    const shown = all.map((message) => String.fromCharCode(...message.slice(7, -1)).trim());
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
    hub = await startSimulator({ port });
    await showsTexts('1', '?', '1');
    await stage.until(() => stage.status('strip').shape === 'dot');
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
