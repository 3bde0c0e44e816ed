import should from 'should';
import type { CallOptions } from '../../../dist/hub/hub.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N' };

type Entry = { id: number; url: string };

describe('values that are joined', () => {
  const stage = SteppedHub.forSuite({ joining: true, rate: Number.POSITIVE_INFINITY });

  const set = (propertyPath: string, options: CallOptions = {}, values: object = {}) =>
    stage.run('setProperty', { ...property, propertyPath, Value: 1, ...values }, options);
  const read = (rundownId: number, options: CallOptions = {}) =>
    stage.run('getRundown', { rundownId }, { joinable: true, ...options });
  /** Answers the batch in flight: each entry with its status. */
  const answer = (...codes: number[]) =>
    stage.answer(
      'PUT /batch',
      codes.map((responseCode, id) => ({ id, responseCode, responseBody: 'x' })),
    );
  const urls = () => stage.open.map(({ body }) => (body as Entry[]).map(({ url }) => url.at(-1)));
  const open = () => stage.open.map(({ line }) => line);

  it('are not joined with one that is late by now, on a busy machine', async () => {
    const calls = [set('P'), failing(set('Q', { expiry: 100 })), set('R')];
    stage.clock.jump(150);
    await stage.advance(0);
    should(urls()).eql([['P', 'R']]);
    should(await calls[1]).match({ code: 'EXPIRED', outcome: 'not-sent' });
    await answer(200, 200);
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

  it('are only rehearsed if rehearsal begins before they are sent', async () => {
    const calls = [set('P'), set('Q')];
    stage.hub.rehearsal.set(true);
    await stage.advance(0);
    should(await Promise.all(calls)).match([{ outcome: 'rehearsal' }, { outcome: 'rehearsal' }]);
    should(stage.requests).be.empty();
  });

  it('are no longer sent if their owner closes before the hub refuses batches', async () => {
    const owner = {};
    const closed = failing(set('P', { owner }));
    const other = set('Q');
    await stage.advance(0);
    stage.hub.abandon(owner);
    should(await closed).have.property('code', 'CLOSED');
    await stage.answer('PUT /batch', null, 404);
    should(open()).eql(['PATCH /engines/1/nodes/N/properties/Q']);
    await stage.answer('PATCH');
    await other;
  });

  it('are joined again after the hub was lost', async () => {
    const pair = () => [set('P'), set('Q')];
    const calls = pair();
    await stage.advance(0);
    await stage.answer('PUT /batch', null, 404);
    for (const request of stage.open) request.answer({});
    await Promise.all(calls);
    const lost = failing(stage.run('listEngines', {}));
    await stage.settle();
    stage.open[0]?.fail('HUB_UNREACHABLE');
    await lost;
    const back = stage.run('listEngines', {});
    await stage.answer('GET', []);
    await back;
    const again = pair();
    await stage.advance(0);
    should(open()).eql(['PUT /batch']);
    await answer(200, 200);
    await Promise.all(again);
  });

  it('that have to be sent in order are, after the hub refuses batches', async () => {
    const inOrder = { delivery: 'inOrder' } as const;
    const calls = [set('P', inOrder), set('Q', inOrder)];
    await stage.advance(0);
    calls.push(set('P', inOrder, { Value: 2 }));
    await stage.answer('PUT /batch', null, 404);
    for (let turn = 0; turn < 2; turn++) {
      for (const request of stage.open) request.answer({});
      await stage.settle();
    }
    for (const result of await Promise.all(calls)) should(result).have.property('statusCode', 200);
    should(
      stage.requests
        .slice(1)
        .map(({ body }) => (body as { Value: number }).Value)
        .sort(),
    ).eql([1, 1, 2]);
  });

  it('are not replaced by a component, after the hub refuses batches', async () => {
    const calls = [set('P', {}, { Value: { x: 1, y: 1 } }), set('Q')];
    await stage.advance(0);
    calls.push(set('P', {}, { engineType: 'RE', Component: 'x', Value: 2 }));
    await stage.answer('PUT /batch', null, 404);
    for (const request of stage.open) request.answer({});
    await stage.settle();
    for (const result of await Promise.all(calls)) should(result).have.property('statusCode', 200);
    should(stage.requests.map(({ body }) => body)).containDeep([{ Value: { x: 2, y: 1 } }]);
  });

  it('do not go with one that needs a look-up, or with a deletion', async () => {
    const calls = [set('P'), set('Q', {}, { engineType: 'RE', Component: 'x' })];
    await stage.advance(0);
    should(open()).eql(['PATCH /engines/1/nodes/N/properties/P', 'GET /engines/1/nodes/N/properties/Q']);
    await stage.answer('PATCH');
    await stage.answer('GET', { Value: { x: 0 } });
    await stage.answer('PATCH');
    calls.push(...[1, 2].map((rundownId) => stage.run('deleteRundown', { rundownId })));
    await stage.advance(0);
    should(open()).eql(['DELETE /playout/rundowns/1', 'DELETE /playout/rundowns/2']);
    for (const request of stage.open) request.answer({});
    await Promise.all(calls);
  });

  it('are the base of a component if they arrived, and only then', async () => {
    const whole = { Value: { x: 1, y: 1 } };
    const calls = [set('P', {}, whole), failing(set('Q', {}, whole))];
    await stage.advance(0);
    await answer(200, 422);
    await Promise.all(calls);
    const components = ['P', 'Q'].map((name) => set(name, {}, { engineType: 'RE', Component: 'x', Value: 2 }));
    await stage.advance(0);
    should(open().sort()).eql(['GET /engines/1/nodes/N/properties/Q', 'PATCH /engines/1/nodes/N/properties/P']);
    await stage.answer('GET', { Value: { x: 0 } });
    for (const request of stage.open) request.answer({});
    await Promise.all(components);
  });

  const statuses: [number, string, string][] = [
    [599, 'HUB_FAULT', 'unknown'],
    [600, 'HUB_BAD_ANSWER', 'unknown'],
    [300, 'HUB_REJECTED', 'refused'],
  ];
  for (const [status, code, outcome] of statuses)
    it(`end with ${code} if their entry is answered ${status}`, async () => {
      const calls = [set('P'), failing(set('Q'))];
      await stage.advance(0);
      await answer(200, status);
      const error = await calls[1];
      should(error).match({ code, outcome });
      if (status === 600) should(error).match({ facts: { cause: 'batch' } });
      await calls[0];
    });

  it('go alone and in order if they are reads and the hub refuses the batch', async () => {
    const one = new SteppedHub({ maxInFlight: 2 });
    const calls = [1, 2, 3].map((rundownId) => one.run('getRundown', { rundownId }, { joinable: true }));
    await one.advance(0);
    should(one.lines()).eql(['PUT /batch']);
    await one.answer('PUT', null, 400);
    for (const id of [1, 2, 3]) {
      should(one.open.map(({ line }) => line)).eql([`GET /playout/rundowns/${id}`]);
      await one.answer('GET', {});
    }
    for (const result of await Promise.all(calls)) should(result).have.property('statusCode', 200);
    one.hub.close();
  });

  for (const [name, end] of [
    ['401', (hub: SteppedHub) => hub.open[0]?.answer(null, 401)],
    ['500', (hub: SteppedHub) => hub.open[0]?.answer(null, 500)],
    ['a broken connection', (hub: SteppedHub) => hub.open[0]?.fail('HUB_CONNECTION_LOST')],
  ] as const)
    it(`do not go alone if they are reads, after ${name}`, async () => {
      const calls = [failing(read(1)), failing(read(2))];
      await stage.advance(0);
      end(stage);
      await Promise.all(calls);
      should(stage.lines()).eql(['PUT /batch']);
    });

  it('have their 404 explained within their deadline if they are reads', async () => {
    const calls = [3, 4].map((engineId) => failing(stage.run('getLinearEngine', { engineId }, { joinable: true })));
    await stage.advance(0);
    await answer(404, 404);
    await stage.answer('GET /engines', [{ id: 3, displayName: 'Wall' }]);
    should((await calls[0])?.facts).match({ engineHost: 'Wall' });
    await calls[1];
  });
});
