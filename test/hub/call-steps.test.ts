import should from 'should';
import type { CallOptions } from '../../dist/hub/hub.js';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
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

    for (const [name, params] of [
      ['launch', { configID: 1 }],
      ['startRenderer', { configID: 1, rendererID: 2 }],
    ] as const)
      it(`until ${name}`, async () => {
        should(await setOnRe5()).be.true();
        const call = stage.run(name, params);
        await stage.settle();
        await stage.answer('PUT', 'OK');
        await call;
        await stage.advance(20);
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

  it('does not wait for the look-ups of other engines, even if all of them hang', async () => {
    const hanging = Array.from({ length: 9 }, (_, index) => failing(set('x', 1, {}, { engineId: index + 2 })));
    await stage.settle();
    should(stage.lines('GET').length).be.above(6);
    const call = set(undefined, 1);
    await stage.settle();
    await stage.answer('PATCH');
    await call;
    stage.hub.close();
    await Promise.all(hanging);
  });

  it('in a batch has the path and the lane of a component on RE5', async () => {
    await setOnRe5();
    await stage.advance(20);
    const entries = [{ operation: 'setProperty', params: { ...property, Component: 'x', Value: 1 } }];
    const calls = [failing(stage.run('batch', { entries })), failing(set('y', 1))];
    await stage.advance(20);
    should(stage.open.map(({ line, body }) => [line, body])).match([
      ['PUT /batch', [{ url: `${path}.x`, body: { Value: 1 } }]],
      [`PATCH ${path}.y`, { Value: 1 }],
    ]);
    stage.hub.close();
    await Promise.all(calls);
  });

  it('stays within the requests in flight, even if the 404 of thirty watched reads are explained', async () => {
    stage.hub.close();
    stage.restart({ maxInFlight: 2 });
    let most = 0;
    let failures = 0;
    stage.onSend = (request) => {
      most = Math.max(most, stage.open.length);
      const body =
        request.line === 'PUT /batch'
          ? (request.body as { id: number }[]).map(({ id }) => ({ id, responseCode: 404, responseBody: null }))
          : [];
      stage.clock.setTimeout(() => request.answer(body), 20);
    };
    for (let engineId = 1; engineId <= 30; engineId++)
      stage.hub.reads.watch(findOperation('getLinearEngine') as Operation, { engineId }, 3_600_000, {
        answer: () => {},
        failure: () => (failures += 1),
      });
    await stage.advance(2000);
    should(failures).equal(30);
    should(most).be.belowOrEqual(2);
  });
});

describe('a cached value', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

  it('of an engine type lets a component be sent in the turn of its message', async () => {
    const set = (Value: number) =>
      stage.run('setProperty', { engineId: 1, nodePath: 'N', propertyPath: 'P', Component: 'x', Value });
    const first = set(1);
    await stage.settle();
    await stage.answer('GET /engines/1', { instances: [{ status: 'Loaded', engineType: 'RE5' }] });
    await stage.answer('PATCH');
    await first;
    const second = set(2);
    should(stage.lines('PATCH')).have.length(2);
    await stage.answer('PATCH');
    await second;
  });

  const set = (values: object) => stage.run('setProperty', { ...property, engineType: 'RE', ...values });
  async function send(line: string, call: Promise<unknown>, body: unknown = {}): Promise<void> {
    await stage.settle();
    await stage.answer(line, body);
    await call;
  }

  it('of a fader holds until 1 s after its delay and its duration', async () => {
    await send('PATCH', set({ Value: { x: 1, y: 1 }, Interpolation: 'Linear', Delay: 3, Duration: 2 }));
    await stage.advance(5999);
    const inTime = set({ Component: 'x', Value: 2 });
    await send('PATCH', inTime);
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 2, y: 1 } });
    // This one has no delay, so it holds for 1 s.
    await stage.advance(1000);
    const later = set({ Component: 'y', Value: 3 });
    await stage.settle();
    await stage.answer(`GET ${path}`, { Value: { x: 7, y: 7 } });
    await send('PATCH', later);
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 7, y: 3 } });
  });

  it('is not made from a look-up that was under way as a 404 showed that things have changed', async () => {
    const component = (propertyPath: string, Value: number) =>
      stage.run('setProperty', { ...property, propertyPath, Component: 'x', Value });
    const first = failing(component('P', 1));
    await stage.settle();
    await stage.answer('GET /engines/1', RE5);
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
    // After a minute the type is read again, while the first command still waits for its answer.
    stage.clock.jump(60_000);
    const second = component('Q', 2);
    await stage.settle();
    await stage.answer('PATCH', null, 404);
    should(await first).have.property('code', 'HUB_NOT_FOUND');
    await stage.answer('GET /engines/1', RE5);
    await stage.answer('GET /engines/1', RE);
    await stage.answer(`GET ${path.replace(/P$/, 'Q')}`, { Value: { x: 0, y: 0 } });
    await send('PATCH', second);
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 2, y: 0 } });
  });

  it('of buttons holds for a press that comes up to 1 s later', async () => {
    const press = () => stage.run('pressItemButton', { rundownId: 1, itemId: 2, buttonKey: 'Show' });
    const buttons = [null, {}, { id: true }, { id: 7, label: 'Show' }];
    const first = press();
    await stage.settle();
    await stage.answer('GET /playout/rundowns/1/items/2', { buttons });
    await send('POST /playout/rundowns/1/items/2/7', first);
    await stage.advance(1000);
    await send('POST /playout/rundowns/1/items/2/7', press());
    await stage.advance(1);
    const third = press();
    await stage.settle();
    await stage.answer('GET /playout/rundowns/1/items/2', { buttons: { in: 'Show', out: { label: 'Hide' } } });
    await send('POST /playout/rundowns/1/items/2/in', third);
  });

  it('of one property stays after an unknown outcome of another, but no value stays after a graph was loaded', async () => {
    const whole = { x: 1, y: 1 };
    await send('PATCH', set({ Value: whole }));
    const other = failing(set({ propertyPath: 'Q', Value: whole }));
    await stage.settle();
    await stage.answer('PATCH', null, 500);
    await other;
    await send('PATCH', set({ Component: 'x', Value: 2 }));
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 2, y: 1 } });
    await send('POST', stage.run('loadRgraph', { rgraphId: 2, engineHostId: 1 }));
    const later = set({ Component: 'x', Value: 3 });
    await stage.settle();
    should(stage.open.map(({ line }) => line)).eql([`GET ${path}`]);
    await stage.answer('GET', { Value: { x: 8, y: 8 } });
    await send('PATCH', later);
  });

  it('is not stored from a poll that was asked in the moment of a change', async () => {
    const rundown = { engineId: 5, rundownId: 1 };
    const items = [{ id: 2, status: { program: 'Available' } }];
    const listLinearItems = findOperation('listLinearItems') as Operation;
    const load = stage.run('loadLinearRundown', rundown);
    const ignore = () => {};
    const unwatch = stage.hub.reads.watch(listLinearItems, rundown, 60_000, { answer: ignore, failure: ignore });
    await stage.advance(0);
    await send('PUT', load, 'OK');
    await stage.answer('GET /linear/rundown/5/1/items', items);
    const play = stage.run('playItem', { ...rundown, itemId: 2, preview: 0, onlyIfAvailable: true });
    await stage.settle();
    await stage.answer('GET /linear/rundown/5/1/items', items);
    await send('PUT /linear/rundown/5/play/2/0', play);
    unwatch();
  });
});

