import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { PROGRAM, show as showPath } from '../../operations/values.js';
import { ask, type Reply, reply } from '../ask.js';

interface Item {
  id: number;
  status: { program: string; preview: string; isActive: boolean; activeIn: string[]; online: boolean };
}

/** Longer than any test. */
const FOREVER = 3_600_000;

describe('a show of dialect 2', () => {
  let simulator: Simulator;
  afterEach(() => simulator.close());

  const act = (operation: string, params: Params = {}): Promise<Reply> =>
    ask(simulator, operation, { params, linear: 'lino' });
  const get = async (path: string) => reply(await fetch(`${simulator.url}/api/rest/v1${path}`));
  const row = async (read: string, id: number) =>
    ((await act(read)).body as { id: number }[]).find((one) => one.id === id);
  /** The show in the launcher and in the linear area. */
  const readBoth = async (id: number) => [await row('listLaunchConfigs', id), await row('listShows', id)];
  const items = async (engineId: number, rundownId: number) => act('listLinearItems', { engineId, rundownId });
  const statusOf = async (itemId: number) => {
    const { body } = await items(101, 201);
    return (body as Item[]).find(({ id }) => id === itemId)?.status;
  };

  it('is the same in the launcher and in the linear area', async () => {
    simulator = await startSimulator({ dialect: 2 });
    const named = async (read: string) =>
      ((await act(read)).body as { id: number; name: string }[]).map(({ id, name }) => [id, name]);
    should(await named('listShows')).eql(await named('listLaunchConfigs'));
    await act('createLaunchConfig', { name: 'New Show', renderers: [71] });
    should(await named('listShows'))
      .eql(await named('listLaunchConfigs'))
      .and.containEql([9001, 'New Show']);
    should(await act('loadLinearRundown', { engineId: 9001, rundownId: 202 })).match({ status: 200 });
    await act('launch', { configID: 9001 });
    should((await items(9001, 202)).status).equal(200);
  });

  it('has rundowns but no items while it is stopped, and items after the launch', async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: 0 });
    should(await readBoth(102)).match([{ running: false }, { started: false, loadedRundownsInfo: [{ id: 203 }] }]);
    const at = { engineId: 102, rundownId: 203, itemId: 2031 };
    for (const operation of ['listLinearItems', 'getLinearItem'])
      should(await act(operation, at)).match({ status: 404, body: { error: /not running/ } });
    for (const operation of ['playItem', 'takeItemOut', 'continueItem', 'playNext', 'takeOut', 'clearOutput'])
      should(await act(operation, { ...at, preview: PROGRAM })).match({ status: 404, type: /plain/ });
    await act('launch', { configID: 102 });
    should(await readBoth(102)).match([{ running: true }, { started: true, loadedRundownsInfo: [{ id: 203 }] }]);
    should(await act('listLinearItems', at)).match({ status: 200, body: [{ id: 2031, status: { online: true } }, {}] });
    await act('stopLaunch', { configID: 102 });
    should(await act('listLinearItems', at)).match({ status: 404 });
  });

  it('is not started, has empty rundowns and no items on the engine while it comes up', async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: FOREVER });
    await act('launch', { configID: 101 });
    should(await readBoth(101)).match([{ running: true }, { started: false }]);
    should((await readBoth(101))[1]).match({ loadedRundownsInfo: { length: 0 } });
    should(await statusOf(2012)).eql({
      program: 'Unavailable',
      preview: 'Unavailable',
      isActive: false,
      activeIn: [],
      online: false,
    });
    should((await act('playItem', { ...showPath, itemId: 2012, preview: PROGRAM })).status).equal(204);
    should(await statusOf(2012)).match({ program: 'Unavailable', isActive: false });
  });

  it('comes up by itself', async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: 50 });
    await act('launch', { configID: 101 });
    let loaded: unknown[] = [];
    while (loaded.length === 0)
      loaded = ((await row('listShows', 101)) as unknown as { loadedRundownsInfo: unknown[] }).loadedRundownsInfo;
    should(loaded).eql([{ id: 201, name: 'Evening News' }]);
    should(await readBoth(101)).match([{ running: true }, { started: true }]);
  });

  it('loses its playing items when it is launched again', async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: 0 });
    await act('playItem', { ...showPath, itemId: 2012, preview: PROGRAM });
    should(await statusOf(2012)).match({
      program: 'Playing',
      preview: 'Available',
      isActive: true,
      activeIn: ['program'],
    });
    await act('launch', { configID: 101 });
    should(await statusOf(2012)).match({ program: 'Available', isActive: false });
  });

  it('shares its rundowns with every other show', async () => {
    simulator = await startSimulator({ dialect: 2, restartTime: 0 });
    await act('launch', { configID: 102 });
    await act('appendLinearRundown', { engineId: 102, rundownId: 203, newRundownId: 201 });
    should(await row('listShows', 101)).match({ loadedRundownsInfo: [{ id: 201 }] });
    should(await row('listShows', 102)).match({ loadedRundownsInfo: [{ id: 203 }, { id: 201 }] });
    await act('playItem', { engineId: 102, itemId: 2012, preview: PROGRAM });
    should(await statusOf(2012)).match({ isActive: false });
    const all = (await act('listAllLinearRundowns')).body;
    should(all).match([{ id: 201, name: 'Evening News' }, { id: 202 }, { id: 203 }]);
    for (const engineId of [101, 102, 999]) should((await act('listLinearRundowns', { engineId })).body).eql(all);
    await act('deleteLinearItem', { engineId: 101, rundownId: 201, itemId: 2012 });
    should(simulator.state.linear.engines.map(({ outputs }) => outputs[0].playing)).eql([null, null]);
  });

  for (const operation of ['takeOut', 'takeItemOut'])
    it(`sticks at a vs item after ${operation}, until the output is cleared`, async () => {
      simulator = await startSimulator({ dialect: 2 });
      const text = { engineId: 1, nodePath: 'Rundown Player_0', propertyPath: 'Status//Item/0' };
      const at = { ...showPath, itemId: 2013, preview: PROGRAM };
      await act('playItem', at);
      should((await act(operation, at)).status).equal(204);
      should(await statusOf(2013)).match({ program: 'Playing', isActive: true, activeIn: ['program'] });
      should((await act('getProperty', text)).body).match({ Value: '' });
      await act('clearOutput', at);
      should(await statusOf(2013)).match({ program: 'Available', isActive: false, activeIn: { length: 0 } });
    });

  it('is listed as a linear engine by early builds only', async () => {
    simulator = await startSimulator({ dialect: 2 });
    for (const path of ['/lino/engines', '/lino/engines/101', '/linear/shows'])
      should((await get(path)).status).equal(404);
    const { body } = await get('/lino/shows/');
    await simulator.close();
    simulator = await startSimulator({ dialect: 2, early: true });
    should((await get('/lino/shows')).body).eql(body);
    should((await get('/lino/engines')).body)
      .match(body as object)
      .and.match([{ engines: { length: 2 } }, {}]);
    should((await get('/lino/engines/101')).body).match((body as object[])[0]!);
  });
});
