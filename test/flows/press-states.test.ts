import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { is07, LATER, taiOf } from '../panels/messages.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
};

const single: NodeOf = { ...next, id: 'single', actOn: 'single' };

describe('a press of a source that reports states', () => {
  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });

  after(() => hub.close());
  beforeEach(async () => {
    hub.requests.length = 0;
    const others = ['double', 'hold', 'press'].map((actOn) => ({ ...next, id: actOn, actOn }));
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [next, single, ...others]);
  });
  afterEach(() => stage.close());

  const commands = () => hub.requests.filter(({ method }) => method === 'PUT');
  const send = (id: string, msg: Message) => stage.send(id, { _msgid: `${Math.random()}`, ...msg });

  it('counts once if IS-07 repeats its state, and not for other messages of IS-07', async () => {
    const says = (message_type: string): Message => ({
      payload: { identity: { source_id: '6a3f' }, timing: { creation_timestamp: taiOf(LATER) }, message_type },
    });
    const first = is07(true, taiOf(Date.now()));
    for (const msg of [first, first, says('health'), is07(true)]) await send('next', msg);
    should(commands()).have.length(1);
    // A retained copy, then the original message.
    const second = is07(true, taiOf(Date.now() + 1000));
    for (const msg of [{ ...second, retain: true }, second]) await send('next', msg);
    should(commands()).have.length(1);
    for (const msg of [says('reboot'), is07(true), { ...says('connection_lost'), qos: 0 }, is07(true)])
      await send('next', msg);
    should(commands()).have.length(1);
    for (const msg of [is07(false), is07(true)]) await send('next', msg);
    should(commands()).have.length(2);
  });

  it('counts once while a number of IS-07 is not 0, as any press and as a single one', async () => {
    for (const [second, value] of [0.3, 0.5, 0.5, 0.2, 0, 0.5].entries())
      for (const id of ['next', 'single']) await send(id, is07(value, taiOf(Date.now() + second * 1000), 'Pegel'));
    should(commands()).have.length(4);
  });

  it('does not count for the first state of a GPIO pin after a deploy', async () => {
    const pin = (payload: number) => send('next', { topic: 'gpio/17', payload });
    await pin(1);
    should(commands()).be.empty();
    await stage.until(() => stage.status('next').text === 'retained, ignored');
    await pin(0);
    await pin(1);
    should(commands()).have.length(1);
  });

  it('acts on a single press, a double press or a hold of a button that names them', async () => {
    const acts = async (id: string) => {
      const done: string[] = [];
      for (const Action of ['SINGLE', 'DOUBLE', 'HOLD', 'CLEAR']) {
        const before = commands().length;
        await send(id, { topic: `stat/${id}/RESULT`, payload: { Button1: { Action } }, qos: 0, retain: false });
        if (commands().length > before) done.push(Action);
      }
      return done;
    };
    should(await acts('single')).eql(['SINGLE']);
    should(await acts('double')).eql(['DOUBLE']);
    should(await acts('hold')).eql(['HOLD']);
    should(await acts('press')).eql(['SINGLE', 'DOUBLE', 'HOLD']);
  });
});
