import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { type Bench, LIMIT, openBench, TAB } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';

/** A thing of the hub as a dialog saves it. */
const num = (value: string, label: string) => ({ type: 'num', value, label });
const str = (value: string, label: string) => ({ type: 'str', value, label });
const PAYLOAD = { type: 'msg', value: 'payload' };

const MARKUP = `<img src=x onerror="window.hacked=true">`;
const ENPS = '2016ENPS9VM001';

/** What a row becomes: the way to it, the node's type, its operation and its parameters. */
const BECOMES: readonly [readonly string[], string, string, object][] = [
  [
    ['Studio A', 'Mixer', 'Overlay Opacity'],
    'hub-engine-property',
    'setProperty',
    {
      engineId: num('1', 'Studio A'),
      nodePath: str('Mixer_0', 'Mixer'),
      propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
      Value: PAYLOAD,
    },
  ],
  [
    ['Studio A', 'Mixer', 'Overlay Position', 'y'],
    'hub-engine-property',
    'setProperty',
    {
      engineId: num('1', 'Studio A'),
      nodePath: str('Mixer_0', 'Mixer'),
      propertyPath: str('Overlay//Position/0', 'Overlay Position'),
      Value: PAYLOAD,
      Component: str('y', 'y'),
    },
  ],
  [
    ['Studio B', 'Media Player', 'Play'],
    'hub-engine-function',
    'callFunction',
    {
      engineId: num('2', 'Studio B'),
      nodePath: str('Media Player_0', 'Media Player'),
      functionPath: str('Default//Play/0', 'Play'),
    },
  ],
  [
    ['Linear engines (shows)', 'News Show', 'Evening News', 'Reporter'],
    'hub-linear-play',
    'playItem',
    {
      engineId: num('101', 'News Show'),
      itemId: num('2013', 'Reporter'),
      preview: { type: 'num', value: '0' },
      rundownId: num('201', 'Evening News'),
    },
  ],
  [
    ['Playout rundowns', 'Evening News', 'Anchor', 'In'],
    'hub-playout-item',
    'pressItemButton',
    { rundownId: num('51', 'Evening News'), itemId: num('512', 'Anchor'), buttonKey: str('in', 'In') },
  ],
  [
    ['Playout rundowns', 'Match Night / Final', 'Score'],
    'hub-playout-item',
    'pressItemButton',
    { rundownId: num('52', 'Match Night / Final'), itemId: num('521', 'Score'), buttonKey: PAYLOAD },
  ],
  [
    ['Newsroom systems', ENPS, 'Evening News', 'Rail strike', 'Map of the lines', 'Zoom in'],
    'hub-newsroom-mos',
    'pressNewsroomButton',
    {
      ncsID: str(ENPS, ENPS),
      roID: str('2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3', 'Evening News'),
      storyID: str('2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22', 'Rail strike'),
      itemID: str('2', 'Map of the lines'),
      buttonKey: str('zoomIn', 'Zoom in'),
    },
  ],
  [['Launch configurations', 'Breaking News'], 'hub-launcher', 'launch', { configID: num('61', 'Breaking News') }],
  [
    ['Graphs', 'Election Wall'],
    'hub-graph',
    'loadGraph',
    { graphId: num('12', 'Election Wall'), engineHostId: PAYLOAD },
  ],
];

/** A dialog takes its time; these show all that there is: a choice, many levels, what the message tells. */
const OPENED = ['playItem', 'pressNewsroomButton', 'loadGraph'];

