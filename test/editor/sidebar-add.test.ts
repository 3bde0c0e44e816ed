import should from 'should';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { allow, page, TAB, useSimulator, useStage } from './stage.js';
import * as tree from './tree.js';
import { num, OPENED_OPERATIONS, ROW_NODES, str } from './tree-rows.js';
import { invokeAction } from './user-actions.js';

describe("a row of the sidebar's tree", () => {
  const stage = useStage();
  const simulator = useSimulator();
  const second = useSimulator({ dialect: 2 });
  const press = (key: string) => page().keyboard.press(key);
  /** The newest node of the flow. */
  const newest = async (type?: string) => (await tree.nodesOf(page(), type)).at(-1)!;
  const url = () => `${simulator.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0`;
  /** The present opacity of the overlay. */
  const opacity = async () => ((await (await fetch(url())).json()) as { Value: unknown }).Value;

  /** An empty flow, and the hub in its initial state. */
  beforeEach(async () => {
    simulator.reset();
    await stage.deploy(picking.hubAt(simulator.url));
    await tree.openTree(page());
    await tree.reload(page());
  });

  it('leads from an empty flow to a moved property by the keyboard alone', async () => {
    await page().click('#hub-side-tab-hubs');
    await press('ArrowRight');
    for (let steps = 0; steps < 8 && !(await tree.hasFocus(page(), '#hub-side-things')); steps += 1) await press('Tab');
    should(await tree.hasFocus(page(), '#hub-side-things')).be.true();
    for (const label of ['Studio A', 'Mixer']) {
      await tree.moveTo(page(), label);
      await press('ArrowRight');
    }
    await tree.moveTo(page(), 'Overlay Opacity');
    await press('Insert');
    await eventually(async () => should(await tree.nodesOf(page())).have.length(3));
    // More rows can follow.
    should(await tree.hasFocus(page(), '#hub-side-things')).be.true();
    await picking.deploy(page(), () => press('Control+d'));
    await invokeAction(page(), 'trigger selected nodes action');
    await becomes(opacity, 0.5);
    await page().focus('#hub-side-things');
    await press('Shift+Insert');
    await eventually(async () => should(await tree.nodesOf(page())).have.length(4));
    should(await tree.nodesOf(page(), 'inject')).have.length(2);
  });

  it('sends another value and then the present one, if it is a number or a switch', async () => {
    const payloads = async (name: string) => {
      const before = await tree.nodesOf(page(), 'inject');
      await (await tree.openMenu(page(), name)).getByText('Add with inject nodes').click();
      const added = (await tree.nodesOf(page(), 'inject')).filter((id) => !before.includes(id));
      return Promise.all(added.map(async (id) => (await editor.exportedNode(page(), id)).payload));
    };
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    should(await payloads('Overlay Opacity')).eql(['0.5', '1']);
    await tree.unfold(page(), 'Overlay Position');
    await tree.row(page(), 'x').waitFor();
    should(await payloads('x')).eql(['1', '0']);
    should(await payloads('Overlay Position')).eql(['{"x":0,"y":0,"z":0}']);
    await tree.unfold(page(), 'Lower Third');
    await tree.row(page(), 'Visible').waitFor();
    should(await payloads('Visible')).eql(['true', 'false']);
  });

  it('becomes a node whose dialog shows names, and saves it unchanged', async () => {
    for (const [names, type, operation, params] of ROW_NODES) {
      const path = names.split('/');
      await tree.reload(page());
      await tree.unfold(page(), ...path.slice(0, -1));
      const menu = await tree.openMenu(page(), path.at(-1)!);
      const before = await tree.nodesOf(page());
      await menu.getByText('Add to flow', { exact: true }).click();
      const [id, ...others] = (await tree.nodesOf(page())).filter((each) => !before.includes(each));
      should(others).eql([]);
      const newNode = await editor.exportedNode(page(), id!);
      should(newNode).have.properties({ type, hub: 'hub', operation, version: 1, name: '', wires: [[]] });
      should(newNode.params).eql(params);
      if (operation === 'loadGraph') should(newNode.secondPress).be.true();
      should(await editor.reasons(page(), id!)).eql([]);
      if (!OPENED_OPERATIONS.includes(operation)) continue;
      await editor.openNode(page(), id!);
      for (const [param, { label }] of Object.entries(params as Record<string, { label?: string }>))
        if (label) await becomes(() => picking.shownText(page(), param), label);
      await editor.closeDialog(page(), 'node-dialog-ok');
      should(await editor.exportedNode(page(), id!)).eql(newNode);
    }
  });

  it('gives the inject node of a press its name, and shows that a row cannot be added', async () => {
    const note = () => page().locator('#hub-side-tree > [aria-live]').innerText();
    await tree.unfold(page(), 'Playout rundowns', 'Evening News', 'Anchor');
    await tree.drag(page(), 'In', { x: 200, y: 150 });
    await eventually(async () => should(await tree.nodesOf(page())).have.length(2));
    should(await editor.exportedNode(page(), await newest('inject'))).match({ name: 'In', payload: 'true' });
    should(await note()).equal('Added to the flow. Click Deploy.');
    await page().focus('#hub-side-things');
    await press('Home');
    await press('Insert');
    await becomes(note, '“Engines” cannot be added to a flow.');
    await page().getByLabel('A drag or Insert adds').selectOption('control');
    await page().focus('#hub-side-things');
    await press('ArrowDown');
    await press('Insert');
    await becomes(note, '“Studio A” cannot be added to a flow.');
    should(await tree.nodesOf(page())).have.length(2);
    await page().getByLabel('A drag or Insert adds').selectOption('nodes');
  });

  it('becomes a node of the hub in the select, if this hub has the operation', async () => {
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.hubAt(second.url, { id: 'second', name: 'Second', dialect: '2', linearSegment: 'lino' }),
    );
    await tree.openTree(page());
    const path = ['Linear engines (shows)', 'News Show', 'Evening News', 'Welcome'] as const;
    await tree.reload(page());
    await tree.unfold(page(), ...path);
    // Only revision 2 can press the buttons of items.
    const offered = async () => (await tree.openMenu(page(), 'Out')).locator('[role=menuitem]').allTextContents();
    should(await offered()).eql(['Add watch and lamp', 'Copy id']);
    await press('Escape');

    await page().selectOption('.hub-side-hub select', 'second');
    await tree.row(page(), 'Studio A').waitFor();
    await tree.unfold(page(), ...path);
    should(await offered()).eql([
      ...[
        'Add to flow',
        'Add with inject nodes',
        'Add as control',
        'Add as cue',
        'Add to the cue on standby',
        'Add watch and lamp',
        'Copy id',
      ],
    ]);
    await page().getByRole('menuitem', { name: 'Add to flow' }).click();
    const show = { engineId: num('101', 'News Show'), rundownId: num('201', 'Evening News') };
    should(await editor.exportedNode(page(), await newest())).containEql({
      ...{ type: 'hub-linear-play', hub: 'second', operation: 'pressLinearButton' },
      params: { ...show, itemId: num('2011', 'Welcome'), buttonKey: str('out', 'Out') },
    });
    await (await tree.openMenu(page(), 'Out')).getByText('Add watch and lamp').click();
    should(await editor.exportedNode(page(), await newest('hub-watch'))).containEql({
      ...{ hub: 'second', operation: 'listLinearItems', path: '' },
      params: { ...show, item: num('2011', 'Welcome') },
    });
  });

  it('becomes a node at the point of the drop, also zoomed and scrolled, with one undo step', async () => {
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await page().evaluate(() => {
      for (let times = 0; times < 4; times += 1) window.RED.actions.invoke('core:zoom-out');
      Object.assign(document.querySelector('#red-ui-workspace-chart')!, { scrollLeft: 300, scrollTop: 200 });
    });
    await tree.drag(page(), 'Overlay Opacity', { x: 260, y: 180 }, 'Shift');
    const [id] = await tree.nodesOf(page());
    const canvas = (await page().locator('#red-ui-workspace-chart').boundingBox())!;
    const box = (await page().locator(`[id="${id}"] .red-ui-flow-node`).boundingBox())!;
    const [x, y] = [canvas.x + 260, canvas.y + 180];
    should(x).be.within(box.x, box.x + box.width);
    should(y).be.within(box.y, box.y + box.height);
    const isDirty = () => page().evaluate(() => window.RED.nodes.dirty());
    should(await isDirty()).be.true();
    await press('Control+z');
    should(await tree.nodesOf(page())).eql([]);
    should(await isDirty()).be.false();
    await page().evaluate(() => window.RED.actions.invoke('core:zoom-reset'));
  });

  it('becomes a node of the group at the point of the drop, with one undo step', async () => {
    const corner = (id: string, at: number) => ({ id, type: 'junction', z: TAB, g: 'group', wires: [], x: at, y: at });
    const group = { id: 'group', type: 'group', z: TAB, name: '', style: {}, nodes: ['one', 'other'] };
    const frame = { ...group, x: 74, y: 74, w: 352, h: 352 };
    await stage.deploy(picking.hubAt(simulator.url), frame, corner('one', 100), corner('other', 400));
    await tree.openTree(page());
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.row(page(), 'Overlay Opacity').waitFor();
    await tree.drag(page(), 'Overlay Opacity', { x: 300, y: 200 });
    const members = () => page().evaluate(() => window.RED.nodes.group('group').nodes.map(({ id }) => id));
    const property = await newest('hub-engine-property');
    const injects = await tree.nodesOf(page(), 'inject');
    should(injects).have.length(2);
    should((await members()).sort()).eql(['one', 'other', property, ...injects].sort());
    should(await editor.exportedNode(page(), property)).have.property('g', 'group');
    await press('Control+z');
    should([await tree.nodesOf(page()), await members()]).eql([[], ['one', 'other']]);
    await press('Control+y');
    should(await members()).containEql(property);
    await tree.drag(page(), 'Overlay Opacity', { x: 600, y: 500 });
    should(await editor.exportedNode(page(), await newest())).not.have.property('g');
  });

  it('finds free space for its nodes, and draws no wire back', async () => {
    const at = (id: string, x: number, y: number) =>
      picking.setter(id, { x, y, name: `A node with a long name ${id}` });
    await stage.deploy(picking.hubAt(simulator.url), at('one', 300, 200), at('two', 620, 200), at('three', 500, 360));
    await tree.openTree(page());
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Lower Third');
    await tree.row(page(), 'Visible').waitFor();
    for (const x of [300, 340, 620]) await tree.drag(page(), 'Visible', { x, y: 200 });
    for (let times = 0; times < 3; times += 1)
      await (await tree.openMenu(page(), 'Visible')).getByText('Add watch and lamp').click();
    const { boxes, wires } = await tree.layoutOf(page());
    should(boxes).have.length(3 + 3 * 3 + 3 * 2);
    should(wires).have.length(3 * 2 + 3);
    for (const { from, to } of wires) should(to - from).be.aboveOrEqual(30);
    const overlap = (one: tree.Placed, other: tree.Placed) =>
      Math.abs(one.x - other.x) < (one.w + other.w) / 2 && Math.abs(one.y - other.y) < (one.h + other.h) / 2;
    const covered = boxes.flatMap((one) => boxes.filter((other) => one.id < other.id && overlap(one, other)));
    should(covered).eql([]);
    should(Math.min(...boxes.map(({ x, w }) => x - w / 2))).be.aboveOrEqual(0);
  });

  it('becomes a watch with its lamp, which shows the state', async () => {
    await tree.unfold(page(), 'Studio A', 'Lower Third');
    await (await tree.openMenu(page(), 'Visible')).getByText('Add watch and lamp').click();
    const [watch, lamp] = [await newest('hub-watch'), await newest('hub-lamp')];
    const newNode = await editor.exportedNode(page(), watch);
    should(newNode).have.properties({ operation: 'getProperty', path: 'Value', hub: 'hub', wires: [[lamp]] });
    for (const id of [watch, lamp]) should(await editor.reasons(page(), id)).eql([]);
    await picking.deploy(page());
    const shows = () => page().locator(`[id="${lamp}"] .red-ui-flow-node-status-label`).textContent();
    await becomes(shows, 'off');
    const visible = simulator.state.engines[0]!.nodes[1]!.properties[0]! as { value: unknown };
    visible.value = true;
    await becomes(shows, 'on air');
    // Deletes both at once.
    await page().click('#red-ui-workspace-chart', { position: { x: 20, y: 20 } });
    await press('Control+z');
    should(await tree.nodesOf(page())).eql([]);
    await press('Control+y');
    should((await editor.exportedNode(page(), watch)).wires).eql([[lamp]]);
  });

  it('adds nothing to a locked flow, and offers nothing without permission', async () => {
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

    await allow(['read', 'hub-config.write']);
    await tree.reload(page());
    await tree.unfold(page(), 'Studio A', 'Mixer');
    const menu = await tree.openMenu(page(), 'Overlay Opacity');
    should(await menu.locator('[role=menuitem]').allTextContents()).eql(['Copy id']);
    await press('Escape');
    should(await tree.row(page(), 'Overlay Opacity').getAttribute('draggable')).equal(null);
    await allow(undefined);
  });
});
