import should from 'should';
import { failing, type Reply, ScriptedHub } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

type Entry = { id: number; url: string; verb: string; body: { Value: number } };

const set = (stage: Pick<ScriptedHub, 'run'>, fader: number, Value: number, more = {}) =>
  stage.run('setProperty', { engineId: 1, nodePath: 'N', propertyPath: `P${fader}`, Value }, more);

/** Answers the batch in flight, if one is in flight. */
function answerBatch({ open: [request] }: SteppedHub): void {
  request?.answer((request.body as Entry[]).map(({ id, body }) => ({ id, responseCode: 200, responseBody: body })));
}

describe('joined values', () => {
  const stage = ScriptedHub.forSuite({ joining: true, rate: 1000 });
  let batch: (entries: Entry[]) => Reply;

  beforeEach(() => {
    batch = (entries) => ({
      // In another order, because answers are matched by id.
      body: entries.map(({ id, body }) => ({ id, responseCode: 200, responseBody: body })).reverse(),
    });
    stage.script['PUT /batch'] = (entries) => batch(entries as Entry[]);
    for (let fader = 0; fader < 120; fader++)
      stage.script[`PATCH /engines/1/nodes/N/properties/P${fader}`] = (body) => ({ body });
  });

  const many = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, (_, fader) => set(stage, fader, fader)));
  const batches = () =>
    stage
      .sent()
      .filter(([request]) => request === 'PUT /batch')
      .map(([, entries]) => entries as Entry[]);

  it('of several lanes are sent in one call, and each answer settles its own', async () => {
    const results = await many(8);
    should(stage.sent().map(([request]) => request)).eql(['PUT /batch']);
    should(batches()[0]?.map(({ url, verb }) => [url, verb])[3]).eql(['/engines/1/nodes/N/properties/P3', 'PATCH']);
    const bodies = results.map((result) => result.status === 'fulfilled' && (result.value as { body: unknown }).body);
    should(bodies).eql(Array.from({ length: 8 }, (_, Value) => ({ Value })));
  });

  it('are at most fifty a call, one a lane', async () => {
    await many(120);
    // Each has its own connection, so they may arrive in another order.
    const sizes = batches().map((entries) => entries.length);
    should(sizes.sort((one, other) => other - one)).eql([50, 50, 20]);
    for (const entries of batches()) should(new Set(entries.map(({ url }) => url)).size).equal(entries.length);
  });

  it('are sent unchanged if only one waits', async () => {
    await set(stage, 0, 1);
    should(stage.sent().map(([request]) => request)).eql(['PATCH /engines/1/nodes/N/properties/P0']);
  });

  it('end with the newest value of each', async () => {
    const stepped = new SteppedHub({ joining: true });
    const calls: Promise<unknown>[] = [];
    for (let value = 0; value < 50; value++) {
      for (let fader = 0; fader < 4; fader++) calls.push(set(stepped, fader, value));
      await stepped.advance(2);
      // A hub that takes 20 ms for each request.
      if (value % 10 === 9) answerBatch(stepped);
    }
    while (stepped.clock.timers > 0) {
      await stepped.advance(20);
      answerBatch(stepped);
      await stepped.settle();
    }
    await Promise.all(calls);
    const sent = stepped.requests.flatMap(({ body }) => body as Entry[]);
    const last = new Map(sent.map(({ url, body }) => [url, body.Value]));
    should([...last.values()]).eql([49, 49, 49, 49]);
    should(stepped.lines().length).be.below(50);
    stepped.hub.close();
  });

  it('never take a trigger with them', async () => {
    stage.script['PUT /linear/rundown/101/playnext/0'] = { body: 'OK' };
    await Promise.all([set(stage, 0, 1), set(stage, 1, 1), stage.run('playNext', { engineId: 101, preview: 0 })]);
    should(
      batches()
        .flat()
        .map(({ verb }) => verb),
    ).not.containEql('PUT');
    should(stage.sent().map(([request]) => request)).containEql('PUT /linear/rundown/101/playnext/0');
  });

  it('are sent alone if they have their own deadline, from the table or the node', async () => {
    stage.script['POST /rgraphs/2/load'] = { body: { success: true } };
    const load = stage.run('loadRgraph', { rgraphId: 2, engineHostId: 1 });
    await Promise.all([load, set(stage, 0, 1), set(stage, 1, 1), set(stage, 2, 1, { timeout: 2000 })]);
    should(batches().map((entries) => entries.map(({ url }) => url.slice(-2)))).eql([['P0', 'P1']]);
  });

  it('that the hub refuses fail alone', async () => {
    batch = (entries) => ({
      body: entries.map(({ id }) => ({ id, responseCode: id === 1 ? 404 : 200, responseBody: 'x' })),
    });
    const [ok, refused] = await many(2);
    should(ok?.status).equal('fulfilled');
    should(refused).match({ reason: { code: 'HUB_NOT_FOUND', outcome: 'refused', reply: { body: 'x' } } });
  });

  it('without an answer have an unknown outcome', async () => {
    batch = ([entry]) => ({ body: [{ id: entry?.id, responseCode: 200 }] });
    const [, missing] = await many(2);
    should(missing).match({ reason: { code: 'HUB_BAD_ANSWER', outcome: 'unknown' } });
  });

  for (const status of [404, 405, 501])
    it(`are always sent alone after a batch that ended in ${status}`, async () => {
      batch = () => ({ status });
      const results = await many(20);
      should(results.every((result) => result.status === 'fulfilled')).be.true();
      await many(3);
      should(stage.sent('PUT')).have.length(1);
      should(stage.sent('PATCH')).have.length(23);
    });

  it('keep the newest value and the expiry when they are sent alone', async () => {
    const stepped = new SteppedHub({ joining: true, timeout: 2000 });
    const send = (fader: number, value: number, options = {}) => set(stepped, fader, value, options);
    const expired = failing(send(0, 1, { expiry: 1000 }));
    const replaced = send(1, 1);
    await stepped.advance(0);
    const newer = send(1, 2);
    await stepped.advance(1500);
    await stepped.answer('PUT /batch', null, 404);
    should(await expired).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(await replaced).match({ outcome: 'superseded' });
    await stepped.answer('PATCH');
    await newer;
    stepped.hub.close();
    should(stepped.requests.slice(1).map(({ line, body }) => [line, body])).eql([
      ['PATCH /engines/1/nodes/N/properties/P1', { Value: 2 }],
    ]);
  });

  for (const status of [400, 401, 500])
    it(`have an unknown outcome after a batch that ended in ${status}, and are not sent again`, async () => {
      batch = () => ({ status });
      for (const result of await many(3)) should(result).match({ reason: { outcome: 'unknown' } });
      should(stage.sent()).have.length(1);
    });

  it('end for an owner that closes, with any result of the others', async () => {
    const stepped = new SteppedHub({ joining: true });
    const owner = {};
    const mine = failing(set(stepped, 0, 1, { owner }));
    const theirs = set(stepped, 1, 1);
    await stepped.advance(0);
    should(stepped.lines()).eql(['PUT /batch']);
    stepped.hub.abandon(owner);
    should(await mine).match({ code: 'CLOSED', outcome: 'unknown' });
    answerBatch(stepped);
    should(await theirs).have.property('statusCode', 200);
    stepped.hub.close();
  });
});
