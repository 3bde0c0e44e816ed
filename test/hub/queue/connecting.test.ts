import should from 'should';
import type { CallOptions } from '../../../dist/hub/hub.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

/** The timeout of the hub in ms. */
const TIMEOUT = 500;

describe('a request that waits for its connection, step by step,', () => {
  const stage = SteppedHub.forSuite({ timeout: TIMEOUT });
  const set = (engineId: number, Value: number, options: CallOptions = {}) =>
    stage.run('setProperty', { engineId, nodePath: 'Übergabe', propertyPath: 'P', Value }, options);
  const play = (options: CallOptions = {}) => stage.run('playNext', { engineId: 1, preview: 0 }, options);

  it('is composed again without the value that expires', async () => {
    stage.restart({ timeout: TIMEOUT, joining: true });
    stage.isConnecting = true;
    const late = failing(set(1, 0.1, { expiry: 200 }));
    const sent = set(2, 0.2, { expiry: 5000 });
    await stage.advance(199);
    should(stage.lines()).eql(['PUT /batch']);
    await stage.advance(2);
    should(await late).match({ code: 'EXPIRED', outcome: 'not-sent', facts: { waitedFor: 'connection' } });
    const [batch, alone] = stage.requests;
    should(batch?.exchange.isSent).be.false();
    should(stage.lines()).eql(['PUT /batch', 'PATCH /engines/2/nodes/Übergabe/properties/P']);
    await stage.advance(1000);
    should(alone?.start()).be.true();
    await stage.advance(30);
    await stage.answer('PATCH');
    should(await sent).match({ outcome: 'done', waited: 1201, elapsed: 30 });
  });

  it('is asked at its first byte, although its timer is late', async () => {
    stage.isConnecting = true;
    const late = failing(play({ expiry: 100 }));
    await stage.settle();
    stage.clock.jump(150);
    should(stage.requests[0]?.start()).be.false();
    should(await late).match({ code: 'EXPIRED', outcome: 'not-sent' });
  });

  it('leaves its place to others after its expiry, and keeps the order of its target', async () => {
    stage.restart({ timeout: TIMEOUT, maxInFlight: 1 });
    stage.isConnecting = true;
    const late = failing(play({ expiry: 100 }));
    const next = play({ expiry: 400 });
    await stage.advance(50);
    should(stage.requests).have.length(1);
    await stage.advance(60);
    should(await late).match({ code: 'EXPIRED' });
    should(stage.open).have.length(1);
    should(stage.open[0]?.start()).be.true();
    await stage.answer('PUT');
    should(await next).match({ outcome: 'done' });
  });

  it('has its whole deadline for the answer', async () => {
    stage.isConnecting = true;
    const slow = failing(play({ expiry: 2000 }));
    await stage.advance(1500);
    should(stage.requests[0]?.start()).be.true();
    await stage.advance(TIMEOUT - 1);
    should(stage.open).have.length(1);
    await stage.advance(2);
    should(await slow).match({ code: 'HUB_TIMEOUT', outcome: 'unknown', facts: { timeout: TIMEOUT } });
  });

  it('shows that the hub is unreachable after longer than the timeout', async () => {
    stage.isConnecting = true;
    const read = failing(stage.run('getEngine', { engineId: 1 }));
    await stage.advance(TIMEOUT + 900);
    should(stage.open).have.length(1);
    await stage.advance(200);
    should(await read).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent', facts: { cause: 'ETIMEDOUT' } });
    should(stage.hub.connection.state).equal('unreachable');
  });

  it('shows that the hub is unreachable also on a machine that was busy at the end of the wait', async () => {
    stage.isConnecting = true;
    const late = failing(play({ expiry: 2 * TIMEOUT }));
    await stage.settle();
    stage.clock.jump(2 * TIMEOUT + 500);
    await stage.advance(1);
    should(await late).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent', facts: { cause: 'ETIMEDOUT' } });
  });

  it('of a later step does not undo the steps before it', async () => {
    stage.restart({ timeout: TIMEOUT, dialect: 2, linearSegment: 'lino' });
    const owner = {};
    const out = failing(stage.run('everythingOut', { engineId: 5, preview: 'program' }, { owner }));
    await stage.settle();
    stage.isConnecting = true;
    await stage.answer('PUT /lino/rundown/5/clear/0', {}, 404);
    should(stage.open.map(({ line }) => line.slice(0, 9))).eql(['GET /lino']);
    stage.hub.abandon(owner);
    should(await out).match({ code: 'CLOSED', outcome: 'unknown' });
  });

  it('is not sent if a Stop or a Go ends its cue, and a cue that was ended sends nothing', async () => {
    stage.isConnecting = true;
    const group = { does: 'cue', number: '10', name: 'Übergabe' } as const;
    const stopped = failing(play({ group }));
    await stage.advance(20);
    stage.hub.endCue(group);
    const ended = { code: 'CLOSED', outcome: 'not-sent', facts: { sentence: 'cueEnded' } };
    should(await stopped).match(ended);
    should(await failing(play({ group }))).match(ended);
    should(stage.requests.map(({ exchange }) => exchange.isSent)).eql([false]);
  });
});
