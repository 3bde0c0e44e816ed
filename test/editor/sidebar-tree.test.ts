import type { Request } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { freePort } from '../free-port.js';
import { pageToken } from '../page-token.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { page, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';

describe('the tree of the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator();
  /** The note below the rows. */
  const note = () => page().locator('#hub-side-tree > [aria-live]');
  const press = (key: string) => page().keyboard.press(key);

  /** An empty flow, and the hub in its initial state. */
  beforeEach(async () => {
    simulator.reset();
    await stage.deploy(picking.hubAt(simulator.url));
    await tree.openTree(page());
    await tree.reload(page());
  });

  it('loads a level when it opens, not before, and shows present values', async () => {
    const operations = () => simulator.journal.map(({ operation }) => operation);
    should(new Set(operations())).eql(new Set(['listEngines']));
    await tree.unfold(page(), 'Studio A');
    await tree.row(page(), 'Mixer').waitFor();
    should(new Set(operations())).eql(new Set(['listEngines', 'listNodes']));
    await tree.unfold(page(), 'Mixer');
    await becomes(() => tree.row(page(), 'Overlay Opacity').locator('.hub-row-aside').textContent(), '1');
    const before = operations().length;
    // Opening a loaded level again sends no request. Reloading does.
    await tree.click(page(), tree.row(page(), 'Mixer'));
    await tree.click(page(), tree.row(page(), 'Mixer'));
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should(operations()).have.length(before);
    await fetch(`${simulator.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"Value": 0.25}',
    });
    await (await tree.openMenu(page(), 'Mixer')).getByText('Refresh', { exact: true }).click();
    await becomes(() => tree.row(page(), 'Overlay Opacity').locator('.hub-row-aside').textContent(), '0.25');
  });

  it('is a tree for screen readers', async () => {
    const focus = () => page().focus('#hub-side-things');
    await focus();
    await press('Home');
    should(await tree.currentLabel(page())).equal('Engines');
    await press('ArrowDown');
    should(await tree.currentLabel(page())).equal('Studio A');
    await press('ArrowRight');
    await tree.row(page(), 'Mixer').waitFor();
    await press('ArrowRight');
    should(await tree.currentLabel(page())).equal('Mixer');
    const mixer = tree.row(page(), 'Mixer');
    const ariaOf = (name: string) => mixer.getAttribute(`aria-${name}`);
    should([await ariaOf('level'), await ariaOf('posinset'), await ariaOf('expanded')]).eql(['3', '1', 'false']);
    should(Number(await ariaOf('setsize'))).equal(simulator.state.engines[0]!.nodes.length);
    should(await page().getAttribute('#hub-side-things', 'aria-activedescendant')).equal(
      await mixer.getAttribute('id'),
    );
    await press('ArrowLeft');
    should(await tree.currentLabel(page())).equal('Studio A');
    await press('ArrowLeft');
    should(await tree.row(page(), 'Studio A').getAttribute('aria-expanded')).equal('false');
    await press('End');
    should(await tree.currentLabel(page())).equal('Linear templates');
    // In one turn: letters with a pause between them are several words.
    await page().$eval('#hub-side-things', (it) => {
      for (const key of 'vid') it.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    should(await tree.currentLabel(page())).equal('Video Wall');

    // Opens the menu by its keys. Escape restores the focus.
    await press('Shift+F10');
    should(await tree.hasFocus(page(), '.hub-side-menu [role=menuitem]')).be.true();
    await press('Escape');
    should(await tree.hasFocus(page(), '#hub-side-things')).be.true();
    await press('ContextMenu');
    await press('End');
    should(await page().locator('.hub-side-menu :focus').textContent()).equal('Refresh');
    await press('Escape');
  });

  it('shows at least ten rows at 1280 × 800, and its hint only until a row was added', async () => {
    await page().setViewportSize({ width: 1280, height: 800 });
    await page().evaluate(() => localStorage.clear());
    await tree.reload(page());
    const hint = page().locator('.hub-side-tree-rows .hub-side-note');
    await hint.waitFor();
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.drag(page(), 'Overlay Opacity', { x: 100, y: 100 });
    await hint.waitFor({ state: 'hidden' });
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    const wholeRows = await page()
      .locator('.hub-side-tree-rows')
      .evaluate((area) => {
        const { top, bottom } = area.getBoundingClientRect();
        const boxes = [...area.querySelectorAll('[role=treeitem]')].map((item) => item.getBoundingClientRect());
        return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
      });
    should(wholeRows).be.aboveOrEqual(10);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await tree.openMenu(page(), 'Overlay Opacity');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side-menu')).eql([]));
    await press('Escape');
    // Controls have another hint.
    await page().getByLabel('A drag or Insert adds').selectOption('control');
    await hint.getByText('next free key').waitFor();
    await page().getByLabel('A drag or Insert adds').selectOption('nodes');
    should(await hint.isVisible()).be.false();
    await page().setViewportSize({ width: 1400, height: 1000 });
  });

  it('gives most of a low sidebar to its rows, as Node-RED 5 has it', async () => {
    await page().evaluate(() => localStorage.clear());
    await tree.reload(page());
    const sidebar = await page().addStyleTag({ content: '.hub-side { height: 281px !important }' });
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    const heightOf = async (part: string) => (await page().locator(part).boundingBox())!.height;
    should(await heightOf('.hub-side')).equal(281);
    should(await heightOf('.hub-side-tree-rows')).be.aboveOrEqual(200);
    const hint = page().locator('.hub-side-tree-rows .hub-side-note');
    should(await hint.innerText()).match(/⋯/);
    should(await tree.row(page(), 'Mixer').locator('button').innerText()).equal('⋯');
    await sidebar.evaluate((style) => (style as HTMLElement).remove());
  });

  it('searches the whole hub without opening rows, with a few reads at a time', async () => {
    const asking = new Set<object>();
    let most = 0;
    const isList = (request: Request) => request.url().endsWith('/graphics-hub/list');
    const start = (request: Request) => {
      if (isList(request)) asking.add(request);
      most = Math.max(most, asking.size);
    };
    const end = (request: Request) => void asking.delete(request);
    page().on('request', start).on('requestfinished', end).on('requestfailed', end);
    await page().fill('.hub-side-search', 'OVER opac');
    const found = ['Engines', 'Studio A', 'Mixer', 'Overlay Opacity', 'Studio B', 'Mixer', 'Overlay Opacity'];
    await becomes(() => tree.labels(page()), found);
    await page().fill('.hub-side-search', 'map of the');
    await tree.row(page(), 'Map of the lines').waitFor();
    await page().fill('.hub-side-search', 'no such thing');
    await becomes(() => tree.labels(page()), ['Nothing matches.']);
    await becomes(() => note().textContent(), '');
    page().off('request', start).off('requestfinished', end).off('requestfailed', end);
    should(most).be.within(1, 4);
    should(new Set(simulator.journal.map(({ method }) => method))).eql(new Set(['GET']));
    await page().fill('.hub-side-search', '');
    should(await tree.row(page(), 'Studio A').getAttribute('aria-expanded')).equal('false');
    // Also by its id.
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await (await tree.openMenu(page(), 'Overlay Opacity')).getByText('Copy id').click();
    await page().focus('.hub-side-search');
    await press('Control+v');
    should(await page().inputValue('.hub-side-search')).equal('Overlay//Opacity/0');
    should(await tree.labels(page())).eql(found);
  });

  it('shows when the search reached its limit, and reads no more', async () => {
    const [engine] = simulator.state.engines;
    for (let index = 0; index < 400; index += 1)
      engine!.nodes.push({ path: `N${index}`, name: `Node ${index}`, properties: [], functions: [] });
    let lists = 0;
    const count = (request: Request) => {
      if (request.url().endsWith('/graphics-hub/list')) lists += 1;
    };
    page().on('request', count);
    await page().fill('.hub-side-search', 'no such thing');
    const limit = 'Not everything was searched. The limit is 300 lists. Open a row to search its entries.';
    await page().locator('#hub-side-tree .hub-side-note').getByText(limit).waitFor({ timeout: 120_000 });
    await page().fill('.hub-side-search', 'no other thing');
    await page().locator('#hub-side-tree').getByText(limit).waitFor();
    page().off('request', count);
    should(lists).be.within(290, 300);
    should(await tree.labels(page())).eql(['Nothing matches.']);
  });

  it('ends the search when the hub cannot be reached, or the field is empty', async () => {
    const endTrouble = simulator.trouble({ hangUp: 'before' });
    await page().fill('.hub-side-search', 'opacity');
    const offline = 'Not everything was searched, because the hub does not answer.';
    await page().locator('#hub-side-tree').getByText(offline).waitFor();
    endTrouble();
    await page().fill('.hub-side-search', '');
    await becomes(() => note().textContent(), '');
  });

  it('shows in its place why the hub does not answer, and asks again when it is opened again', async () => {
    await tree.unfold(page(), 'Studio A');
    await tree.row(page(), 'Mixer').waitFor();
    const endTrouble = simulator.trouble({ operation: 'listProperties', hangUp: 'before' });
    await tree.click(page(), tree.row(page(), 'Mixer'));
    await eventually(async () => should((await tree.labels(page())).join('\n')).match(/connection was lost/));
    // The node's functions are listed nevertheless.
    should(await tree.labels(page())).containEql('Cut');
    endTrouble();
    await tree.click(page(), tree.row(page(), 'Mixer'));
    await tree.click(page(), tree.row(page(), 'Mixer'));
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should((await tree.labels(page())).join('\n')).not.match(/connection was lost/);
  });

  it('draws the first of 5,000 nodes, and finds the others', async () => {
    const [engine] = simulator.state.engines;
    for (let index = 0; index < 5000; index += 1)
      engine!.nodes.push({ path: `N${index}`, name: `Node ${index}`, properties: [], functions: [] });
    await tree.unfold(page(), 'Studio A');
    await eventually(async () => should((await tree.labels(page())).join('\n')).match(/more\. Type/));
    should((await tree.labels(page())).length).be.within(200, 230);
    await page().fill('.hub-side-search', 'node 4987');
    await becomes(() => tree.labels(page()), ['Engines', 'Studio A', 'Node 4987']);
  });
});

describe('the facts of the sidebar', () => {
  const params = {
    engineId: { type: 'num', value: '1', label: 'Studio A' },
    nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
    propertyPath: { type: 'str', value: 'Overlay//Opacity/0', label: 'Overlay Opacity' },
    Value: { type: 'msg', value: 'payload' },
  };

  /** The time and the result of a check. */
  const TIME = '\\d\\d:\\d\\d( [AP]M)?';
  const SUMMARY = 'Found: 3. Missing: 0. Not checked: 0. Not read: 0.';

  const stage = useStage();
  let simulator: Simulator;
  let port: number;
  const value = () => tree.row(page(), 'Overlay Opacity').locator('.hub-row-aside').textContent();
  /** Only rows in view are read again, and the sidebar of Node-RED 5 is low. */
  const see = (label: string) => tree.row(page(), label).scrollIntoViewIfNeeded();
  const age = () => page().locator('#hub-side-tree > [role=status]').first().innerText();
  const card = () => page().locator('.hub-side-hubs li');
  const reads = () => simulator.journal.filter(({ method }) => method === 'GET').map(({ operation }) => operation);

  const check = () => card().getByText('Check flows against this hub', { exact: true }).click();
  /** The summary and the age of both checks. */
  const notes = () => card().locator('.hub-side-checks .hub-side-note').allInnerTexts();

  /** The state of the hubs in Node-RED. */
  const running = async () => {
    const headers = await pageToken(page().url());
    const answer = await fetch(new URL('/graphics-hub/hubs', page().url()), { headers });
    return answer.json();
  };

  const start = async () => {
    simulator = await startSimulator({ port });
  };
  /** Sends a command from the flow. */
  const press = () => picking.sendFrom(page(), 'press');

  before(async () => {
    port = await freePort();
  });

  const deploy = () =>
    stage.deploy(
      picking.hubAt(simulator.url),
      picking.inject('press', 'opacity', 0.25),
      picking.setter('opacity', { params }),
    );

  beforeEach(async () => {
    await start();
    await deploy();
    await tree.openTree(page());
    await page().click('#hub-side-tab-hubs');
    // The page has a report of this connection at its second request. Otherwise the tree would be read again for it.
    await eventually(async () => should(await running()).match([{ state: 'connected' }]));
    for (let requests = 0; requests < 2; requests += 1) await page().waitForRequest('**/graphics-hub/hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await page().click('#hub-side-tab-tree');
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await becomes(value, '1');
  });
  afterEach(() => simulator.close());

  it('are read again after a command of this Node-RED, only in view, with two reads at once', async () => {
    await tree.unfold(page(), 'Playout rundowns');
    await tree.click(page(), tree.row(page(), 'Playout rundowns'));
    let [asking, most] = [0, 0];
    const isList = (url: string) => url.endsWith('/graphics-hub/list');
    page().on('request', (request) => {
      if (isList(request.url())) asking += 1;
      most = Math.max(most, asking);
    });
    page().on('requestfinished', (request) => {
      if (isList(request.url())) asking -= 1;
    });
    const mixer = await tree.row(page(), 'Mixer').getAttribute('id');
    await see('Overlay Opacity');
    const before = reads().length;
    await press();
    await becomes(value, '0.25');
    // Other rows, the open rows and the place of the keyboard stay.
    should(await tree.row(page(), 'Mixer').getAttribute('id')).equal(mixer);
    should(await tree.row(page(), 'Overlay Opacity').getAttribute('aria-label')).match(/, 0\.25$/);
    await page().waitForTimeout(3000);
    // Without the engines, which also the probes of the connection list.
    const again = reads().filter((operation, index) => index >= before && operation !== 'listEngines');
    should(again.sort()).eql(['listFunctions', 'listNodes', 'listProperties']);
    should(most).be.within(1, 2);
  });

  it('are read again once for many commands', async () => {
    const before = reads().length;
    // At once, because the rows are read again for commands that are seconds apart.
    await Promise.all(Array.from({ length: 10 }, press));
    await becomes(value, '0.25');
    await page().waitForTimeout(4000);
    const lists = reads()
      .slice(before)
      .filter((operation) => operation === 'listProperties');
    should(lists.length).be.within(1, 3);
  });

  it('are read again when the section comes into view', async () => {
    await page().click('#hub-side-tab-journal');
    await press();
    await page().locator('#hub-side-journal .hub-side-row').first().waitFor();
    await page().click('#hub-side-tab-tree');
    await becomes(value, '0.25');
  });

  it('have the time of an outage, and are read again after it', async () => {
    await press();
    await becomes(value, '0.25');
    await simulator.close();
    await press();
    await becomes(age, /^hub offline · since \d\d:\d\d( [AP]M)?\. The rows show earlier answers\.$/);
    should(await value()).equal('0.25');
    await tree.row(page(), 'Linear engines (shows)').click();
    await becomes(async () => (await tree.labels(page())).some((label) => /offline/i.test(label)), true);
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /hub offline · since \d\d:\d\d/);
    await page().click('#hub-side-tab-tree');
    await start();
    simulator.state.engines[0]!.nodes.push({ path: 'New_0', name: 'New mixer', properties: [], functions: [] });
    await see('Mixer');
    await tree.row(page(), 'New mixer').waitFor();
    await see('Overlay Opacity');
    await becomes(value, '1');
    await becomes(age, '');
    await see('Linear engines (shows)');
    const reasons = page().locator('#hub-side-things .hub-blank', { hasText: /offline|lists nothing/i });
    await eventually(async () => {
      if ((await reasons.count()) > 0) await reasons.first().scrollIntoViewIfNeeded({ timeout: 1000 });
      should(await reasons.count()).equal(0);
    });
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
  });

  it('of a check have their time after an outage', async () => {
    const age = async () => (await notes())[1];
    await press();
    await page().click('#hub-side-tab-hubs');
    await becomes(() => card().innerText(), /^Hub\s+connected\n/);
    await check();
    await becomes(notes, [SUMMARY, '', '', '']);
    await simulator.close();
    await becomes(age, new RegExp(`^Checked at ${TIME}\\. Offline since ${TIME}\\.$`));
    should((await notes())[0]).equal(SUMMARY);
    await start();
    await becomes(age, new RegExp(`^Checked at ${TIME}, before the hub was connected again\\.$`));
    await check();
    await becomes(async () => (await notes()).slice(0, 2), [SUMMARY, '']);
  });
});
