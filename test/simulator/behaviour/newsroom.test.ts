import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { bulletin, map, ncs, opacity, story } from '../../operations/values.js';
import { ask } from '../ask.js';

interface Rundown {
  ncsID: string;
  roID: string;
  updatedAt: string;
  items: { storyID: string; itemID: string; mosObject: MosObject }[];
}

interface MosObject {
  objID: string;
  changed: string;
  template: string;
  buttons?: { id: string; key?: string }[];
}

describe('the simulated newsroom', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const act = (operation: string, params: Params = {}) => ask(simulator, operation, { params });
  const rundowns = async () => (await act('listNewsroomRundowns')).body as Rundown[];
  const rundown = async (params: Params = bulletin) => (await act('getNewsroomRundown', params)).body as Rundown;
  const press = (itemID: string, buttonKey: string) => act('pressNewsroomButton', { ...story, itemID, buttonKey });

  it('finds a rundown with characters in its id that URLs must escape', async () => {
    should((await rundowns()).map(({ roID }) => roID)).containEql(bulletin.roID);
    for (const { ncsID, roID, ...summary } of await rundowns()) {
      should(await rundown({ ncsID, roID })).match({ ncsID, roID, ...summary });
      const ofSystem = (await act('listNcsRundowns', { ncsID })).body as Rundown[];
      should(ofSystem).eql((await rundowns()).filter((other) => other.ncsID === ncsID));
    }
    should((await act('listNcsRundowns', ncs)).body).have.length(1);
  });

  it('replaces the data of an object as a whole, and its description if it is given', async () => {
    const before = Date.now();
    should((await act('updateMosObject', { ...map, data: { Zoom: 2 }, description: 'All lines' })).body).match({
      data: { Zoom: 2 },
      description: 'All lines',
      objRev: 2,
    });
    const { body } = await act('updateMosObject', { ...map, data: { Image: 'E:\\new.png' } });
    should(body).match({ description: 'All lines', objRev: 3 });
    should((body as { data: object }).data).eql({ Image: 'E:\\new.png' });
    should(Date.parse((body as MosObject).changed)).be.within(before, Date.now());
  });

  it('shows an update in every rundown with the object', async () => {
    await act('updateMosObject', { ...map, data: { Zoom: 2 } });
    const summaries = await rundowns();
    should(summaries).have.length(2);
    for (const { ncsID, roID, updatedAt } of summaries) {
      should(updatedAt).not.equal('2025-10-02T14:05:00.000Z');
      const { items } = await rundown({ ncsID, roID });
      should(items.find(({ mosObject }) => mosObject.objID === map.objID)?.mosObject).match({ data: { Zoom: 2 } });
    }
  });

  describe('a button', () => {
    it('controls its engine with the data of its object, and resets it', async () => {
      const visible = { engineId: 1, nodePath: 'Lower Third_0', propertyPath: 'Status//Visible/0' };
      should(await press('1', 'in')).match({ status: 200, body: { success: true } });
      should((await act('getProperty', visible)).body).match({ Value: true });
      should((await rundown()).items[0]?.mosObject).match({ status: 'PLAY' });
      await press('1', 'out');
      should((await act('getProperty', visible)).body).match({ Value: false });
      should((await rundown()).items[0]?.mosObject).match({ status: 'STOP' });
    });

    it('is pressed by its id, with or without a key', async () => {
      should(await press('2', 'n-4')).match({ status: 200 });
      should((await act('getProperty', opacity)).body).match({ Value: 0 });
      should(await press('2', 'n-3')).match({ status: 200 });
      should(await press('2', 'n-5')).match({ status: 404, body: { error: 'Button n-5 not found' } });
    });
  });
});
