import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { literal, logOf, type NodeOf, perform, type Stage } from './stage.js';

const onShow = (id: string, operation: string, more: object): NodeOf => ({
  id,
  type: 'hub-linear-play',
  operation,
  expiry: '30',
  params: { engineId: literal(101), preview: literal('program'), ...more },
});

describe('two nodes of one linear engine', () => {
  let hub: Simulator;
  let stage: Stage;

  before(async () => {
    hub = await startSimulator();
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [
      onShow('play', 'playItem', { itemId: literal(2011) }),
      onShow('away', 'takeOut', {}),
      onShow('other', 'takeOut', { engineId: literal(102) }),
    ]);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  const commands = () =>
    hub.journal
      .filter(({ method }) => method === 'PUT')
      .map(({ operation, params }) => `${operation} ${params.engineId}`);

  it('keep their order on the wire, also when the first answer is slow, and hold up nobody else', async () => {
    hub.trouble({ operation: 'playItem', delay: 1500 });
    stage.node('play').receive({ _msgid: '1', payload: 1 });
    stage.node('away').receive({ _msgid: '2', payload: 1 });
    await stage.send('other', { _msgid: '3', payload: 1 });
    // Each has its own connection, and a new one waits before its first byte.
    await stage.until(() => commands().length >= 2);
    should(commands().sort()).eql(['playItem 101', 'takeOut 102']);
    await stage.until(() => stage.completed.length === 3);
    should(commands().slice(2)).eql(['takeOut 101']);
    should(hub.state.linear.engines[0]?.outputs[0]?.playing).be.null();
    const waited = stage.out.find(({ _msgid }) => _msgid === '2')?.hub.waited;
    should(waited).be.aboveOrEqual(200);
  });
});

describe('two configurations of one hub', () => {
  it('give a warning with the address, since the order is kept within one of them', async () => {
    const auth = 'none';
    const second = (id: string, baseUrl: string) => ({ id, type: 'hub-config', baseUrl, auth });
    const configs = [second('other', 'http://127.0.0.2:8090'), second('first', 'http://127.0.0.1:8090')];
    const stage = await perform({ baseUrl: 'http://127.0.0.1:8090/', auth }, [], {}, { configs });
    const warnings = ['other', 'first', 'config'].map((id) => logOf(id).filter((line) => /same address/.test(line)));
    await stage.close();
    should(warnings.map(({ length }) => length)).eql([0, 0, 1]);
    should(warnings[2]?.[0]).containEql('(http://127.0.0.1:8090/api/rest/v1)');
  });
});
