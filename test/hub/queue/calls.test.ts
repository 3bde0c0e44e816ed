import should from 'should';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';
const take = { engineId: 101, preview: 0 };
const press = { rundownId: 1, itemId: 2, buttonKey: 'Show' };
const ITEM = 'GET /playout/rundowns/1/items/2';

describe('a call of the queue', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

  /** The time at which a call ends that waits behind another one of its lane. */
  async function expiresAt(name: string, params: object): Promise<number> {
    void failing(stage.run(name, { ...params }, { timeout: 60_000 }));
    let time = 0;
    void failing(stage.run(name, { ...params }, { delivery: 'inOrder' })).then(() => {
      time = stage.clock.now();
    });
    await stage.advance(10_000);
    return time;
  }

  it('waits for 2 s if it is a trigger', async () => should(await expiresAt('takeOut', take)).equal(2000));

  it('waits for its timeout and 1 s if it is a level', async () =>
    should(await expiresAt('setProperty', { ...property, Value: 1 })).equal(1500));

  it('is only rehearsed if rehearsal begins while it waits', async () => {
    const calls = [stage.run('takeOut', take), stage.run('takeOut', take)];
    await stage.settle();
    stage.hub.rehearsal.set(true);
    await stage.answer('PUT');
    should(await calls[1]).match({ outcome: 'rehearsal' });
    await calls[0];
    should(stage.requests).have.length(1);
  });

  it('is only rehearsed if rehearsal begins during its look-up', async () => {
    const call = stage.run('pressItemButton', press);
    await stage.settle();
    stage.hub.rehearsal.set(true);
    await stage.answer(ITEM, { buttons: [{ key: 'in', label: 'Show' }] });
    should(await call).match({ outcome: 'rehearsal' });
    should(stage.requests).have.length(1);
  });

  it('with a name that the hub does not have is wrong, and no failure of its look-up', async () => {
    const call = failing(stage.run('pressItemButton', press));
    await stage.settle();
    await stage.answer(ITEM, { buttons: [{ key: 'out', label: 'Hide' }] });
    await stage.settle();
    const again = stage.open.length > 0 ? stage.answer(ITEM, { buttons: [{ key: 'out', label: 'Hide' }] }) : undefined;
    await again;
    const { code, facts } = await call;
    should(code).equal('BAD_INPUT');
    should(facts).not.have.property('lookUp');
  });

  it('whose look-up has an unreadable answer names this look-up', async () => {
    const call = failing(stage.run('pressItemButton', press));
    await stage.settle();
    stage.open[0]?.fail('HUB_BAD_ANSWER');
    should(await call).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent', facts: { lookUp: 'getItem' } });
  });

  it('looks the type of an engine up again after a 404, and after no other failure', async () => {
    const x = () => stage.run('setProperty', { ...property, Component: 'x', Value: 1 });
    const first = x();
    await stage.settle();
    await stage.answer('GET /engines/1', { engineType: 'RE5' });
    await stage.answer('PATCH');
    await first;
    for (const [status, next] of [
      [500, `PATCH ${path}.x`],
      [404, 'GET /engines/1'],
    ] as const) {
      const failed = failing(x());
      await stage.settle();
      await stage.answer(`PATCH ${path}.x`, null, status);
      await failed;
      const count = stage.requests.length;
      const after = x();
      await stage.settle();
      should(stage.requests[count]?.line).equal(next);
      if (status === 404) await stage.answer('GET', { engineType: 'RE5' });
      await stage.answer('PATCH');
      await after;
    }
  });

  it('does not use a value of unknown outcome as the base of a component', async () => {
    const RE = { ...property, engineType: 'RE' };
    const failed = failing(stage.run('setProperty', { ...RE, Value: { x: 1, y: 1 } }));
    await stage.settle();
    await stage.answer('PATCH', null, 500);
    await failed;
    const x = stage.run('setProperty', { ...RE, Component: 'x', Value: 2 });
    await stage.settle();
    await stage.answer(`GET ${path}`, { Value: { x: 0, y: 0 } });
    await stage.answer('PATCH');
    await x;
    // The update of a playout item does not concern the values of an engine.
    const update = stage.run('updateItem', { rundownId: 1, itemId: 2, data: {} });
    await stage.settle();
    await stage.answer('PATCH');
    await update;
    const y = stage.run('setProperty', { ...RE, Component: 'y', Value: 3 });
    await stage.settle();
    await stage.answer('PATCH');
    await y;
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 2, y: 3 } });
  });

  for (const late of [500, 600])
    it(`of two requests does not send the second ${late} ms after the first, with a deadline of 500 ms`, async () => {
      const moved = new SteppedHub({ dialect: 2, linearSegment: 'lino' });
      const call = failing(moved.run('listLinearEngines', {}));
      await moved.settle();
      moved.clock.jump(late);
      await moved.answer('GET /lino/engines', null, 404);
      should(await call).match({ code: 'HUB_TIMEOUT', outcome: 'not-sent', facts: { timeout: 500 } });
      should(moved.requests).have.length(1);
      moved.hub.close();
    });

  it('of two requests that fails in the second one names the timeout of both', async () => {
    const moved = new SteppedHub({ dialect: 2, linearSegment: 'lino' });
    const call = failing(moved.run('listLinearEngines', {}));
    await moved.settle();
    moved.clock.jump(100);
    await moved.answer('GET /lino/engines', null, 404);
    await moved.advance(400);
    should(await call).match({ code: 'HUB_TIMEOUT', facts: { timeout: 500 } });
    should(moved.requests).have.length(2);
    moved.hub.close();
  });

  it('is shown in the numbers of the hub, with the deepest lane', async () => {
    should(stage.hub.snapshot).match({ inFlight: 0, waiting: 0 }).and.not.have.property('deepest');
    const odd = () => stage.run('batch', { entries: [{ url: '/odd', verb: 'POST' }] });
    const calls = [odd(), odd()];
    should(stage.hub.snapshot).match({ inFlight: 1, waiting: 1, deepest: { lane: ['raw'], count: 1 } });
    calls.push(stage.run('takeOut', take), stage.run('takeOut', take));
    should(stage.hub.snapshot).match({ waiting: 2, deepest: { lane: ['raw'], count: 1 } });
    for (let value = 0; value < 3; value++)
      calls.push(stage.run('setProperty', { ...property, Value: value }, { delivery: 'inOrder' }));
    should(stage.hub.snapshot).match({ inFlight: 3, waiting: 4, deepest: { lane: ['1', 'N', 'P'], count: 2 } });
    calls.push(...Array.from({ length: 2 }, odd));
    should(stage.hub.snapshot).match({ deepest: { lane: ['raw'], count: 3 } });
    for (let turn = 0; turn < 10; turn++) {
      for (const request of stage.open) request.answer([]);
      await stage.settle();
    }
    await Promise.all(calls);
  });

  it('that explains a 404 is not counted as a command of a lane', async () => {
    const call = failing(stage.run('takeOut', take));
    await stage.settle();
    await stage.answer('PUT', null, 404);
    should(stage.hub.snapshot).match({ inFlight: 1 }).and.not.have.property('deepest');
    await stage.answer('GET /engines', [{ id: 101, displayName: 'Wall' }]);
    should((await call).facts).match({ engineHost: 'Wall' });
  });
});
