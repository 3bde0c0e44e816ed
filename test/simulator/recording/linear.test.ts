import should from 'should';
import { rows, servedHub } from './written.js';

const statusOf = (program: string, preview: string, ...activeIn: string[]) => ({
  ...{ program, preview, isActive: activeIn.length > 0, activeIn, online: program !== 'Unavailable' },
});
const ON_AIR = statusOf('Playing', 'Available', 'program');
const ON_PREVIEW = statusOf('Available', 'Playing', 'preview');
const READY = statusOf('Available', 'Available');
const OFFLINE = statusOf('Unavailable', 'Unavailable');
const ON_SHOW = { engineId: 101, rundownId: 201 };

describe('the linear area of a recording', () => {
  describe('of dialect 2', () => {
    const title = { template: 'Title', templateId: 41, itemType: 'vs', buttons: { in: 'In', out: 'Out' } };
    const bug = { template: 'Bug', templateId: 42, itemType: 'md', buttons: {} };
    const items = rows(
      { id: 301, itemNo: 1, name: 'Rain', ...title, data: { text: 'Rain' }, status: ON_AIR, tag: 'x' },
      { id: 302, itemNo: 2, name: 'Sun', ...title, data: {}, status: READY, tag: 'y' },
      { id: 303, itemNo: 3, name: '', ...bug, status: ON_PREVIEW, tag: 'z' },
    );
    const shows = rows(
      { id: 101, started: true, mode: 'Live', loadedRundownsInfo: rows({ id: 200 }, { id: 201 }, { id: 999 }) },
      { id: 102, started: false, mode: 'Live', loadedRundownsInfo: [] },
    );
    const rundowns = rows({ id: 200, name: 'Empty' }, { id: 201, name: 'News' }, { id: 202, name: 'Late' });
    const { call, state } = servedHub(2, [
      ['listLinearEngines', shows],
      ['listShows', shows],
      ['listLinearRundowns', rundowns, { engineId: 101 }],
      ['listLinearRundowns', rundowns, { engineId: 102 }],
      ['listLinearItems', items, ON_SHOW],
      ['listLinearItems', [], { engineId: 101, rundownId: 202 }],
      ['listLinearItems', [{ id: 304, name: 'Snow', ...title }], { engineId: 102, rundownId: 202 }],
      ['listLinearTemplates', rows({ templateId: 41, name: 'Title' }, { templateId: 43, name: 'Clock' })],
    ]);
    const list = () => call('listLinearItems', ON_SHOW) as Promise<{ status: object; tag: string }[]>;
    const states = async () => (await list()).map(({ status }) => status);

    it('has the recorded items on air, until commands change them', async () => {
      should(await list()).eql(items);
      should(await call('continueItem', { engineId: 101, itemId: 302, preview: 0 })).equal(422);
      should(await call('continueItem', { engineId: 101, itemId: 301, preview: 0 })).equal('');
      should(state().linear.engines[0]?.outputs).match({
        0: { playing: { step: 2 } },
        1: { shownBy: { engineId: 0 } },
      });
      await call('playItem', { engineId: 101, itemId: 302, preview: 0 });
      should(await states()).eql([READY, ON_AIR, ON_PREVIEW]);
      // A form can remain, in contrast to a graphic of Motion Design.
      for (const preview of [0, 1]) await call('takeOut', { engineId: 101, preview });
      should(await states()).eql([READY, ON_AIR, READY]);
      await call('clearOutput', { engineId: 101, preview: 0 });
      should(await states()).eql([READY, READY, READY]);
      should((await list()).map(({ tag }) => tag)).eql(['x', 'y', 'z']);
    });

    it('has the rundowns of all shows once, with the items of the show that listed them', async () => {
      should(await call('listAllLinearRundowns')).eql(rundowns);
      await call('loadLinearRundown', { engineId: 101, rundownId: 202 });
      should(await call('listShows')).match([{ mode: 'Live', loadedRundownsInfo: [{ id: 202 }] }, shows[1]]);
      should(await states()).eql([OFFLINE, OFFLINE, OFFLINE]);
      should(await call('playItem', { engineId: 101, itemId: 304, preview: 0 })).equal('');
      // This show does not run.
      should(await call('playNext', { engineId: 102, preview: 0 })).equal(404);
    });

    it('changes, presses and creates items', async () => {
      const changes = { name: 'Snow', data: { text: 'Snow' } };
      const item = { id: 301, ...changes, template: 'Clock', status: ON_AIR, itemType: 'vs' };
      should(await call('updateLinearItem', { ...ON_SHOW, itemId: 301, ...changes, templateId: 43 })).match(item);
      should((await list())[0]).match({ ...item, tag: 'x' });
      const press = (itemId: number, buttonKey: string) => call('pressLinearButton', { ...ON_SHOW, itemId, buttonKey });
      should(await press(302, 'out')).eql({ success: true });
      should(await press(302, 'In')).equal(404);
      should(await press(303, 'in')).equal(404);
      for (const [templateId, buttons] of [[41, title.buttons] as const, [43, {}] as const]) {
        const created = await call('createLinearItem', { ...ON_SHOW, templateId, name: 'New', data: {} });
        should(created).have.property('buttons').eql(buttons);
      }
    });
  });

  describe('of dialect 1', () => {
    const item = { template: 'Title', templateId: 41, data: {}, buttons: { in: { label: 'In', hot: 1 } } };
    const rain = { ...item, itemNo: 1, name: 'Rain', tag: 'x' };
    const sun = { ...item, itemNo: 2, name: 'Sun', tag: 'y' };
    const { call } = servedHub(1, [
      ['listEngines', [{ id: 1 }]],
      [
        'listLinearEngines',
        rows({ id: 101, started: false, loadedRundownInfo: [], engines: [{ id: 1 }] }, { id: 102 }),
      ],
      ['listLinearRundowns', [{ id: 201, name: 'News' }], { engineId: 101 }],
      ['listLinearRundowns', [{ id: 201, name: 'News' }], { engineId: 102 }],
      ['listLinearItems', [rain, sun], ON_SHOW],
    ]);

    it('plays the items of a rundown that was not loaded', async () => {
      const play = () => call('playItem', { engineId: 101, itemId: 1, preview: 0 });
      should(await play()).equal(404);
      should(await call('loadLinearRundown', ON_SHOW)).eql({ id: 201, name: 'News' });
      should(await play()).equal('OK');
      // The rundown is of the engine that listed it first.
      should(await call('loadLinearRundown', { ...ON_SHOW, engineId: 102 })).equal(404);
      const started = { started: true, loadedRundownInfo: [{ id: 201 }], engines: [{ id: 1 }] };
      should(await call('listLinearEngines')).match([started, {}]);
    });

    it('keeps the fields of the hub in items of one template', async () => {
      const changes = { name: 'Snow', data: { a: 1 } };
      const shown = { itemNo: 1, ...changes, buttons: { in: { label: 'In' } } };
      should(await call('updateLinearItem', { ...ON_SHOW, itemId: 1, ...changes })).match(shown);
      should(await call('listLinearItems', ON_SHOW)).eql([{ ...rain, ...changes }, sun]);
    });
  });
});
