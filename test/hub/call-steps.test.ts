import should from 'should';
import type { CallOptions } from '../../dist/hub/hub.js';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';
const RE = { instances: [{ status: 'Loaded', engineType: 'RE' }] };
const RE5 = { instances: [{ status: 'Loaded', engineType: 'RE5' }] };

describe('a call, step by step,', () => {
  const stage = SteppedHub.forSuite();

  const set = (Component: string | undefined, Value: unknown, options: CallOptions = {}, more = {}) =>
    stage.run('setProperty', { ...property, Component, Value, ...more }, options);
  /** Sets a component on RE5 until it is answered. Returns true if the engine was read. */
  async function setOnRe5(engineId = 1): Promise<boolean> {
    const before = stage.lines('GET').length;
    const call = set('x', 1, {}, { engineId });
    await stage.settle();
    const isAsked = stage.lines('GET').length > before;
    if (isAsked) await stage.answer(`GET /engines/${engineId}`, RE5);
    await stage.answer('PATCH');
    await call;
    return isAsked;
  }

  describe('caches its look-ups', () => {
    it('but not a look-up that began before an invalidation', async () => {
      const call = set('x', 1);
      await stage.settle();
      const load = stage.run('loadRgraph', { rgraphId: 2, engineHostId: 1 });
      await stage.answer('POST /rgraphs/2/load');
      await load;
      await stage.answer('GET /engines/1', RE);
      should(stage.open.map(({ line }) => line)).eql(['GET /engines/1']);
      await stage.answer('GET /engines/1', RE5);
      should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
      await stage.answer('PATCH');
      await call;
    });

    it('for a minute', async () => {
      should(await setOnRe5()).be.true();
      await stage.advance(59_990);
      should(await setOnRe5()).be.false();
      await stage.advance(60_000);
      should(await setOnRe5()).be.true();
    });

    it('of the newest five hundred', async () => {
      for (let engineId = 1; engineId <= 501; engineId++) should(await setOnRe5(engineId)).be.true();
      await stage.advance(100);
      should(await setOnRe5(501)).be.false();
      should(await setOnRe5(2)).be.false();
      should(await setOnRe5(1)).be.true();
    });
  });

  it('that was answered 404 is settled within its deadline, even if its explanation hangs', async () => {
    const call = failing(stage.run('playNext', { engineId: 3, preview: 0 }, { timeout: 400 }));
    await stage.advance(300);
    await stage.answer('PUT', null, 404);
    should(stage.open.map(({ line }) => line)).eql(['GET /engines']);
    await stage.advance(100);
    should(await call).match({ code: 'HUB_NOT_FOUND' });
    should(stage.clock.now()).equal(400);
  });

  it('is sent while a fader moves faster than the hub answers', async () => {
    const calls = [];
    for (let value = 0; value < 100; value++) {
      calls.push(set('x', value).catch((error) => error));
      await stage.advance(10);
      for (const request of stage.open)
        if (value % 5 === 4) request.answer(request.line === 'GET /engines/1' ? RE : { Value: { x: 0, y: 0 } });
    }
    await stage.settle();
    should(stage.lines('PATCH').length).be.above(10);
  });

  it('without look-ups is sent before a component with look-ups', async () => {
    const first = set(undefined, { x: 0, y: 0 });
    const calls = [set(undefined, { x: 1, y: 1 }), failing(set('x', 2))] as const;
    await stage.answer('PATCH');
    await first;
    await stage.advance(20);
    should(stage.open.filter(({ line }) => line.startsWith('PATCH')).map(({ body }) => body)).eql([
      { Value: { x: 1, y: 1 } },
    ]);
    await stage.answer('PATCH');
    await calls[0];
    stage.hub.close();
    await calls[1];
  });

  it('never puts a component into a later whole value, even if the values between them are dropped', async () => {
    const between = {};
    const calls = [
      set(undefined, { x: 0, y: 0 }, {}, { engineType: 'RE' }),
      set('y', 1, {}, { engineType: 'RE' }),
      failing(set(undefined, { x: 2, y: 2 }, { owner: between, delivery: 'inOrder' })),
      set(undefined, { x: 3, y: 3 }),
      set('x', 4, {}, { engineType: 'RE' }),
    ];
    await stage.settle();
    stage.hub.abandon(between);
    for (let turn = 0; turn < 2; turn++) {
      await stage.answer('PATCH');
      await stage.advance(20);
    }
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 4, y: 3 } });
    await Promise.all(calls);
  });

  describe('of an owner that closes while the hub refuses a batch', () => {
    for (const who of ['one owner', 'the hub'])
      it(`is not sent alone: ${who}`, async () => {
        for (let turns = 0; turns < 12; turns++) {
          stage.hub.close();
          stage.restart({ joining: true });
          const owner = {};
          const calls = ['P', 'Q'].map((propertyPath) => failing(set(undefined, 1, { owner }, { propertyPath })));
          await stage.advance(0);
          stage.open[0]?.answer(null, 404);
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          if (who === 'the hub') stage.hub.close();
          else stage.hub.abandon(owner);
          for (const error of await Promise.all(calls)) should(error).have.property('code', 'CLOSED');
          await stage.advance(100);
          should(stage.lines()).eql(['PUT /batch']);
        }
      });
  });
});