describe('the tree of the sidebar', function () {
  this.timeout(LIMIT);
  let bench: Bench;
  let simulator: Simulator;
  const page = () => bench.page;
  const press = (key: string) => page().keyboard.press(key);
  /** The newest of the flow's nodes. */
  const newest = async (type?: string) => (await tree.nodesOf(page(), type)).at(-1)!;
  const url = () => `${simulator.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0`;
  /** What the overlay's opacity is by now. */
  const opacity = async () => ((await (await fetch(url())).json()) as { Value: unknown }).Value;
  /** Somebody else sets it. */
  const setOpacity = (Value: number) =>
    fetch(url(), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Value }),
    });
  const deployed = () =>
    eventually(async () => should(await page().locator('#red-ui-header-button-deploy.disabled').count()).equal(1));
  const hasFocus = (selector: string) =>
    page().evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

  before(async () => {
    simulator = await startSimulator();
    bench = await openBench();
  });

  after(async () => {
    await bench?.close();
    await simulator?.close();
  });

  /** A flow without a node; the hub's things as they are at the start. */
  beforeEach(async () => {
    simulator.reset();
    await bench.deploy(picking.hubAt(simulator.url));
    await tree.open(page());
    await tree.beginAnew(page());
  });

  afterEach(() => should(bench.complaints).eql([]));

  it('leads from an empty flow to a moved property in six actions of the mouse', async () => {
    await page().click('#hub-side-tab-hubs');
    const actions = [
      () => page().click('#hub-side-tab-tree'),
      () => tree.row(page(), 'Studio A').click(),
      () => tree.row(page(), 'Mixer').click(),
      () => tree.drag(page(), 'Overlay Opacity', { x: 200, y: 150 }, 'Shift'),
      () => page().click('#red-ui-header-button-deploy'),
      async () => page().click(`[id="${await newest('inject')}"] .red-ui-flow-node-button-button`),
    ];
    should(actions.length).be.belowOrEqual(6);
    for (const act of actions) {
      await act();
      // Somebody else fades it out: what the tree showed is sent again.
      if (act === actions[3]) await setOpacity(0);
      if (act === actions[4]) await deployed();
    }
    await becomes(opacity, 1);
  });

  it('leads there by the keyboard alone', async () => {
    await page().click('#hub-side-tab-hubs');
    await press('ArrowRight');
    for (let steps = 0; steps < 8 && !(await hasFocus('.hub-side-tree')); steps += 1) await press('Tab');
    should(await hasFocus('.hub-side-tree')).be.true();
    for (const label of ['Studio A', 'Mixer']) {
      await tree.goTo(page(), label);
      await press('ArrowRight');
    }
    await tree.goTo(page(), 'Overlay Opacity');
    await press('Shift+Insert');
    await eventually(async () => should(await tree.nodesOf(page())).have.length(2));
    await setOpacity(0);
    await press('Control+d');
    await deployed();
    await press('Enter');
    await editor.opened(page(), 'node-dialog-ok');
    const isButton = () => hasFocus('#node-inject-test-inject-button');
    for (let steps = 0; steps < 40 && !(await isButton()); steps += 1) await press('Tab');
    await press('Enter');
    await becomes(opacity, 1);
    await editor.press(page(), 'node-dialog-cancel');
  });

  it('makes nodes whose dialogs open with names, and save them as they are', async () => {
    for (const [path, type, operation, params] of BECOMES) {
      await tree.beginAnew(page());
      await tree.unfold(page(), ...path.slice(0, -1));
      const menu = await tree.openMenu(page(), path.at(-1)!);
      const before = await tree.nodesOf(page());
      await menu.getByText('Add to flow', { exact: true }).click();
      const [id, ...others] = (await tree.nodesOf(page())).filter((each) => !before.includes(each));
      should(others).eql([]);
      const made = await editor.exported(page(), id!);
      should(made).have.properties({ type, hub: 'hub', operation, version: 1, name: '', wires: [[]] });
      should(made.params).eql(params);
      should(await editor.reasons(page(), id!)).eql([]);
      if (!OPENED.includes(operation)) continue;
      // It is selected, and the keys are for the canvas.
      await press('Enter');
      await editor.opened(page(), 'node-dialog-ok');
      for (const [param, { label }] of Object.entries(params as Record<string, { label?: string }>))
        if (label) await becomes(() => picking.shown(page(), param), label);
      await editor.press(page(), 'node-dialog-ok');
      should(await editor.exported(page(), id!)).eql(made);
    }
  });

  it('asks for a level when it is opened, not before, and shows present values', async () => {
    const asked = () => simulator.journal.map(({ operation }) => operation);
    should(new Set(asked())).eql(new Set(['listEngines']));
    await tree.unfold(page(), 'Studio A');
    await tree.row(page(), 'Mixer').waitFor();
    should(new Set(asked())).eql(new Set(['listEngines', 'listNodes']));
    await tree.unfold(page(), 'Mixer');
    await becomes(() => tree.row(page(), 'Overlay Opacity').locator('.hub-side-aside').textContent(), '1');
    const before = asked().length;
    // What was loaded is not asked for again by looking at it, but by asking for it.
    await tree.row(page(), 'Mixer').click();
    await tree.row(page(), 'Mixer').click();
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should(asked()).have.length(before);
    await setOpacity(0.25);
    await (await tree.openMenu(page(), 'Mixer')).getByText('Ask again', { exact: true }).click();
    await becomes(() => tree.row(page(), 'Overlay Opacity').locator('.hub-side-aside').textContent(), '0.25');
  });

  it('is a tree for those who do not see it', async () => {
    const focus = () => page().focus('.hub-side-tree');
    await focus();
    await press('Home');
    should(await tree.current(page())).equal('Engines');
    await press('ArrowDown');
    should(await tree.current(page())).equal('Studio A');
    await press('ArrowRight');
    await tree.row(page(), 'Mixer').waitFor();
    await press('ArrowRight');
    should(await tree.current(page())).equal('Mixer');
    const mixer = tree.row(page(), 'Mixer');
    const told = (name: string) => mixer.getAttribute(`aria-${name}`);
    should([await told('level'), await told('posinset'), await told('expanded')]).eql(['3', '1', 'false']);
    should(Number(await told('setsize'))).equal(simulator.state.engines[0]!.nodes.length);
    should(await page().getAttribute('.hub-side-tree', 'aria-activedescendant')).equal(await mixer.getAttribute('id'));
    await press('ArrowLeft');
    should(await tree.current(page())).equal('Studio A');
    await press('ArrowLeft');
    should(await tree.row(page(), 'Studio A').getAttribute('aria-expanded')).equal('false');
    await press('End');
    should(await tree.current(page())).equal('Linear templates');
    await page().keyboard.type('vid');
    should(await tree.current(page())).equal('Video Wall');

    // The menu by its keys; Escape gives the focus back.
    await press('Shift+F10');
    should(await hasFocus('.hub-side-menu [role=menuitem]')).be.true();
    await press('Escape');
    should(await hasFocus('.hub-side-tree')).be.true();
    await press('ContextMenu');
    await press('End');
    should(await page().locator('.hub-side-menu :focus').textContent()).equal('Ask again');
    await press('Escape');
  });

  it('keeps nobody out', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await tree.openMenu(page(), 'Overlay Opacity');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await press('Escape');
  });

  it('puts a node where it is let fall, also zoomed and scrolled, and takes it back in one step', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await page().evaluate(() => {
      window.RED.actions.invoke('core:zoom-out');
      Object.assign(document.querySelector('#red-ui-workspace-chart')!, { scrollLeft: 300, scrollTop: 200 });
    });
    await tree.drag(page(), 'Overlay Opacity', { x: 260, y: 180 });
    const [id] = await tree.nodesOf(page());
    const canvas = (await page().locator('#red-ui-workspace-chart').boundingBox())!;
    const box = (await page().locator(`[id="${id}"] .red-ui-flow-node`).boundingBox())!;
    const [x, y] = [canvas.x + 260, canvas.y + 180];
    should(x).be.within(box.x, box.x + box.width);
    should(y).be.within(box.y, box.y + box.height);
    const isDirty = () => page().evaluate(() => (window.RED.nodes.dirty as unknown as () => boolean)());
    should(await isDirty()).be.true();
    await press('Control+z');
    should(await tree.nodesOf(page())).eql([]);
    should(await isDirty()).be.false();
    await page().evaluate(() => window.RED.actions.invoke('core:zoom-reset'));
  });

  it('adds a watch with its lamp, which then shows how it is', async () => {
    await tree.unfold(page(), 'Studio A', 'Lower Third');
    await (await tree.openMenu(page(), 'Visible')).getByText('Watch with lamp').click();
    const [watch, lamp] = [await newest('hub-watch'), await newest('hub-lamp')];
    const made = await editor.exported(page(), watch);
    should(made).have.properties({ operation: 'getProperty', path: 'Value', hub: 'hub', wires: [[lamp]] });
    for (const id of [watch, lamp]) should(await editor.reasons(page(), id)).eql([]);
    await picking.deploy(page());
    const shows = () => page().locator(`[id="${lamp}"] .red-ui-flow-node-status-label`).textContent();
    await becomes(shows, 'off');
    const visible = simulator.state.engines[0]!.nodes[1]!.properties[0]! as { value: unknown };
    visible.value = true;
    await becomes(shows, 'program');
    // Both at once.
    await page().click('#red-ui-workspace-chart', { position: { x: 20, y: 20 } });
    await press('Control+z');
    should(await tree.nodesOf(page())).eql([]);
  });

  it('searches what is loaded, and keeps what it stands below', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await page().fill('.hub-side-search', 'OVER opac');
    await becomes(() => tree.labels(page()), ['Engines', 'Studio A', 'Mixer', 'Overlay Opacity']);
    await page().fill('.hub-side-search', 'no such thing');
    await becomes(() => tree.labels(page()), ['Nothing matches.']);
    await page().fill('.hub-side-search', '');
    // By its id, too.
    await (await tree.openMenu(page(), 'Overlay Opacity')).getByText('Copy id').click();
    await page().focus('.hub-side-search');
    await press('Control+v');
    should(await page().inputValue('.hub-side-search')).equal('Overlay//Opacity/0');
    should(await tree.labels(page())).eql(['Engines', 'Studio A', 'Mixer', 'Overlay Opacity']);
  });

  it('says at its place why the hub does not answer, and asks again when it is opened again', async () => {
    await tree.unfold(page(), 'Studio A');
    await tree.row(page(), 'Mixer').waitFor();
    const mend = simulator.trouble({ operation: 'listProperties', hangUp: 'before' });
    await tree.row(page(), 'Mixer').click();
    await eventually(async () => should((await tree.labels(page())).join('\n')).match(/connection was lost/));
    // The node's functions are there all the same.
    should(await tree.labels(page())).containEql('Cut');
    mend();
    await tree.row(page(), 'Mixer').click();
    await tree.row(page(), 'Mixer').click();
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should((await tree.labels(page())).join('\n')).not.match(/connection was lost/);
  });

  it('shows what the hub says as text', async () => {
    const [engine] = simulator.state.engines;
    (engine!.host as { displayName: string }).displayName = MARKUP;
    engine!.nodes.push({
      path: 'constructor',
      name: MARKUP,
      properties: [{ path: MARKUP, name: '"\'`></script>', value: MARKUP, motions: [] }],
      functions: [],
    });
    await page().click('.hub-side-top button');
    await tree.row(page(), MARKUP).click();
    await tree.row(page(), 'Mixer').waitFor();
    await tree.unfold(page(), MARKUP);
    await tree.row(page(), '"\'`></script>').waitFor();
    await tree.openMenu(page(), '"\'`></script>');
    await page().locator('.hub-side-menu').getByText('Add to flow', { exact: true }).click();
    should((await editor.exported(page(), await newest())).params).have.properties({
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
    await eventually(async () => should((await tree.labels(page())).join('\n')).match(/more: type/));
    should((await tree.labels(page())).length).be.within(200, 230);
    await page().fill('.hub-side-search', 'node 4987');
    await becomes(() => tree.labels(page()), ['Engines', 'Studio A', 'Node 4987']);
  });

  it('adds nothing to a flow that is locked, and offers nothing to those who may not', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await page().evaluate((tab) => {
      Object.assign((window.RED.nodes as unknown as { workspace(id: string): object }).workspace(tab), {
        locked: true,
      });
    }, TAB);
    await tree.drag(page(), 'Overlay Opacity', { x: 200, y: 150 });
    await page().locator('#red-ui-notifications').getByText('The flow is locked: nothing was added.').waitFor();
    should(await tree.nodesOf(page())).eql([]);

    const allow = (user: object | undefined) =>
      page().evaluate(
        (known) => Object.assign((window.RED as unknown as { settings: object }).settings, { user: known }),
        user,
      );
    await allow({ permissions: ['read', 'hub-config.write'] });
    await tree.beginAnew(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    const menu = await tree.openMenu(page(), 'Overlay Opacity');
    should(await menu.locator('[role=menuitem]').allTextContents()).eql(['Copy id']);
    await press('Escape');
    should(await tree.row(page(), 'Overlay Opacity').getAttribute('draggable')).equal(null);
    await allow(undefined);
  });
});
