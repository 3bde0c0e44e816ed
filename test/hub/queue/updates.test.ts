import should from 'should';
import type { CallOptions } from '../../../dist/hub/hub.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const item = { rundownId: 1, itemId: 7 };
const path = '/playout/rundowns/1/items/7';

describe('updates that wait for a slow hub', () => {
  const stage = SteppedHub.forSuite({ dialect: 2, rate: Number.POSITIVE_INFINITY });

  /** Answers all that is in flight, until nothing is left. `present` is the item on the hub. */
  async function finish(calls: Promise<unknown>[], present: object = {}): Promise<unknown[]> {
    const all = Promise.allSettled(calls);
    for (let turn = 0; turn < 20; turn++) {
      for (const request of stage.open) request.answer(request.line.startsWith('GET') ? present : { success: true });
      await stage.settle();
    }
    return (await all).map((result) =>
      result.status === 'fulfilled' ? (result.value as { outcome: string }).outcome : result.reason.code,
    );
  }
  const bodies = () => stage.requests.flatMap(({ line, body }) => (line.startsWith('PATCH') ? [body] : []));
  const update = (body: Params, options?: CallOptions) => stage.run('updateItem', { ...item, ...body }, options);

  it('never hold up the button of their item, however fast they come', async () => {
    stage.onSend = (request) => {
      if (request.line.startsWith('GET')) request.answer({ buttons: [{ key: 'k', label: 'Rein' }] });
      else stage.clock.setTimeout(() => request.answer({ success: true }), 150);
    };
    const feed: Promise<unknown>[] = [];
    let press: Promise<unknown> | undefined;
    for (let tick = 0; tick < 60; tick++) {
      feed.push(update({ data: { Uhr: `12:${tick}` } }));
      if (tick === 30) press = stage.run('pressItemButton', { ...item, buttonKey: 'k' });
      await stage.advance(10);
    }
    const values = () => bodies().map((body) => (body as { data: { Uhr: string } }).data.Uhr);
    await stage.advance(500);
    should(await press).match({ outcome: 'done' });
    const { waited } = (await press) as { waited: number };
    should(waited).be.belowOrEqual(300);
    await Promise.all(feed);
    should(values()[0]).equal('12:0');
    // The newest value before the press was sent before it.
    should(values()).containEql('12:30');
    should(values().at(-1)).equal('12:59');
    should(values().length).be.belowOrEqual(7);
  });

  it('are replaced by newer ones of the same fields, also if others came between', async () => {
    const calls = ['A', 'B', 'C'].flatMap((value, index) => [
      update({ data: { Uhr: value } }),
      update({ data: { Stand: { Heim: index } } }),
    ]);
    should(await finish(calls)).eql(['done', 'superseded', 'superseded', 'superseded', 'done', 'done']);
    should(bodies()).eql([{ data: { Uhr: 'A' } }, { data: { Uhr: 'C' } }, { data: { Stand: { Heim: 2 } } }]);
  });

  it('are not replaced by one of fewer, more or deeper fields, of another item, or behind a press', async () => {
    const waiting: Params[] = [
      ...[{ data: { Uhr: 1 } }, { data: { Uhr: 1, Stand: 2 } }, { data: { Uhr: { Zeit: 3 } } }, { data: {} }],
      ...[{ name: 'Übergabe' }, { order: 2 }, { data: { Uhr: 4 }, order: 2 }],
    ];
    const others = [
      stage.run('updateItem', { rundownId: 1, itemId: 8, order: 2, data: { Uhr: 4 } }),
      stage.run('downloadExternalData', { ...item, externalDataFieldKey: 'f' }),
    ];
    const calls = waiting.map((body) => update(body));
    const last = update({ data: { Uhr: 5 } });
    const outcomes = await finish([...others, ...calls, last]);
    should(outcomes).eql(['done', 'done', 'superseded', ...waiting.slice(1).map(() => 'done'), 'done']);
    should(bodies()).eql([{ order: 2, data: { Uhr: 4 } }, ...waiting.slice(1), { data: { Uhr: 5 } }]);
  });

  it('are all sent if they have to be in order', async () => {
    const calls = [1, 2, 3].map((Uhr) => update({ data: { Uhr } }, { delivery: 'inOrder' }));
    should(await finish(calls)).eql(['done', 'done', 'done']);
    should(bodies()).eql([1, 2, 3].map((Uhr) => ({ data: { Uhr } })));
  });

  it('of several fields are merged into one request, if they are merged into the present data', async () => {
    const merge = (data: object, more: object = {}) => update({ data, merge: true, ...more });
    const first = update({ data: { Titel: 'x' } });
    const calls = [merge({ Uhr: 1 }), merge({ Stand: { Heim: 1 } }), merge({ Uhr: 2 }, { name: '日本語' })];
    calls.push(merge({ Stand: { Gast: 2 } }), merge({ Uhr: 3 }));
    const present = { data: { Titel: 'Zoë', Stand: { Heim: 0, Gast: 0 } } };
    should(await finish([first, ...calls], present)).eql(['done', 'superseded', ...Array(4).fill('done')]);
    const data = { Titel: 'Zoë', Uhr: 3, Stand: { Heim: 1, Gast: 2 } };
    should(bodies()).eql([{ data: { Titel: 'x' } }, { name: '日本語', data }]);
    should(stage.lines('GET')).eql([`GET ${path}`]);
  });

  const mergedLikeOneByOne: [given: object[], data: object][] = [
    [[{ Stand: 5 }, { Stand: { Gast: 2 } }], { Titel: 'Zoë', Stand: { Gast: 2 } }],
    [[{ Stand: [1] }, { Stand: { Gast: [2] } }], { Titel: 'Zoë', Stand: { Gast: [2] } }],
    [[{ Stand: null }, { Uhr: {} }, { Stand: { Gast: {} } }], { Titel: 'Zoë', Stand: { Gast: {} }, Uhr: {} }],
    [[{ Stand: { Heim: 5 } }, { Stand: { Heim: {} } }, { Titel: {} }], { Titel: {}, Stand: { Heim: {}, Gast: 0 } }],
    [[{ Uhr: 1 }, { Uhr: {} }, { Titel: '日本語' }], { Titel: '日本語', Stand: { Heim: 0, Gast: 0 }, Uhr: {} }],
    [[{ Stand: 5 }, { Stand: {} }], { Titel: 'Zoë', Stand: {} }],
    [[{ Stand: {} }, { Uhr: 1 }], { Titel: 'Zoë', Stand: { Heim: 0, Gast: 0 }, Uhr: 1 }],
  ];
  for (const [given, expected] of mergedLikeOneByOne)
    it(`give the same data as one by one: ${JSON.stringify(given)}`, async () => {
      const calls = [{ Titel: 'x' }, ...given].map((data, index) => update({ data, merge: index > 0 }));
      await finish(calls, { data: { Titel: 'Zoë', Stand: { Heim: 0, Gast: 0 } } });
      should(bodies().slice(1)).eql([{ data: expected }]);
    });

  const between: Params[] = [{ data: { Titel: '日本語' } }, { data: { Titel: '日本語' }, order: 2, merge: true }];
  for (const body of between)
    it(`are merged into the data after one that is sent between them: ${JSON.stringify(body)}`, async () => {
      let data: object = { Titel: 'Zoë' };
      stage.onSend = (request) => {
        if (request.line.startsWith('PATCH')) data = (request.body as { data: object }).data;
        const answer = request.line.startsWith('GET') ? { data } : { success: true };
        stage.clock.setTimeout(() => request.answer(answer), 10);
      };
      const feed = (Uhr: number) => update({ data: { Uhr }, merge: true });
      const calls = [feed(1), update(body), feed(2)];
      await stage.advance(100);
      await Promise.all(calls);
      should(bodies().at(-1)).eql({ data: { Titel: '日本語', Uhr: 2 } });
    });

  it('of an object are merged into the rundown of each of them', async () => {
    const change = (roID: string, data: object) =>
      stage.run('updateMosObject', { objID: 'ö', ncsID: 'N', roID, data, merge: true });
    const first = stage.run('updateMosObject', { objID: 'ö', data: { Titel: 'x' } });
    const calls = [first, change('Früh', { Uhr: 1 }), change('Spät', { Stand: 1 })];
    await finish(calls, { items: [{ mosObject: { objID: 'ö', data: {} } }] });
    const reads = ['Früh', 'Spät'].map((roID) => `GET /newsroom/rundowns/N/${roID}`);
    should(stage.lines('GET')).eql(reads);
    should(bodies().slice(1)).eql([{ data: { Uhr: 1 } }, { data: { Stand: 1 } }]);
  });

  it('of the whole data are not replaced by ones that are merged, or the other way round', async () => {
    const [whole, merged] = [{ data: { Uhr: 1 } }, { data: { Uhr: 2 }, merge: true }];
    const calls = [whole, whole, merged, { data: { Uhr: 3 } }].map((body) => update(body));
    should(await finish(calls, { data: { Titel: 'Zoë' } })).eql(['done', 'superseded', 'done', 'done']);
    should(bodies().slice(1)).eql([{ data: { Titel: 'Zoë', Uhr: 2 } }, { data: { Uhr: 3 } }]);
  });

  it('that cannot be merged fail alone', async () => {
    const object = (data: object, more: object) => stage.run('updateMosObject', { objID: 'ö', data, ...more });
    const rundown = { ncsID: 'N', roID: 'R', merge: true };
    const calls = [object({ a: 0 }, {}), object({ b: 1 }, rundown), object({ c: 2 }, { merge: true })];
    const present = { items: [{ mosObject: { objID: 'ö', data: { Titel: 'Zoë' } } }] };
    should(await finish(calls, present)).eql(['done', 'done', 'BAD_INPUT']);
    should(bodies()).eql([{ data: { a: 0 } }, { data: { Titel: 'Zoë', b: 1 } }]);
  });

  const linear = { engineId: 5, rundownId: 1, itemId: 7, name: 'Straße', templateId: 1 };
  const others: [name: string, older: Params, newer: Params][] = [
    ['updateLinearItem', { ...linear, data: { Uhr: 1 } }, { ...linear, data: { Uhr: 2 } }],
    ['updateMosObject', { objID: 'ö', data: { Uhr: 1 } }, { objID: 'ö', data: { Uhr: 2 } }],
    ['renameRundown', { rundownId: 1, name: 'Alt' }, { rundownId: 1, name: 'Übergabe' }],
  ];
  for (const [name, older, newer] of others)
    it(`are replaced by newer ones: ${name}`, async () => {
      const calls = [older, older, newer].map((params) => stage.run(name, params));
      should(await finish(calls)).eql(['done', 'superseded', 'done']);
      should(stage.requests).have.length(2);
    });

  it('are dropped one by one at their expiry', async () => {
    const first = update({ data: { Uhr: 1 } }, { timeout: 5000 });
    const late = failing(update({ data: { Stand: 1 } }, { expiry: 100 }));
    await stage.advance(100);
    should(await late).match({ code: 'EXPIRED', facts: { waitedFor: 'commands' } });
    should(await finish([first])).eql(['done']);
    should(stage.requests).have.length(1);
  });
});
