import type { Request } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';
import { str } from './tree-rows.js';

const MARKUP = `<img src=x onerror="window.hacked=true">`;

describe('the tree of the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  /** The note below the rows. */
  const note = () => page().locator('#hub-side-tree > [aria-live]');
  const press = (key: string) => page().keyboard.press(key);

  before(async () => {
    simulator = await startSimulator();
  });

  after(() => simulator?.close());

  /** An empty flow, and the hub in its initial state. */
  beforeEach(async () => {
    simulator.reset();
    await bench.deploy(picking.hubAt(simulator.url));
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

  it('has no barriers', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await tree.openMenu(page(), 'Overlay Opacity');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side-menu')).eql([]));
    await press('Escape');
  });

  it('shows at least ten rows at 1280 × 800, and its hint only until a row was added', async () => {
    // The browser is the one of other tests.
    await page().evaluate(() => localStorage.clear());
    await page().setViewportSize({ width: 1280, height: 800 });
    await tree.reload(page());
    const hint = page().locator('.hub-side-tree-rows .hub-side-note');
    await hint.waitFor();
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.drag(page(), 'Overlay Opacity', { x: 100, y: 100 });
    await hint.waitFor({ state: 'hidden' });
    const wholeRows = () =>
      page()
        .locator('.hub-side-tree-rows')
        .evaluate((area) => {
          const { top, bottom } = area.getBoundingClientRect();
          return [...area.querySelectorAll('[role=treeitem]')].filter((item) => {
            const box = item.getBoundingClientRect();
            return box.top >= top - 1 && box.bottom <= bottom + 1;
          }).length;
        });
    // Until the next action, a line below the rows shows the result.
    await page()
      .locator('.hub-side-tree-rows')
      .evaluate((area) => area.scrollTo(0, 0));
    should(await wholeRows()).be.aboveOrEqual(9);
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should(await wholeRows()).be.aboveOrEqual(10);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    // Controls have another hint.
    await page().getByLabel('A drag or Insert adds').selectOption('control');
    await hint.getByText('next free key').waitFor();
    await tree.click(page(), tree.row(page(), 'Overlay Opacity'));
    await press('Insert');
    await hint.waitFor({ state: 'hidden' });
    await tree.reload(page());
    should(await hint.isVisible()).be.false();
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
    await page()
      .locator('#hub-side-tree .hub-side-note')
      .getByText(limit)
      .waitFor({ timeout: TEST_TIMEOUT / 2 });
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

  it('shows text of the hub as text', async () => {
    const [engine] = simulator.state.engines;
    (engine!.host as { displayName: string }).displayName = MARKUP;
    engine!.nodes.push({
      path: 'constructor',
      name: MARKUP,
      properties: [{ path: MARKUP, name: '"\'`></script>', value: MARKUP, motions: [] }],
      functions: [],
    });
    await page().click('.hub-side-top button');
    await tree.click(page(), tree.row(page(), MARKUP));
    await tree.row(page(), 'Mixer').waitFor();
    await tree.unfold(page(), MARKUP);
    await tree.row(page(), '"\'`></script>').waitFor();
    await tree.openMenu(page(), '"\'`></script>');
    await page().locator('.hub-side-menu').getByText('Add to flow', { exact: true }).click();
    should((await editor.exportedNode(page(), (await tree.nodesOf(page())).at(-1)!)).params).have.properties({
      nodePath: str('constructor', MARKUP),
      propertyPath: str(MARKUP, '"\'`></script>'),
    });
    should(await page().locator('img[src="x"]').count()).equal(0);
    should(await page().evaluate(() => 'hacked' in window)).be.false();
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
