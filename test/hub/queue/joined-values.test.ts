import should from 'should';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N' };

describe('values that are joined', () => {
  let stage: SteppedHub;

  beforeEach(() => {
    stage = new SteppedHub({ joining: true });
  });

  afterEach(async () => {
    stage.hub.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  const set = (propertyPath: string, expiry?: number) =>
    stage.run('setProperty', { ...property, propertyPath, Value: 1 }, { expiry });

  it('are not joined with one that is late by now, on a busy machine', async () => {
    const calls = [set('P'), failing(set('Q', 100)), set('R')];
    stage.clock.jump(150);
    await stage.advance(0);
    should(stage.open.map(({ body }) => (body as { url: string }[]).map(({ url }) => url.at(-1)))).eql([['P', 'R']]);
    should(await calls[1]).match({ code: 'EXPIRED', outcome: 'not-sent' });
    stage.open[0]?.answer([0, 1].map((id) => ({ id, responseCode: 200 })));
    await Promise.all(calls);
  });

  it('were not sent if the hub of the batch cannot be reached', async () => {
    const calls = [failing(set('P')), failing(set('Q'))];
    await stage.advance(0);
    should(stage.lines()).eql(['PUT /batch']);
    stage.open[0]?.fail('HUB_UNREACHABLE');
    for (const error of await Promise.all(calls)) should(error).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
  });

  it('have an unknown outcome if the connection breaks during the batch', async () => {
    const calls = [failing(set('P')), failing(set('Q'))];
    await stage.advance(0);
    stage.open[0]?.fail('HUB_CONNECTION_LOST');
    for (const error of await Promise.all(calls)) should(error.outcome).equal('unknown');
  });
});
