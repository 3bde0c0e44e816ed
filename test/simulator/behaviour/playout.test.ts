import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { anchor, opacity, weather } from '../../operations/values.js';
import { ask } from '../ask.js';

interface Item {
  id: number;
  name: string;
  template: string;
  data: Record<string, unknown>;
  buttons: { id: string; key?: string; label: string }[];
}

const opener = { rundownId: 51, itemId: 511 };
const lowerThird = { engineId: 1, nodePath: 'Lower Third_0' };
const name = { ...lowerThird, propertyPath: 'Text//Name/0' };

describe('the simulated playout', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  async function get<T>(operation: string, params: Params = {}): Promise<T> {
    const { status, body } = await ask(simulator, operation, { params });
    should(status).equal(200);
    return body as T;
  }
  const readValue = async (params: Params) => (await get<{ Value: unknown }>('getProperty', params)).Value;
  const items = (rundownId = 51) => get<Item[]>('listItems', { rundownId });
  const ids = async () => (await items()).map(({ id }) => id);
  const press = (params: Params, buttonKey: string) =>
    ask(simulator, 'pressItemButton', { params: { ...params, buttonKey } });

  describe('a button', () => {
    it('controls its engine with the data of its item', async () => {
      await press(anchor, 'in');
      should(await readValue(name)).equal('Zoë Müller');
      await press({ ...anchor, itemId: 513 }, 'in');
      should(await readValue(name)).equal('Seán Ó Briain');
      await press(anchor, 'out');
      should(await readValue({ ...lowerThird, propertyPath: 'Status//Visible/0' })).be.false();
      should(await readValue(name)).equal('Seán Ó Briain');
    });

    it('ignores data that does not fit the engine', async () => {
      await ask(simulator, 'updateItem', { params: { ...anchor, data: { Name: 7, Title: 'Guest' } } });
      should(await press(anchor, 'in')).match({ status: 200 });
      should(await readValue(name)).equal('');
      should(await readValue({ ...lowerThird, propertyPath: 'Text//Title/0' })).equal('Guest');
    });

    it('without a key is pressed by its id', async () => {
      const { buttons } = await get<Item>('getItem', opener);
      const refuseWithoutKey = buttons.find(({ key }) => key === undefined);
      should(refuseWithoutKey).eql({ id: 'b-333', label: 'Hide Overlay' });
      should(await press(opener, 'b-333')).match({ status: 200 });
      should(await readValue(opacity)).equal(0);
    });

    it('can share its label with another, which has another effect', async () => {
      const { buttons } = await get<Item>('getItem', weather);
      should(buttons.map(({ label }) => label)).eql(['Next', 'Next']);
      await press(weather, 'nextRegion');
      should((await get<Item>('getItem', weather)).data).match({ Region: 'West', Day: 1 });
      await press(weather, 'nextDay');
      should((await get<Item>('getItem', weather)).data).match({ Region: 'West', Day: 2 });
    });
  });

  describe('external data', () => {
    const download = (params: Params) => ask(simulator, 'downloadExternalData', { params });

    it('shares the path of the buttons, and is recognised by its name', async () => {
      const operations = () => simulator.journal.map(({ operation }) => operation);
      await download({ ...weather, externalDataFieldKey: 'Forecast' });
      await press(weather, 'nextDay');
      await press(weather, 'Region');
      should(operations()).eql(['downloadExternalData', 'pressItemButton', 'pressItemButton']);
      should(simulator.journal.map(({ statusCode }) => statusCode)).eql([200, 200, 404]);
      should(simulator.journal[0]?.params).eql({ rundownId: '51', itemId: '514', externalDataFieldKey: 'Forecast' });
    });

    it('keeps the rest of its field, or adds a missing field', async () => {
      const field = async () => (await get<Item>('getItem', weather)).data.Forecast;
      await download({ ...weather, externalDataFieldKey: 'Forecast' });
      should(await field()).match({ source: /^http/, rows: { length: 2 } });
      await ask(simulator, 'updateItem', { params: { ...weather, data: {} } });
      await download({ ...weather, externalDataFieldKey: 'Forecast' });
      should(await field()).match({ rows: { length: 2 }, downloadedAt: /Z$/ });
    });
  });

  describe('an item', () => {
    const update = (params: Params) => ask(simulator, 'updateItem', { params: { ...anchor, ...params } });

    const orders: [number, number[]][] = [
      [1, [512, 511, 513, 514, 515]],
      [4, [511, 513, 514, 512, 515]],
      [99, [511, 513, 514, 515, 512]],
      [0, [512, 511, 513, 514, 515]],
    ];
    for (const [order, expected] of orders)
      it(`moves to ${order}`, async () => {
        await update({ order });
        should(await ids()).eql(expected);
      });

    it('is created at its order, with the buttons of its template', async () => {
      const params = { rundownId: 51, name: 'Expert', template: 'Lower Third', data: { Name: 'Ana' }, order: 2 };
      const { status, body } = await ask(simulator, 'createItem', { params });
      should(status).equal(201);
      should(body).eql({ id: 9001, name: 'Expert', template: 'Lower Third', data: { Name: 'Ana' } });
      should(await ids()).eql([511, 9001, 512, 513, 514, 515]);
      should(await press({ rundownId: 51, itemId: 9001 }, 'in')).match({ status: 200 });
      should(await readValue(name)).equal('Ana');
    });

    it('keeps fields that an update does not contain, and replaces its data as a whole', async () => {
      const before = await get<Item>('getItem', anchor);
      should(await update({})).match({ status: 200, body: { name: 'Anchor' } });
      should(await get('getItem', anchor)).eql(before);
      await update({ data: { Name: 'Ana' }, overriddenChannels: [2, 3] });
      should(await get('getItem', anchor)).eql({ ...before, data: { Name: 'Ana' }, overriddenChannels: [2, 3] });
    });

    it('gets the buttons of another template', async () => {
      await update({ template: 'Scoreboard' });
      should(await get('getItem', anchor)).match({
        template: 'Scoreboard',
        buttons: [{ key: 'show' }, { key: 'hide' }],
      });
    });

    it('refuses an unknown template, and changes nothing', async () => {
      const before = structuredClone(simulator.state);
      const error = 'template: there is no template Nothing';
      should(await update({ name: 'Host', template: 'Nothing', order: 5 })).match({ status: 422, body: { error } });
      const params = { rundownId: 51, name: 'Expert', template: 'Nothing', data: {} };
      should(await ask(simulator, 'createItem', { params })).match({ status: 422, body: { error } });
      should(simulator.state).eql(before);
    });
  });

  describe('a rundown', () => {
    for (const operation of ['createRundown', 'renameRundown'])
      it(`${operation} needs a name`, async () => {
        for (const body of ['{}', '{"name": ""}', '{"name": 1}'])
          should(await ask(simulator, operation, { params: { rundownId: 51 }, body })).match({
            status: 422,
            body: { error: /^name: / },
          });
      });
  });
});
