import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const url = '/engines/1/nodes/N/properties/P';
const BUTTONS = 'GET /playout/rundowns/1/items/2';
const press = { rundownId: 1, itemId: 2, buttonKey: 'Show' };

describe('the entries of a batch', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

  const batch = (...entries: object[]) => stage.run('batch', { entries }, { timeout: 500 });
  const set = (params: Params) => ({ operation: 'setProperty', params: { ...property, ...params } });
  const bodies = () =>
    stage.requests.slice(-1).flatMap(({ body }) => (body as { body?: unknown }[]).map((each) => each.body));
  async function done(line: string, call: Promise<unknown>, body: unknown = []): Promise<unknown> {
    await stage.settle();
    await stage.answer(line, body);
    return call;
  }

  it('are sent at once if nothing has to be looked up, and returned with their ids', async () => {
    const call = batch(set({ Value: 1 }), { id: 7, url: '/engines', verb: 'GET' });
    should(stage.lines()).eql(['PUT /batch']);
    const result = await done('PUT', call);
    should(
      (result as { params: { entries: object[] } }).params.entries.map((entry) => (entry as { id: number }).id),
    ).eql([1, 7]);
  });

  it('are rehearsed if one of them is a command, by operation or by URL', async () => {
    stage.hub.rehearsal.set(true);
    const read = { url: '/engines', verb: 'GET' };
    for (const command of [
      set({ Value: 1 }),
      { url, verb: 'PATCH', body: { Value: 1 } },
      { url: '/odd', verb: 'POST' },
    ])
      should(await batch(read, command, read)).match({ outcome: 'rehearsal' });
    should(stage.requests).be.empty();
  });

  it('are sent in rehearsal and at the same time if they only read, by every URL', async () => {
    stage.hub.rehearsal.set(true);
    const calls = [
      batch({ url: '/odd', verb: 'GET' }),
      batch({ url: '/odd', verb: 'GET' }),
      batch({ url, verb: 'GET' }),
    ];
    await stage.settle();
    should(stage.open).have.length(3);
    for (const request of stage.open) request.answer([]);
    await Promise.all(calls);
  });

  it('with values only do not invalidate a look-up in progress', async () => {
    const component = stage.run('setProperty', { ...property, propertyPath: 'Q', Component: 'x', Value: 1 });
    await done('PUT', batch(set({ Value: 1 })));
    await stage.answer('GET /engines/1', { engineType: 'RE5' });
    await done('PATCH', component);
    should(stage.lines('GET')).have.length(1);
  });

  it('of which one is a trigger wait for 2 s, and otherwise for their timeout and 1 s', async () => {
    const held = stage.run('setProperty', { ...property, Value: 0 }, { timeout: 60_000 });
    const take = { operation: 'takeOut', params: { engineId: 101, preview: 0 } };
    const ends: string[] = [];
    void failing(batch(set({ Value: 1 }))).then(({ code }) => ends.push(`level ${code}`));
    void failing(batch(set({ Value: 1 }), take, set({ Value: 2 }))).then(({ code }) => ends.push(`trigger ${code}`));
    await stage.advance(1499);
    should(ends).eql([]);
    await stage.advance(1);
    should(ends).eql(['level EXPIRED']);
    await stage.advance(499);
    should(ends).have.length(1);
    await stage.advance(1);
    should(ends).eql(['level EXPIRED', 'trigger EXPIRED']);
    await done('PATCH', held);
  });

  /** The look-ups of a component and of a button that are made again, after both were cached. */
  async function readAgainAfter(...entries: object[]): Promise<string[]> {
    const reads: string[] = [];
    const both = async () => {
      const calls = [
        stage.run('setProperty', { ...property, Component: 'x', Value: 1 }),
        stage.run('pressItemButton', press),
      ];
      for (let step = 0; step < 2; step++) {
        await stage.settle();
        for (const asked of stage.open) {
          if (asked.line.startsWith('GET')) reads.push(asked.line);
          if (asked.line === 'GET /engines/1') asked.answer({ engineType: 'RE5' });
          else asked.answer({ buttons: [{ key: 'in', label: 'Show' }] });
        }
      }
      await Promise.all(calls);
    };
    await both();
    should(reads.sort()).eql(['GET /engines/1', BUTTONS]);
    reads.length = 0;
    await done('PUT', batch(...entries));
    await both();
    return reads.sort();
  }

  const invalidating: [string, object[], string[]][] = [
    ['nothing after values', [set({ Value: 1 })], []],
    [
      'nothing after the update of the data of an item',
      [{ operation: 'updateItem', params: { rundownId: 1, itemId: 2, data: {} } }],
      [],
    ],
    [
      'only buttons after the update of the template of an item',
      [set({ Value: 1 }), { operation: 'updateItem', params: { rundownId: 1, itemId: 2, template: 'Other' } }],
      [BUTTONS],
    ],
    ['all after a command that the table does not have', [{ url: '/odd', verb: 'POST' }], ['GET /engines/1', BUTTONS]],
    [
      'all after a graph and the update of an item',
      [
        { operation: 'updateItem', params: { rundownId: 1, itemId: 2, template: 'Other' } },
        { operation: 'loadRgraph', params: { rgraphId: 2, engineHostId: 1 } },
      ],
      ['GET /engines/1', BUTTONS],
    ],
  ];
  for (const [name, entries, reads] of invalidating)
    it(`invalidate ${name}`, async () => should(await readAgainAfter(...entries)).eql(reads));

  it('take both components of a property, and not its others', async () => {
    const engineType = 'RE5';
    const call = batch(set({ engineType, Component: 'x', Value: 1 }), set({ engineType, Component: 'y', Value: 1 }));
    await stage.settle();
    const [y, z] = ['y', 'z'].map((Component) =>
      stage.run('setProperty', { ...property, engineType, Component, Value: 1 }),
    );
    await stage.settle();
    should(stage.lines()).eql(['PUT /batch', `PATCH ${url}.z`]);
    await done(`PATCH ${url}.z`, z as Promise<unknown>);
    await done('PUT', call);
    await done(`PATCH ${url}.y`, y as Promise<unknown>);
  });

  it('take only their own component of each property', async () => {
    const engineType = 'RE5';
    const call = batch(
      set({ engineType, Component: 'x', Value: 1 }),
      set({ engineType, propertyPath: 'Q', Component: 'y', Value: 1 }),
    );
    await stage.settle();
    const calls = [
      ['P', 'y'],
      ['Q', 'x'],
      ['P', 'x'],
      ['Q', 'y'],
    ].map(([propertyPath, Component]) =>
      stage.run('setProperty', { ...property, engineType, propertyPath, Component, Value: 2 }),
    );
    await stage.settle();
    should(stage.lines('PATCH').map((line) => line.slice(-3))).eql(['P.y', 'Q.x']);
    await done('PUT', call);
    for (const asked of stage.open) asked.answer({});
    await Promise.all(calls);
  });

  it('put a component into the whole value of an entry before it, by operation or by URL', async () => {
    const component = set({ engineType: 'RE', Component: 'x', Value: 1 });
    await done('PUT', batch(set({ Value: { x: 0, y: 5 } }), component));
    should(bodies()).eql([{ Value: { x: 0, y: 5 } }, { Value: { x: 1, y: 5 } }]);
    await done('PUT', batch({ url, verb: 'PATCH', body: { Value: { x: 0, y: 6 } } }, component));
    should(bodies()).eql([{ Value: { x: 0, y: 6 } }, { Value: { x: 1, y: 6 } }]);
  });

  it('do not put a component into another one that has its own path', async () => {
    const call = batch(
      set({ engineType: 'RE5', Component: 'x', Value: 1 }),
      set({ engineType: 'RE', Component: 'y', Value: 2 }),
    );
    await stage.settle();
    await stage.answer(`GET ${url}`, { Value: { x: 3, y: 3 } });
    await done('PUT', call);
    should(bodies()).eql([{ Value: 1 }, { Value: { x: 3, y: 2 } }]);
  });

  it('are named in an error of their look-up', async () => {
    const call = failing(batch(set({ Value: 1 }), { id: 'b', operation: 'pressItemButton', params: press }));
    await stage.settle();
    await stage.answer(BUTTONS, { buttons: [{ key: 'out', label: 'Hide' }] });
    should(await call).match({ code: 'BAD_INPUT', facts: { entry: 'b', field: 'buttonKey' } });
  });

  it('that play an item only if it is available are not sent if it is not loaded', async () => {
    const params = { engineId: 101, rundownId: 1, itemId: 2, preview: 0, onlyIfAvailable: true };
    const call = failing(batch({ operation: 'playItem', params }));
    await stage.settle();
    await stage.answer('GET /linear/rundown/101/1/items', [{ id: 2, name: 'Opener', status: { online: false } }]);
    should(await call).match({ facts: { sentence: 'itemNotLoaded', item: 'Opener' } });
  });

  it('by URL take the lane of their operation, also without a slash at the beginning', async () => {
    const held = stage.run('takeOut', { engineId: 101, preview: 0 });
    const call = batch({ url: 'linear/rundown/101/playnext/0', verb: 'PUT' });
    await stage.settle();
    should(stage.lines()).eql(['PUT /linear/rundown/101/out/0']);
    await done('PUT /linear', held);
    await done('PUT /batch', call);
  });

  it('by URL take the lane of their operation, also with a slash at the end', async () => {
    const held = stage.run('takeOut', { engineId: 101, preview: 0 });
    const other = stage.run('takeOut', { engineId: 102, preview: 0 });
    const call = batch({ url: '/linear/rundown/101/playnext/0/', verb: 'PUT' });
    await stage.settle();
    should(stage.lines()).eql(['PUT /linear/rundown/101/out/0', 'PUT /linear/rundown/102/out/0']);
    await done('PUT /linear/rundown/101', held);
    // The batch does not wait for another target.
    await done('PUT /batch', call);
    await done('PUT /linear', other);
  });

  it('by URL cannot be a batch, also with a slash at the end', async () => {
    const { facts } = await failing(batch({ url: '/batch/', verb: 'PUT' }));
    should(facts).match({ field: 'url', allowed: { key: 'batchable' } });
  });

  it('list the operations that a batch can have', async () => {
    const { facts } = await failing(batch({ operation: 'deleteRundown', params: { rundownId: 1 } }));
    should(facts.allowed).match({ key: 'choice' });
    const { options } = facts.allowed as { options: string[] };
    should(options).containEql('setProperty').and.containEql('listEngines');
    should(options).not.containEql('deleteRundown').and.not.containEql('batch');
    should((await failing(batch({ url: '/batch', verb: 'PUT' }))).facts).match({ allowed: { key: 'batchable' } });
  });

  const outcomes: [string, unknown[], string][] = [
    ['done', [200, 299], 'done'],
    ['refused if one is', [200, 300, 200], 'refused'],
    ['unknown if one is, wherever it is', [500, 404, 200], 'unknown'],
    ['unknown if a status is no status', [200, 600], 'unknown'],
  ];
  for (const [name, codes, outcome] of outcomes)
    it(`are ${name}`, async () => {
      const call = batch(...codes.map(() => ({ url: '/engines', verb: 'GET' })));
      const answers = [null, 7, ...codes.map((responseCode, index) => ({ id: index + 1, responseCode }))];
      should(await done('PUT', call, answers)).have.property('outcome', outcome);
    });

  it('have an unreadable answer if it is not a list', async () => {
    const call = failing(batch({ url: '/odd', verb: 'POST' }));
    should(await done('PUT', call, { success: true })).match({ code: 'HUB_BAD_ANSWER', facts: { cause: 'batch' } });
  });
});
