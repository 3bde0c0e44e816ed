import should from 'should';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';
const engine = (engineType: string) => ({ instances: [{ status: 'Loaded', engineType }] });

describe('a cached value', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

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
    await stage.answer('GET /engines/1', engine('RE5'));
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
    // After a minute the type is read again, while the first command still waits for its answer.
    stage.clock.jump(60_000);
    const second = component('Q', 2);
    await stage.settle();
    await stage.answer('PATCH', null, 404);
    should(await first).have.property('code', 'HUB_NOT_FOUND');
    await stage.answer('GET /engines/1', engine('RE5'));
    await stage.answer('GET /engines/1', engine('RE'));
    await stage.answer(`GET ${path.replace(/P$/, 'Q')}`, { Value: { x: 0, y: 0 } });
    await send('PATCH', second);
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 2, y: 0 } });
  });

  it('is read once for all commands that need it at the same time', async () => {
    const calls = ['P', 'Q', 'R'].map((propertyPath) =>
      stage.run('setProperty', { ...property, propertyPath, Component: 'x', Value: 1 }),
    );
    await stage.settle();
    should(stage.lines()).eql(['GET /engines/1']);
    await stage.answer('GET /engines/1', engine('RE5'));
    for (const request of stage.open) request.answer({});
    await Promise.all(calls);
  });

  /** Sets a component on an engine with RE5. Returns true if the type was read. */
  async function isTypeRead(): Promise<boolean> {
    const count = stage.requests.length;
    const call = stage.run('setProperty', { ...property, Component: 'x', Value: 1 });
    await stage.settle();
    const isRead = stage.requests[count]?.line === 'GET /engines/1';
    if (isRead) await stage.answer('GET /engines/1', engine('RE5'));
    await send('PATCH', call);
    return isRead;
  }

  it('stays if a command changes something else', async () => {
    should(await isTypeRead()).be.true();
    await send('PUT', stage.run('takeOut', { engineId: 1, preview: 0 }));
    await send('PATCH', stage.run('updateItem', { rundownId: 1, itemId: 2, data: {} }));
    should(await isTypeRead()).be.false();
  });

  it('is read again after exactly one minute', async () => {
    should(await isTypeRead()).be.true();
    await stage.advance(60_000);
    should(await isTypeRead()).be.true();
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

  it('that was sent is not trusted 1 s after its answer', async () => {
    await send('PATCH', set({ Value: { x: 1, y: 1 } }));
    await stage.advance(1000);
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