describe('the type of an engine', () => {
  const stage = SteppedHub.forSuite();

  const set = (values: object) => stage.run('setProperty', { ...property, Value: 1, ...values });

  /** The request after the description of the engine: a component of RE5 is sent, of other types the value is read. */
  async function nextRequest(engine: unknown): Promise<string | undefined> {
    const call = set({ Component: 'x' }).catch(() => undefined);
    await stage.settle();
    await stage.answer('GET /engines/1', engine);
    const line = stage.open[0]?.line;
    stage.hub.close();
    await call;
    return line;
  }

  const RE5 = `PATCH ${path}.x`;
  const OTHER = `GET ${path}`;
  const instance = (engineType: unknown, status = 'Loaded') => ({ status, engineType });
  const described: [string, unknown, string | undefined][] = [
    ['that of its loaded instance', [instance('UE', 'Idle'), instance('RE5')], RE5],
    ['not that of another', [instance('RE5', 'Idle'), instance('RE')], OTHER],
    ['that of the first if none is loaded', [instance('RE5', 'Idle'), { engineType: 'UE' }], RE5],
    ['not that of an instance whose type is a number', [instance(5), { engineType: 'RE5' }], RE5],
    ['unknown without an instance, so not RE5', [], OTHER],
  ];
  for (const [name, instances, line] of described)
    it(`is ${name}`, async () => should(await nextRequest({ instances })).equal(line));

  it('is its own if it has no instance', async () => {
    should(await nextRequest({ engineType: 'RE5', instances: [] })).equal(RE5);
  });

  it('is not read if the call names it', async () => {
    const calls = [set({ engineType: 'RE5', Component: 'x' }), set({ engineType: 'RE5', Component: 'y' })];
    await stage.settle();
    // Components of RE5 have their own paths, so both are in flight.
    should(stage.lines()).eql([`PATCH ${path}.x`, `PATCH ${path}.y`]);
    for (const request of stage.open) request.answer({});
    await Promise.all(calls);
  });

  it('keeps the components of a property in order if the call names RE and the engine runs RE5', async () => {
    const first = set({ Component: 'x' });
    await stage.settle();
    await stage.answer('GET /engines/1', { engineType: 'RE5' });
    const second = set({ engineType: 'RE', Component: 'y' });
    await stage.settle();
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
    await stage.answer('PATCH');
    await first;
    await stage.advance(20);
    await stage.answer(`GET ${path}`, { Value: { x: 1, y: 0 } });
    await stage.answer('PATCH');
    await second;
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 1, y: 1 } });
  });

  it('that cannot be read is an error of the look-up', async () => {
    const call = failing(set({ Component: 'x' }));
    await stage.settle();
    await stage.answer('GET /engines/1', { instances: [{ engineType: 5 }] });
    should(await call).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent', facts: { lookUp: 'getEngine' } });
  });
});
