import should from 'should';
import { rows, servedHub } from './written.js';

const IN_NEWS = { rundownId: 51 };
const HEAD = { ...IN_NEWS, itemId: 511 };

describe('the playout of a recording', () => {
  const buttons = rows({ id: 'a', key: 'in', label: 'In' }, { id: 'b', label: 'Out' });
  const head = {
    id: 511,
    name: 'Head',
    template: 'Title',
    data: { text: 'Rain' },
    buttons,
    overriddenChannels: [1, '2'],
  };
  const { call, state } = servedHub(1, [
    ['listRundowns', rows({ id: 51, name: 'News', colour: 'red' }, { id: 52 })],
    ['listItems', rows({ ...head, locked: true }, { id: 512, name: '', template: 'Crawl' }), IN_NEWS],
    ['listTemplates', rows({ id: 31, name: 'Title' }, { id: 32, name: 'Clock' })],
  ]);

  it('carries out commands for recorded items', async () => {
    const data = { text: 'Sun' };
    should(await call('updateItem', { ...HEAD, data })).eql({ id: 511, name: 'Head', template: 'Title', data });
    should(await call('getItem', HEAD)).eql({ ...head, data, locked: true });
    should(await call('updateItem', { ...IN_NEWS, itemId: 512, data })).match({ name: 'Crawl', data });
    should(await call('listItems', IN_NEWS)).match([{ locked: true }, { id: 512, name: '', data }]);
    should(await call('updateItem', { ...HEAD, template: 'Crawl' })).equal(422);
    await call('deleteItem', HEAD);
    should(await call('getItem', HEAD)).equal(404);
    should(await call('renameRundown', { ...IN_NEWS, name: 'Late' })).eql({ id: 51, name: 'Late' });
    should(await call('listRundowns')).eql([{ id: 51, name: 'Late', colour: 'red' }, { id: 52 }]);
  });

  it('presses the recorded buttons by their key or their id', async () => {
    for (const buttonKey of ['in', 'a', 'b']) should(await call('pressItemButton', { ...HEAD, buttonKey })).be.Object();
    should(await call('pressItemButton', { ...HEAD, buttonKey: 'undefined' })).equal(404);
    should(state().playout.presses.map(({ button }) => button)).eql(['Out', 'In', 'In']);
  });

  it('creates items with the recorded buttons of their template', async () => {
    for (const [template, expected] of [['Title', buttons] as const, ['Clock', []] as const]) {
      const { id } = (await call('createItem', { ...IN_NEWS, name: 'New', template, data: {} })) as { id: number };
      should(id).be.above(1_000_000_000);
      should(await call('getItem', { ...IN_NEWS, itemId: id }))
        .have.property('buttons')
        .eql(expected);
    }
    should(state().playout.templates).match([{ id: 31 }, { id: 32, name: 'Clock' }]);
  });
});
