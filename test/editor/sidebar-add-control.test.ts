import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { barriersIn } from '../axe.js';
import { pageToken } from '../page-token.js';
import { surface, surfaceId } from '../surfaces.js';
import { control, controlsOf, deckNode, pressKey, REVISION_2 } from './deck.js';
import { becomes, eventually, exportedNode, watchFor } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';
import { num } from './tree-rows.js';
import { clickToClose } from './user-actions.js';

const ITEMS = ['Welcome', 'Headlines', 'Reporter', 'Closing', 'Guest', 'Weather', 'Sport', 'Late'];
const KEYS = ['key 0', 'key 1', 'key 2', 'key 3', 'key 4', 'key 5', 'key 6', 'key 7'];

describe('a row of the tree as a control', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const second = useSimulator({ dialect: 2 });
  const press = (key: string) => page().keyboard.press(key);
  const controls = () => controlsOf(page());
  const names = async () => (await controls()).map(({ control: name }) => name);
  const selected = () => page().locator('#hub-side-things [aria-selected=true] .hub-label').allTextContents();
  const addAs = (value: 'nodes' | 'control') => page().selectOption('.hub-side-top select', value);
  const note = () => page().locator('#hub-side-tree > [aria-live]').innerText();
  const click = (label: string, key: 'Shift' | 'Control') => tree.click(page(), tree.row(page(), label), key);
  /** Opens the items of a linear rundown. */
  const openItems = async () => {
    await tree.unfold(page(), 'Linear engines (shows)', 'News Show', 'Evening News');
    await tree.row(page(), 'Late').waitFor();
  };

  /** Shows an empty flow with these nodes. */
  async function open(...nodes: object[]): Promise<void> {
    const hasHub = nodes.some((node) => Reflect.get(node, 'type') === 'hub-config');
    await stage.deploy(...(hasHub ? [] : [picking.hubAt(simulator.url)]), ...nodes);
    await tree.openTree(page());
    await tree.reload(page());
    await addAs('control');
  }

  beforeEach(() => {
    simulator.reset();
    const { items } = simulator.state.linear.rundowns[0]!;
    for (const name of ITEMS.slice(items.length)) items.push({ ...items[0]!, id: 2100 + items.length, name });
  });

  it('takes out an item of a hub of revision 2 by a hold of its key', async () => {
    await open(surface('streamdeck'), deckNode('deck'), picking.hubAt(second.url, REVISION_2));
    await tree.unfold(page(), 'Linear engines (shows)', 'News Show', 'Evening News');
    await tree.drag(page(), 'Reporter', { x: 300, y: 100 });
    await eventually(async () => {
      const [key] = await controls();
      should(key!.actions.map(({ on, operation, params }) => [on, operation, params!.itemId!.value])).eql([
        ['press', 'playItem', '2013'],
        ['hold', 'takeItemOut', '2013'],
      ]);
    });
  });

  it('gives a key for the next item a lockout, and a key for an item none', async () => {
    await open(surface('streamdeck'), deckNode('deck'));
    await openItems();
    const lockouts = async () =>
      Promise.all((await controls()).map(async ({ id }) => (await exportedNode(page(), id)).lockout));
    for (const [index, label] of ['News Show', 'Welcome'].entries()) {
      await tree.drag(page(), label, { x: 300, y: 100 + 60 * index });
      await eventually(async () => should(await controls()).have.length(index + 1));
    }
    should((await controls()).map(({ actions }) => actions[0]!.operation)).eql(['playNext', 'playItem']);
    should(await lockouts()).eql(['0.25', '']);
    await addAs('nodes');
    await tree.drag(page(), 'News Show', { x: 600, y: 300 });
    await eventually(async () => {
      const [next] = await tree.nodesOf(page(), 'hub-linear-play');
      should((await exportedNode(page(), next!)).lockout).equal('0.25');
    });
  });

  it('leads from a surface and its deck on an empty flow to eight keys that play, in 20 actions', async () => {
    await open(surface('streamdeck'), deckNode('deck'));
    await addAs('nodes');
    await page().click('#hub-side-tab-hubs');
    const actions = [
      () => page().click('#hub-side-tab-tree'),
      () => tree.row(page(), 'Linear engines (shows)').click(),
      () => tree.click(page(), tree.row(page(), 'News Show')),
      () => tree.click(page(), tree.row(page(), 'Evening News')),
      () => addAs('control'),
      // A click also opens the row, so its buttons are between the items.
      () => tree.click(page(), tree.row(page(), 'Welcome')),
      () => click('Late', 'Shift'),
      () => tree.drag(page(), 'Reporter', { x: 300, y: 100 }),
      // A person sees the keys, and then deploys them.
      () => becomes(names, KEYS).then(() => picking.deploy(page())),
    ];
    should(actions.length).be.belowOrEqual(20);
    for (const act of actions) await act();
    const all = await controls();
    should(all.map(({ control: name }) => name)).eql(KEYS);
    for (const each of all)
      should(each).match({
        surface: surfaceId('streamdeck'),
        kind: 'button',
        hub: 'hub',
        from: ['deck:0'],
        to: ['0:deck'],
      });
    const show = { engineId: num('101', 'News Show'), rundownId: num('201', 'Evening News') };
    const params = { ...show, itemId: num('2013', 'Reporter'), preview: { type: 'num', value: '0' } };
    // A hub of revision 1 has no command that takes out one item.
    should(all[2]!.actions).eql([{ on: 'press', does: 'command', operation: 'playItem', params }]);
    // They are on the canvas, and cover nothing.
    const { boxes } = await tree.layoutOf(page());
    should(Math.min(...boxes.map(({ y, h }) => y - h / 2))).be.aboveOrEqual(0);
    const tops = boxes.filter(({ id }) => id !== 'deck').map(({ y }) => y);
    for (const [index, top] of tops.slice(1).entries()) should(top - tops[index]!).equal(60);
    // The flow starts after the answer to the deploy.
    const running = async () => {
      const headers = await pageToken(page().url());
      const answer = await fetch(new URL('/graphics-hub/controls', page().url()), { headers });
      return ((await answer.json()) as { controls: object[] }).controls;
    };
    await eventually(async () => should(await running()).have.length(8));
    const played = () =>
      simulator.journal.filter(({ operation }) => operation === 'playItem').map(({ path }) => path.split('/').at(-2));
    for (const key of [0, 3, 7]) {
      await pressKey('deck', key);
      await becomes(async () => played().at(-1), ['2011', '2014', '2107'][[0, 3, 7].indexOf(key)]);
    }
    should(played()).have.length(3);
  });

  it('is dragged while Shift is held, before or after the mouse goes down', async () => {
    await open(surface('streamdeck'), deckNode('deck'));
    await addAs('nodes');
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    const added = async () => (await tree.nodesOf(page())).length - 1;
    await tree.drag(page(), 'Overlay Opacity', { x: 300, y: 100 }, 'Shift');
    await becomes(added, 1);
    for (const part of ['.hub-label', '.fa', '.hub-row-aside']) {
      const before = await added();
      await tree.row(page(), 'Overlay Opacity').hover();
      const box = (await tree.row(page(), 'Overlay Opacity').locator(part).boundingBox())!;
      const canvas = (await page().locator('#red-ui-workspace-chart').boundingBox())!;
      await page().keyboard.down('Shift');
      await page().mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page().mouse.down();
      await page().mouse.move(canvas.x + 300, canvas.y + 300, { steps: 4 });
      await page().mouse.up();
      await page().keyboard.up('Shift');
      // Without inject nodes.
      await becomes(added, before + 1);
    }
  });

  it('is added with other rows, selected by the mouse or the keyboard', async () => {
    await open(surface('streamdeck'), deckNode('deck'));
    await openItems();
    await tree.click(page(), tree.row(page(), 'Headlines'));
    await tree.row(page(), 'Next page').waitFor();
    await click('Closing', 'Shift');
    should(await selected()).eql(['Headlines', 'Reporter', 'Closing']);
    await click('Reporter', 'Control');
    await click('Sport', 'Control');
    should(await selected()).eql(['Headlines', 'Closing', 'Sport']);
    should(await page().getAttribute('#hub-side-things', 'aria-multiselectable')).equal('true');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await (await tree.openMenu(page(), 'Closing')).getByText('Add 3 rows as controls').click();
    await becomes(names, KEYS.slice(0, 3));
    const itemsOf = async () => (await controls()).map(({ actions }) => actions[0]!.params!.itemId!.value);
    should(await itemsOf()).eql(['2012', '2014', '2106']);

    await tree.click(page(), tree.row(page(), 'Guest'));
    should(await selected()).eql(['Guest']);
    await press('ArrowLeft');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    should(await selected()).eql(['Guest', 'Weather', 'Sport']);
    await press('Shift+ArrowUp');
    should(await selected()).eql(['Guest', 'Weather']);
    await press('Insert');
    await becomes(names, KEYS.slice(0, 5));
    should(await itemsOf()).eql(['2012', '2014', '2106', '2104', '2105']);
    // A plain arrow ends the selection.
    await press('ArrowDown');
    should(await selected()).have.length(1);
  });

  it('takes the next free key of the surface, and names a surface without one', async () => {
    const used = Array.from({ length: 31 }, (_, key) =>
      control(`c${key}`, { control: `key ${key}`, y: 60 + 40 * key }),
    );
    await open(surface('streamdeck', { size: '32' }), deckNode('deck'), ...used.filter(({ id }) => id !== 'c4'));
    await openItems();
    await click('Reporter', 'Shift');
    should(await selected()).eql(ITEMS.slice(0, 3));
    const warned = await watchFor(page(), '#red-ui-notifications', 'No free control on Stream Deck. Not added: 1.');
    await tree.drag(page(), 'Welcome', { x: 600, y: 100 });
    await eventually(async () => should((await names()).slice(30)).eql(['key 4', 'key 31']));
    await warned();
    await page()
      .locator('#red-ui-notifications button')
      .first()
      .click({ timeout: 1000 })
      .catch(() => {});
  });

  it('follows the wires of the last control, also through links', async () => {
    const link = (id: string, type: string, links: string[], wires: string[][]) => ({
      ...{ id, type, z: TAB, name: id, links, mode: 'link', x: 600, y: 200, wires },
    });
    await open(
      deckNode('other'),
      deckNode('deck', { wires: [['first']] }),
      link('out', 'link out', ['in'], []),
      link('in', 'link in', ['out'], [['deck']]),
      control('first', { control: 'key 5', wires: [['out'], []] }),
    );
    await openItems();
    await (await tree.openMenu(page(), 'Welcome')).getByText('Add as control', { exact: true }).click();
    await eventually(async () => should(await names()).have.length(2));
    should((await controls())[1]).match({ control: 'key 0', from: ['deck:0'], to: ['0:out'] });
  });

  it('uses the link of a recipe to the device, and both outputs of its function', async () => {
    await open(surface('midi'));
    await picking.add(
      page(),
      {
        ...{ id: 'port', type: 'function', z: TAB, name: 'MIDI port', func: '', outputs: 2 },
        ...{ libs: [{ var: 'midi', module: '@julusian/midi' }], wires: [[], []] },
      },
      { id: 'midi-in', type: 'link in', z: TAB, links: ['midi-out'], wires: [['port']] },
      { id: 'midi-out', type: 'link out', z: TAB, mode: 'link', links: ['midi-in'], wires: [] },
    );
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await tree.drag(page(), 'Overlay Opacity', { x: 300, y: 100 });
    await eventually(async () => should(await names()).have.length(1));
    should((await controls())[0]).match({
      ...{
        surface: surfaceId('midi'),
        kind: 'fader',
        control: 'cc 1/1',
        from: ['port:0', 'port:1'],
        to: ['0:midi-out'],
      },
      actions: [{ operation: 'setProperty', params: { Value: { type: 'msg', value: 'payload' } } }],
    });
  });

  it('is added to the tab with its device, which opens. A drag stays on the open flow', async () => {
    const tab = (id: string, label: string, fields: object = {}) => ({ id, type: 'tab', label, ...fields });
    const shown = () => page().locator('#red-ui-workspace-tabs .red-ui-tab.active').innerText();
    const add = async (label: string) =>
      (await tree.openMenu(page(), label)).getByText('Add as control', { exact: true }).click();
    // An inject node that is wired to a control is not its device.
    const inject = { id: 'hand', type: 'inject', z: 'hand tab', props: [], x: 120, y: 60, wires: [['key']] };
    await open(
      tab('off', 'Aus', { disabled: true }),
      tab('deck tab', 'Übergabe 日本語'),
      tab('hand tab', 'Hand'),
      deckNode('other', { z: 'off' }),
      deckNode('deck', { z: 'deck tab' }),
      inject,
      control('key', { z: 'hand tab', control: 'key 5' }),
    );
    await openItems();
    await tree.drag(page(), 'Welcome', { x: 300, y: 100 });
    await eventually(async () => should(await controls()).match([{ control: 'key 0', from: [], to: [] }]));
    should(await shown()).equal('Flow');

    await add('Headlines');
    await becomes(shown, 'Übergabe 日本語');
    await eventually(async () =>
      should(await controls()).match([{ control: 'key 1', from: ['deck:0'], to: ['0:deck'] }]),
    );
    const [deck, key] = (await tree.layoutOf(page())).boxes;
    should(key!.x - key!.w / 2).be.above(deck!.x + deck!.w / 2);
    should(await note()).equal('Added to the flow. Click Deploy.');

    // The last used tab with a device.
    await picking.showFlow(page(), TAB);
    await picking.add(page(), tab('second', 'Second'), deckNode('second deck', { z: 'second' }));
    await add('Reporter');
    await becomes(shown, 'Übergabe 日本語');
    await becomes(names, ['key 1', 'key 2']);
    await press('Control+z');
    await becomes(names, ['key 1']);
  });

  it('is for the page that is chosen, or that was added in the dialog', async () => {
    const pages = [{ id: 'p1', name: 'Show' }];
    await open(surface('streamdeck', { pages }), surface('xkeys'), deckNode('deck'));
    await openItems();
    const list = page().locator('#hub-side-tree .hub-side-surface select');
    const chosen = () => list.locator('option:checked').innerText();
    const places = async () =>
      Promise.all(
        (await controls()).map(async ({ id }) => {
          const { page: on, control: name } = await exportedNode(page(), id);
          return [on, name];
        }),
      );
    await list.selectOption({ label: 'Stream Deck · Show' });
    await tree.drag(page(), 'Welcome', { x: 300, y: 200 });
    await becomes(places, [['p1', 'key 0']]);
    await list.selectOption({ label: 'Stream Deck · add page' });
    await becomes(chosen, 'Stream Deck · Page 2');
    await tree.drag(page(), 'Headlines', { x: 300, y: 300 });
    await eventually(async () => should((await places()).map(([, name]) => name)).eql(['key 0', 'key 0']));
    const second = (await places())[1]![0];
    should(second).not.equal('p1');
    // A page of the dialog is like one of the list.
    await page().evaluate((id) => window.RED.editor.editConfig('', 'hub-surface', id), surfaceId('streamdeck'));
    await page().locator('.red-ui-editableList-addButton').click();
    await clickToClose(page(), 'node-config-dialog-ok');
    await becomes(chosen, 'Stream Deck · Page 3');
    await list.selectOption({ label: 'Stream Deck · Show' });
    await tree.drag(page(), 'Reporter', { x: 300, y: 400 });
    await eventually(async () => should((await places()).slice(2)).eql([['p1', 'key 1']]));
    // A page that is undone, or a surface that is deleted, is not in use.
    for (let steps = 0; steps < 2; steps += 1) await page().evaluate(() => window.RED.actions.invoke('core:undo'));
    await list.focus();
    should(await list.locator('option').allInnerTexts())
      .containEql('Stream Deck · Page 2')
      .and.not.containEql('Stream Deck · Page 3');
  });

  it('is for the chosen page, whatever its id is', async () => {
    const pages = [
      { id: 'new', name: 'Show' },
      { id: 'a  b', name: '日本語' },
    ];
    await open(surface('streamdeck', { pages }), deckNode('deck'));
    await openItems();
    const list = page().locator('#hub-side-tree .hub-side-surface select');
    for (const [place, { id, name }] of [...pages].reverse().entries()) {
      await list.selectOption({ label: `Stream Deck · ${name}` });
      await tree.drag(page(), 'Welcome', { x: 300, y: 200 + 100 * place });
      await eventually(async () => {
        const added = (await controls())[place]!;
        should(await exportedNode(page(), added.id)).match({ page: id, control: 'key 0' });
      });
    }
    const names = pages.map(({ name }) => `Stream Deck · ${name}`);
    should(await list.locator('option').allInnerTexts()).eql([...names, 'Stream Deck · add page']);
  });

  it('is a fader, a key or an encoder, as its value needs', async () => {
    await open(surface('streamdeck', { size: 'plus' }), deckNode('deck'));
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    // This deck has dials, but no fader.
    await tree.drag(page(), 'Overlay Opacity', { x: 300, y: 100 });
    await eventually(async () => should(await names()).eql(['dial 0']));
    await tree.drag(page(), 'Program Channel', { x: 300, y: 200 });
    await eventually(async () => should(await names()).eql(['dial 0', 'key 0']));
    await tree.unfold(page(), 'Lower Third');
    await tree.row(page(), 'Visible').waitFor();
    await tree.drag(page(), 'Visible', { x: 300, y: 300 });
    await eventually(async () => should(await names()).eql(['dial 0', 'key 0', 'key 1']));
    const all = await controls();
    should(all.map(({ kind }) => kind)).eql(['encoder', 'button', 'button']);
    const values = all.map(({ actions }) => actions.map(({ on, params }) => [on, params!.Value]));
    should(values).eql([
      [['press', { type: 'msg', value: 'payload' }]],
      [['press', { type: 'str', value: 'CAM 1' }]],
      [
        ['press', { type: 'bool', value: 'true' }],
        ['hold', { type: 'bool', value: 'false' }],
      ],
    ]);
  });

  it('of an item whose buttons are still listed is added once for each of two additions', async () => {
    await open();
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await tree.moveTo(page(), 'Anchor');
    // A second list would be answered after the first one.
    let answer = () => {};
    let turn = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page().route('**/graphics-hub/list', async (route) => {
      const own = turn;
      turn = own.then(() => sleep(500));
      const response = await route.fetch();
      await own;
      await route.fulfill({ response });
    });
    for (let times = 0; times < 2; times += 1) await press('Insert');
    answer();
    await eventually(async () => should(await names()).eql(['key 0', 'key 1']));
    await page().unrouteAll({ behavior: 'wait' });
    for (const { actions } of await controls())
      should(actions).match([
        { on: 'press', operation: 'pressItemButton', params: { buttonKey: { value: 'in' } } },
        { on: 'hold', operation: 'pressItemButton', params: { buttonKey: { value: 'out' } } },
      ]);
    should(await note()).match(/^Added to the flow\./);
  });
});
