import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
};
const stop: NodeOf = {
  id: 'stop',
  type: 'hub-launcher',
  operation: 'stopLaunch',
  guarded: true,
  params: { configID: fromMessage('config') },
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a press', () => {
  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  after(() => hub.close());
  afterEach(() => stage.close());

  const open = async (...parts: NodeOf[]) => {
    hub.requests.length = 0;
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
  };
  const commands = () =>
    hub.requests.filter(({ method }) => method === 'PUT').map(({ url }) => url.replace('/api/rest/v1', ''));
  const send = (id: string, msg: Message) => stage.send(id, { _msgid: `${Math.random()}`, ...msg });

  it('acts, its release does not, and says so', async () => {
    await open(next);
    for (const payload of [1, 0, true, false, 'go', 127]) await send('next', { payload });
    should(commands()).have.length(4);
    should(stage.out.map(({ payload }) => payload)).eql(['OK', 'OK', 'OK', 'OK']);
    await send('next', { payload: 0 });
    should(stage.completed).have.length(7);
    await stage.until(() => stage.status('next').text === 'release ignored');
  });

  it('of anything acts where every message is to', async () => {
    await open({ ...next, actOn: 'every' });
    for (const payload of [1, 0, false]) await send('next', { payload });
    should(commands()).have.length(3);
  });

  it('does not matter to a level: a fader at 0 is a value', async () => {
    await open({
      id: 'set',
      type: 'hub-engine-property',
      operation: 'setProperty',
      params: {
        engineId: literal(1),
        nodePath: literal('N'),
        propertyPath: literal('P'),
        Value: fromMessage('payload'),
      },
    });
    await send('set', { payload: 0 });
    should(hub.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).eql(['{"Value":0}']);
  });

  it('of a guarded stop asks for a second one of the same target, not too early and not too late', async () => {
    await open(stop);
    // At once, however slow the machine is.
    for (const payload of [1, 1, 0]) stage.node('stop').receive({ _msgid: `${Math.random()}`, payload, config: 1 });
    await stage.until(() => stage.completed.length === 3);
    await stage.until(() => stage.status('stop').text === 'press again to stop');
    should(commands()).be.empty();
    await pause(600);
    await send('stop', { payload: 0, config: 1 });
    should(commands()).be.empty();
    await send('stop', { payload: 1, config: 1 });
    should(commands()).eql(['/launcher/1/stop']);

    await send('stop', { payload: 1, config: 1 });
    await pause(600);
    await send('stop', { payload: 1, config: 2 });
    should(commands()).have.length(1);
    await pause(3200);
    should(stage.status('stop').text).equal('connected');
    await send('stop', { payload: 1, config: 2 });
    should(commands()).have.length(1);
    await pause(600);
    await send('stop', { payload: 1, config: 2 });
    should(commands()).eql(['/launcher/1/stop', '/launcher/2/stop']);
    should(stage.caught).be.empty();
  });

  it('of an unguarded stop acts at once', async () => {
    await open({ ...stop, guarded: false });
    await send('stop', { payload: 1, config: 1 });
    should(commands()).eql(['/launcher/1/stop']);
  });
});
