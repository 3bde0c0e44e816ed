import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { fromMessage, literal, logOf, type Message, type NodeOf, perform, type Stage } from './stage.js';

const setter = (id: string, nodePath: string, propertyPath: string): NodeOf => ({
  id,
  type: 'hub-engine-property',
  operation: 'setProperty',
  delivery: 'inOrder',
  params: {
    engineId: literal(1),
    nodePath: literal(nodePath),
    propertyPath: literal(propertyPath),
    Value: fromMessage('payload'),
    Duration: fromMessage('duration'),
  },
});
const opacity = setter('opacity', 'Mixer_0', 'Overlay//Opacity/0');
const channel = setter('channel', 'Mixer_0', 'Channels//ProgramChannel/0');

const panel: NodeOf = { id: 'panel', type: 'hub-panel', hub: '', control: 'Übergabe', wires: [['opacity']] };
const mqtt = (text: string): Message => ({ topic: 'Übergabe', payload: Buffer.from(text), qos: 0, retain: false });

const HINT = /must be a number without separators of thousands, such as 1000, 0\.5 or 0,5\. It is "1,000"\./;

describe('a number with a decimal comma', () => {
  let hub: Simulator;
  let stage: Stage;

  beforeEach(async () => {
    hub = await startSimulator();
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const open = async (...parts: NodeOf[]) => {
    stage = await perform({ baseUrl: hub.url, auth: 'none', timeout: '2,5' }, parts);
  };
  const bodies = () => hub.journal.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const send = (id: string, msg: Message) => stage.send(id, { _msgid: `m${JSON.stringify(msg)}`, ...msg });

  it('moves a fader of a panel, and one that can be read in two ways is refused once with a hint', async () => {
    await open(panel, opacity);
    for (const text of ['0,25', '1,000', '1,000', '0,5']) stage.node('panel').receive(mqtt(text));
    await stage.until(() => bodies().length === 2);
    should(bodies()).eql([{ Value: 0.25 }, { Value: 0.5 }]);
    should(logOf('panel').filter((line) => HINT.test(line))).have.length(1);
  });

  it('is a number for a property that holds one, and text for a text', async () => {
    await open(opacity, channel);
    await send('opacity', { payload: '0,5', duration: '0,25' });
    await send('channel', { payload: '0,5' });
    await send('channel', { payload: '1,000' });
    await send('opacity', { payload: { x: '0,5' } });
    should(bodies()).eql([
      { Value: 0.5, Duration: 0.25 },
      { Value: '0,5' },
      { Value: '1,000' },
      { Value: { x: '0,5' } },
    ]);
  });

  it('is refused with a hint if it may separate thousands, and nothing is sent', async () => {
    await open(opacity);
    const refused = [{ payload: '1,000' }, { payload: 1, duration: '1,000' }];
    for (const msg of refused) {
      const { error, hub: facts } = await send('opacity', msg);
      should(facts).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.message).match(HINT);
    }
    should(bodies()).eql([]);
    await send('opacity', { payload: '0,125' });
    should(bodies()).eql([{ Value: 0.125 }]);
  });

  it('in a field of a node counts as a number, and its node names the field that cannot be read', async () => {
    const typed = (value: string) => ({ ...(opacity.params as object), Value: { type: 'num', value } });
    await open({ ...opacity, params: typed('0,5') }, { ...opacity, id: 'grouped', params: typed('1,000') });
    await send('opacity', {});
    const { error } = await send('grouped', {});
    should(error.message).match(HINT);
    should(bodies()).eql([{ Value: 0.5 }]);
  });
});
