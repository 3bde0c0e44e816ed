import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { property } from './event-stage.js';
import { type NodeOf, perform, type Stage } from './stage.js';
import { watch } from './watch-stage.js';

const WATCHES = 500;

const ids = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);

/** Counts how often the number of errors grows after the first ones, seen from other work between them. */
async function countParts({ caught, until }: Stage): Promise<() => number> {
  await until(() => caught.length > 0);
  const counts = new Set<number>();
  let isOn = true;
  const look = () => {
    counts.add(caught.length);
    if (isOn) setImmediate(look);
  };
  look();
  return () => {
    isOn = false;
    return counts.size - 1;
  };
}

describe('many nodes that lose their hub at once', () => {
  let hub: Simulator;
  let show: Stage;

  beforeEach(async () => {
    hub = await startSimulator({ port: await freePort() });
  });
  afterEach(async () => {
    await show.close();
    await hub.close();
  });

  async function openWatches(interval = '0.5'): Promise<void> {
    const nodes = ids(WATCHES).map((id): NodeOf => watch(id, { interval, name: id }));
    show = await perform({ baseUrl: hub.url, auth: 'none' }, nodes);
    await show.until(() => show.out.length === WATCHES);
    await show.until(() => ids(WATCHES).every((id) => show.status(id).fill === 'green'));
  }

  it('report each error once, in parts, and each value after it', async () => {
    await openWatches();
    const { port } = new URL(hub.url);
    await hub.close();
    const parts = await countParts(show);
    await show.until(() => show.caught.length === WATCHES);
    should(parts()).be.above(3);
    should(show.caught.map(({ topic }) => topic).sort()).eql(ids(WATCHES).sort());
    await show.until(() => ids(WATCHES).every((id) => show.status(id).text?.startsWith('hub offline')));
    should(show.out).have.length(WATCHES);
    hub = await startSimulator({ port: Number(port) });
    await show.until(() => show.out.length === 2 * WATCHES);
    should(
      show.out
        .slice(WATCHES)
        .map(({ topic }) => topic)
        .sort(),
    ).eql(ids(WATCHES).sort());
    await show.until(() => ids(WATCHES).every((id) => show.status(id).fill === 'green'));
    should(show.caught).have.length(WATCHES);
  });

  it('show their values at the end if the hub is back before all errors were sent', async () => {
    await openWatches('600');
    show.node('onError').on('input', () => {
      // Blocks the thread without work. The Catch node takes four seconds for all errors, in turns of their own.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8);
    });
    const { port } = new URL(hub.url);
    await hub.close();
    await show.until(() => show.caught.length > 0);
    hub = await startSimulator({ port: Number(port) });
    await show.until(() => show.out.length === 2 * WATCHES);
    await show.until(() => ids(WATCHES).every((id) => show.status(id).fill === 'green'));
    should(show.caught.map(({ topic }) => topic).sort()).eql(ids(WATCHES).sort());
  });

  it('send nothing after they have closed', async () => {
    await openWatches();
    await hub.close();
    await show.until(() => show.caught.length > 0);
    await Promise.all(ids(WATCHES).map((id) => show.node(id).close()));
    // The Catch node and Node-RED deliver the last errors one turn later.
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    const reported = show.caught.length;
    should(reported).be.below(WATCHES);
    await pause(500);
    should(show.caught).have.length(reported);
    for (const id of ids(WATCHES)) should(show.status(id)).eql({});
  });

  it('end their waiting commands in parts', async () => {
    hub.trouble({ never: true });
    const params = { ...property, Value: { type: 'msg', value: 'payload' } };
    const nodes = ids(WATCHES).map(
      (id): NodeOf => ({
        ...{ id, type: 'hub-engine-property', operation: 'setProperty', expiry: '1', timeout: '1' },
        params: { ...params, propertyPath: { type: 'str', value: id } },
      }),
    );
    show = await perform({ baseUrl: hub.url, auth: 'none' }, nodes);
    for (const id of ids(WATCHES)) show.node(id).receive({ _msgid: id, payload: 1 });
    const parts = await countParts(show);
    await show.until(() => show.caught.length === WATCHES);
    should(parts()).be.above(3);
    should(show.caught.map(({ _msgid }) => _msgid).sort()).eql(ids(WATCHES).sort());
    should(show.completed).be.empty();
  });
});
