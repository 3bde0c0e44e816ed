import should from 'should';
import { Hub } from '../../../dist/hub/hub.js';
import { findOperation } from '../../../dist/hub/table/operations.js';
import { itemIn, itemState } from '../../../dist/hub/watch/linear-items.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { failing } from '../scripted-hub.js';

type RunResult = { body: never; outcome: string };

describe('a show of the simulator, dialect 2', () => {
  let simulator: Simulator;
  let hub: Hub;

  before(async () => {
    simulator = await startSimulator({ dialect: 2 });
    const settings = { dialect: 2, linearSegment: 'lino', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    hub = new Hub({ baseUrl: simulator.url, ...settings });
  });
  after(async () => {
    hub.close();
    await simulator.close();
  });

  const run = async (name: string, params: Params = {}) =>
    (await hub.run(findOperation(name)!, params)) as unknown as RunResult;

  it('plays, is emptied with any stuck item, is stopped, and reports each state', async () => {
    const shows = (await run('listLinearEngines')).body as { id: number }[];
    const all = await Promise.all(shows.map(async ({ id }) => (await run('getShow', { engineId: id })).body));
    const show = (all as { id: number; running: boolean; rundowns: number[] }[]).find(
      ({ running, rundowns }) => running && rundowns.length > 0,
    );
    should(show).be.ok();
    const rundown = { engineId: show!.id, rundownId: show!.rundowns[0] };
    const items = async () => (await run('listLinearItems', rundown)).body as { id: number; itemType: string }[];
    const { id: itemId } = (await items()).find(({ itemType }) => itemType === 'vs')!;
    const state = async () => itemState(itemIn(await items(), itemId));
    const output = { engineId: show!.id, preview: 'program' };

    await run('clearOutput', output);
    should(await state()).equal('ready');
    await run('playItem', { ...rundown, ...output, itemId, onlyIfAvailable: true });
    should(await state()).equal('program');
    await run('takeOut', output);
    should(await state()).equal('program');
    should(await run('everythingOut', output)).match({ outcome: 'done', body: [{ operation: 'clearOutput' }] });
    should(await state()).equal('ready');

    await run('stopLaunch', { configID: show!.id });
    // The linear area reports for some seconds that it runs. Then both areas report that it is stopped.
    while (((await run('getShow', { engineId: show!.id })).body as { running: boolean }).running)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    should(itemState(await failing(run('listLinearItems', rundown)))).equal('stopped');
  }).timeout(120_000);
});
