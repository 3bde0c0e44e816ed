import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { evening, headlines, late, PREVIEW, PROGRAM, show } from '../../operations/values.js';
import { ask } from '../ask.js';

interface Item {
  id?: number;
  itemNo: number;
  name: string;
  status?: { program: string; preview: string };
}

const next = { ...show, preview: PROGRAM };
const body = { name: 'Sport', templateId: 302, data: { Headline: 'Final tonight' } };

describe('the simulated linear rundowns', () => {
  let simulator: Simulator;
  before(async () => {
    // Only early builds list a single engine. shows.test.ts tests later builds.
    simulator = await startSimulator({ dialect: 2, early: true, restartTime: 0 });
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const act = (operation: string, params: Params) => ask(simulator, operation, { params, linear: 'lino' });
  const done = async (operation: string, params: Params) => {
    const { status, text } = await act(operation, params);
    should([200, 204].includes(status)).equal(true, `${status} ${text}`);
  };
  const play = (itemId: number, preview = PROGRAM) => done('playItem', { ...show, itemId, preview });
  const items = async (params: Params) => (await act('listLinearItems', params)).body as Item[];
  const names = async (params: Params = evening) => (await items(params)).map(({ name }) => name);
  /** The items on program and preview. */
  const outputs = () => simulator.state.linear.engines[0]?.outputs.map(({ playing }) => playing?.item.name);

  it('have engines with ids that are not ids of engine hosts', async () => {
    const engines = (await act('listLinearEngines', {})).body as { id: number }[];
    const hosts = (await act('listEngines', {})).body as { id: number }[];
    should(engines.map(({ id }) => id)).eql([101, 102]);
    for (const { id } of hosts) {
      should(await act('getLinearEngine', { engineId: id })).match({
        status: 404,
        text: `Linear engine ${id} not found`,
      });
      should(await act('playNext', { engineId: id, preview: PROGRAM })).match({ status: 404 });
    }
    for (const engine of engines) should((await act('getLinearEngine', { engineId: engine.id })).body).eql(engine);
  });

  it('show id, type and status on dialect 2 only, and use itemNo as the id on dialect 1', async () => {
    const other = await startSimulator();
    try {
      const oldItems = (await ask(other, 'listLinearItems', { params: evening })).body as Item[];
      for (const [index, { id, ...item }] of (await items(evening)).entries()) {
        should(item).have.properties('itemType', 'status');
        should(oldItems[index]).not.have.any.properties('id', 'itemType', 'status');
        should(oldItems[index]).match({ itemNo: id, name: item.name });
        const params = { ...evening, itemId: oldItems[index]?.itemNo };
        should((await ask(other, 'getLinearItem', { params })).body).eql(oldItems[index]);
      }
    } finally {
      await other.close();
    }
  });

  describe('play', () => {
    it('one item on each output', async () => {
      await play(2012);
      await play(2013, PREVIEW);
      should(outputs()).eql(['Headlines', 'Reporter']);
      await play(2014);
      should(outputs()).eql(['Closing', 'Reporter']);
      should((await items(evening)).map(({ status }) => [status?.program, status?.preview])).eql([
        ['Available', 'Available'],
        ['Available', 'Available'],
        ['Available', 'Playing'],
        ['Playing', 'Available'],
      ]);
    });

    it('the first item next on an empty output, then one after the other, until the last', async () => {
      const played = [];
      for (let turn = 0; turn < 4; turn += 1) {
        await done('playNext', next);
        played.push(outputs()?.[PROGRAM]);
      }
      should(played).eql(await names());
      should(await act('playNext', next)).match({ status: 422, text: 'There is no next item for program' });
      should(outputs()).eql(['Closing', undefined]);
    });

    it('the next item of the following loaded rundown', async () => {
      await done('appendLinearRundown', { ...evening, newRundownId: 202 });
      await play(2014);
      await done('playNext', next);
      should(outputs()).eql(['Late headlines', undefined]);
    });

    it('only loaded items', async () => {
      should(await act('playItem', { ...show, itemId: 2021, preview: PROGRAM })).match({
        status: 404,
        type: /plain/,
        text: 'Loaded item 2021 not found',
      });
      await done('unloadLinearRundown', evening);
      should(await act('playNext', next)).match({ status: 422, type: /plain/ });
    });

    for (const operation of ['continueItem', 'nextItemStep'])
      it(`${operation} only for the item on this output`, async () => {
        await play(2012, PREVIEW);
        const params = { ...show, itemId: 2012, preview: PROGRAM };
        should(await act(operation, params)).match({ status: 422, text: 'Item 2012 is not playing on program' });
        await play(2013);
        should(await act(operation, params)).match({ status: 422 });
        should(outputs()).eql(['Reporter', 'Headlines']);
      });

    for (const operation of ['takeOut', 'clearOutput'])
      it(`${operation} empties this output only, also if it is empty`, async () => {
        await play(2012);
        await play(2013, PREVIEW);
        for (let turn = 0; turn < 2; turn += 1) {
          await done(operation, next);
          should(outputs()).eql([undefined, 'Reporter']);
        }
      });
  });

  describe('load', () => {
    it('one rundown instead of all others, and keep items that can still play', async () => {
      await done('appendLinearRundown', { ...evening, newRundownId: 202 });
      await play(2012);
      await play(2021, PREVIEW);
      await done('loadLinearRundown', late);
      should(outputs()).eql([undefined, 'Late headlines']);
      await done('loadLinearRundown', late);
      should((await act('getLinearEngine', show)).body).match({ loadedRundownsInfo: [{ id: 202 }] });
    });

    it('another rundown only behind a loaded one, and only once', async () => {
      const append = (rundownId: number, newRundownId: number) =>
        act('appendLinearRundown', { ...show, rundownId, newRundownId });
      should(await append(202, 201)).match({ status: 422, body: { error: 'Rundown 202 is not loaded' } });
      should(await append(201, 201)).match({ status: 422, body: { error: 'Rundown 201 is loaded already' } });
      should(await append(201, 204)).match({ status: 404, type: /plain/ });
    });
  });

  describe('items', () => {
    it('are created from a template alone, by its id or its name', async () => {
      const create = (made: object) =>
        ask(simulator, 'createLinearItem', { params: evening, body: JSON.stringify(made), linear: 'lino' });
      should(await create({ template: 'Headlines' })).match({
        status: 201,
        body: { name: 'Headlines', templateId: 302, data: { Headline: '', Page: 1 } },
      });
      should(await create({ templateId: 301, name: 'Guest' })).match({
        status: 201,
        body: { name: 'Guest', data: { Name: '', Title: '' } },
      });
      should(await create({ template: 'Nothing' })).match({ status: 422, body: { error: /^template: / } });
      should(await create({ name: 'Guest' })).match({ status: 422, body: { error: /^templateId: / } });
    });

    it('keep fields that an update does not contain', async () => {
      const update = (part: object) =>
        ask(simulator, 'updateLinearItem', { params: headlines, body: JSON.stringify(part), linear: 'lino' });
      const before = (await act('getLinearItem', headlines)).body as Item;
      should((await update({})).body).eql(before);
      should((await update({ name: 'Sport' })).body).eql({ ...before, name: 'Sport' });
      should((await update({ data: { Page: 3 } })).body).eql({ ...before, name: 'Sport', data: { Page: 3 } });
    });

    it('are moved behind another', async () => {
      await done('updateLinearItem', { ...headlines, ...body, insertAfter: 2014 });
      should(await names()).eql(['Welcome', 'Reporter', 'Closing', 'Sport']);
      await done('updateLinearItem', { ...headlines, ...body, insertAfter: 2011 });
      should(await names()).eql(['Welcome', 'Sport', 'Reporter', 'Closing']);
    });

    it('take another template with its buttons, and replace their data as a whole', async () => {
      await done('updateLinearItem', { ...headlines, ...body, templateId: 303, data: { Home: 'Bern' } });
      should((await act('getLinearItem', headlines)).body).match({
        template: 'Scoreboard',
        buttons: { show: 'Show' },
        data: { Home: 'Bern' },
      });
      should(await act('pressLinearButton', { ...headlines, buttonKey: 'show' })).match({ body: { success: true } });
      const board = '/Game/Maps/Arena.Arena:PersistentLevel.Scoreboard_2';
      const home = { engineId: 4, nodePath: board, propertyPath: 'Text/Home' };
      should((await act('getProperty', home)).body).match({ Value: 'Bern' });
    });

    const wrong: [string, object, string][] = [
      ['an unknown template', { templateId: 31 }, 'templateId: there is no template 31'],
      ['an unknown predecessor', { insertAfter: 2021 }, 'insertAfter: there is no other item 2021'],
    ];
    for (const [what, more, error] of wrong)
      it(`refuse ${what}, and change nothing`, async () => {
        const before = structuredClone(simulator.state);
        const calls: [string, Params][] = [
          ['createLinearItem', evening],
          ['updateLinearItem', headlines],
          ['createLinearRundown', { ...show, rundownId: 205 }],
        ];
        for (const [operation, params] of calls)
          should(await act(operation, { ...params, ...body, ...more })).match({ status: 422, body: { error } });
        should(simulator.state).eql(before);
      });
  });
});
