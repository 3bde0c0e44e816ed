import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example, type Part, pointedAt, USUAL } from '../examples.js';
import { isCommand } from '../joined-reads.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import {
  chooseByMouse,
  clickToClose,
  doubleClick,
  invokeAction,
  moveDownTo,
  waitUntilInView,
  wire,
} from './user-actions.js';

const ZOOM = { engineId: 1, nodePath: 'Tracked Camera_0', path: 'Lens//Zoom/0' };
const VISIBLE = { engineId: 1, nodePath: 'Lower Third_0', path: 'Status//Visible/0' };

const SHOW = '1-first-steps/first-show';

/** The first steps in the README, sentence by sentence. */
describe('the first steps', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
  });

  after(() => simulator?.close());

  beforeEach(async () => {
    simulator.reset();
    await bench.deploy();
  });

  /** The value of a property in the simulator. */
  async function hubValue({ engineId, nodePath, path }: typeof ZOOM): Promise<unknown> {
    const parts = ['engines', engineId, 'nodes', nodePath, 'properties', path].map(encodeURIComponent).join('/');
    const { Value } = (await (await fetch(`${simulator.url}/api/rest/v1/${parts}`)).json()) as { Value: unknown };
    return Value;
  }

  const sent = () => simulator.journal.filter(isCommand);

  it('lead from an empty flow to a moved property, with the mouse', async () => {
    const node = await editor.drag(page(), 'hub-engine-property', 500, 200);
    await doubleClick(node);
    await editor.waitForDialog(page(), 'node-dialog-ok');

    await page().click('#node-input-btn-hub-add');
    await editor.waitForDialog(page(), 'node-config-dialog-ok');
    await page().fill('#node-config-input-baseUrl', simulator.url);
    await page().click('#hub-test');
    await becomes(() => page().locator('.hub-tested').innerText(), /4/);
    await clickToClose(page(), 'node-config-dialog-ok');

    should(await page().locator('#hub-operation').innerText()).containEql('Set property');
    await picking.pick(
      page(),
      'propertyPath',
      ['Studio A', '1'],
      ['Tracked Camera', 'Tracked Camera_0'],
      ['Zoom', ZOOM.path],
    );
    await clickToClose(page(), 'node-dialog-ok');

    const inject = await editor.drag(page(), 'inject', 200, 200);
    await doubleClick(inject);
    await editor.waitForDialog(page(), 'node-dialog-ok');
    const value = page().locator(
      '#node-input-property-container li:first-child .node-input-prop-property-value + .red-ui-typedInput-container',
    );
    await chooseByMouse(page(), value.locator('.red-ui-typedInput-type-select'), 'num');
    await value.locator('.red-ui-typedInput-input').fill('0.5');
    await clickToClose(page(), 'node-dialog-ok');
    await wire(page(), inject, node);

    const catchNode = await editor.drag(page(), 'catch', 200, 300);
    const debug = await editor.drag(page(), 'debug', 500, 300);
    await doubleClick(debug);
    await editor.waitForDialog(page(), 'node-dialog-ok');
    await editor.textInput(page(), 'node-input-typed-complete').fill('error.message');
    await clickToClose(page(), 'node-dialog-ok');
    await wire(page(), catchNode, debug);

    await picking.deploy(page());
    should(sent()).eql([]);
    await inject.locator('.red-ui-flow-node-button-button').click();
    await becomes(() => hubValue(ZOOM), 0.5);
    should(sent().map(({ body }) => body)).matchEach({ Value: 0.5 });
  });

  it('lead from an empty flow to a moved property, with the keyboard alone', async () => {
    const { keyboard } = page();
    await invokeAction(page(), 'show examples import dialog');
    await page().locator('.red-ui-treeList:focus').waitFor();
    // Each level is filled after it is opened.
    const label = (text: string) =>
      page().locator('.red-ui-treeList:focus .red-ui-treeList-label', { hasText: new RegExp(`^${text}$`) });
    await label('@graphics-hub/node-red').waitFor();
    for (const [folder, first] of [
      ['@graphics-hub/node-red', '1-first-steps'],
      ['1-first-steps', 'first-show'],
    ] as const) {
      await moveDownTo(page(), folder);
      await keyboard.press('ArrowRight');
      await label(first).waitFor();
    }
    await moveDownTo(page(), 'first-show');
    const toImport = page().locator('#red-ui-clipboard-dialog-ok:focus');
    for (let tab = 0; tab < 10 && !(await toImport.isVisible()); tab += 1) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page().locator('#red-ui-clipboard-dialog-ok').waitFor({ state: 'hidden' });

    // The dialog closes before it has read the flow.
    await page().locator('.red-ui-tab', { hasText: 'First show' }).waitFor({ state: 'attached' });
    const tab = page().locator('.red-ui-tab.active', { hasText: 'First show' });
    for (let next = 0; next < 3 && !(await tab.isVisible()); next += 1) {
      await keyboard.press('Control+]');
      await page().waitForTimeout(500);
    }
    await tab.waitFor();
    await page().evaluate(
      ({ from, to }) => {
        window.RED.nodes.eachConfig((config) => {
          if (config.type === 'hub-config' && config.baseUrl === from) config.baseUrl = to;
        });
      },
      { from: USUAL, to: simulator.url },
    );
    await picking.deploy(page(), () => keyboard.press('Control+D'));
    await eventually(() => should(simulator.journal).not.be.empty());
    should(sent()).eql([]);
    should(await hubValue(VISIBLE)).be.false();

    await keyboard.press('ArrowDown');
    await becomes(
      () =>
        page()
          .locator('.red-ui-flow-node-selected')
          .allTextContents()
          .then((all) => all.join()),
      /In/,
    );
    await invokeAction(page(), 'trigger selected nodes action');
    await becomes(() => hubValue(VISIBLE), true);
    await becomes(
      () =>
        page()
          .locator('.red-ui-flow-node-status-label')
          .allTextContents()
          .then((all) => all.join()),
      /on air/,
    );
  });

  it("show each step of the first show on the simulator's page, without scrolling", async () => {
    const flow = pointedAt(simulator.url, example(SHOW));
    await bench.deploy(...flow);
    await picking.showFlow(page(), flow.find(({ type }) => type === 'tab')!.id);
    const press = (button: string) => {
      const { id } = flow.find(({ type, name }) => type === 'inject' && name === button)!;
      return page().locator(`[id="${id}"] .red-ui-flow-node-button-button`).click();
    };
    const statusOf = (predicate: (node: Part) => unknown) => () =>
      page()
        .locator(`[id="${flow.find(predicate)!.id}"] .red-ui-flow-node-status-label`)
        .textContent();

    const secondPage = await page().context().browser()!.newPage();
    try {
      await secondPage.goto(simulator.url);
      // In a narrow window, only the pictures are in view. The values and the logs are below the controls.
      const changed = (name: string, value: RegExp) =>
        secondPage.locator('.tile', { hasText: name }).locator('.tile-value').filter({ hasText: value }).waitFor();

      await press('In');
      await changed('Visible', /^true$/);
      await secondPage.locator('#presses li').first().getByText('Anchor: In').waitFor();
      await waitUntilInView(
        secondPage.locator('#program-lower-third:not([data-off]) .name').filter({ hasText: 'Zoë Müller' }),
      );
      await becomes(
        statusOf(({ name }) => name === 'Lamp'),
        'on air',
      );
      await press('Out');
      await changed('Visible', /^false$/);
      await secondPage.locator('#program-lower-third[data-off]').waitFor({ state: 'attached' });
      await becomes(
        statusOf(({ name }) => name === 'Lamp'),
        'off',
      );

      await press('Next');
      await waitUntilInView(
        secondPage.locator('.show', { hasText: 'News Show' }).locator('.program .item', { hasText: 'Welcome' }),
      );
      await waitUntilInView(secondPage.locator('#program-item-1 .heading').filter({ hasText: 'Zoë Müller' }));
      const camera = (zoom: number) =>
        secondPage.locator(`#program-camera[transform*="scale(${zoom})"]`).waitFor({ state: 'attached' });
      await press('Fader up');
      // A rehearsal that begins during the movement does not stop it halfway.
      await becomes(async () => sent().at(-1)?.operation, 'setProperty');
      await press('Rehearse');
      await camera(2);
      await changed('Zoom', /^1$/);

      const before = sent().length;
      await becomes(
        statusOf(({ name }) => name === 'Rehearsal'),
        /rehearsal/,
      );
      await press('In');
      const { wires } = flow.find(({ name }) => name === 'In')!;
      await becomes(
        statusOf(({ id }) => id === wires![0]![0]),
        'rehearsal, 1',
      );
      should(sent()).have.length(before);
      await press('On air');
      await becomes(
        statusOf(({ name }) => name === 'Rehearsal'),
        'connected',
      );
      await press('Press Wave');
      await becomes(
        statusOf(({ name }) => name === 'Failures'),
        /Wave/,
      );

      await press('In');
      await secondPage.locator('#program-lower-third:not([data-off])').waitFor();
      await press('Rehearse');
      await becomes(
        statusOf(({ name }) => name === 'Rehearsal'),
        /rehearsal/,
      );
      await press('Reset');
      await camera(1);
      await secondPage.locator('#program-lower-third[data-off]').waitFor({ state: 'attached' });
      await secondPage.locator('#program-item-1[data-off]').waitFor({ state: 'attached' });
      await becomes(
        statusOf(({ name }) => name === 'Rehearsal'),
        'connected',
      );
    } finally {
      await secondPage.close();
    }
  });

  it('show all of the first show at 1,400 pixels, and its lamp', async () => {
    await page().evaluate(async (path) => {
      const show = await (await fetch(`library/examples/flows/@graphics-hub/node-red/${path}`)).json();
      const { nodes, workspaces } = window.RED as unknown as {
        nodes: { import(parts: object[]): void };
        workspaces: { show(id: string): void };
      };
      nodes.import(show);
      workspaces.show(show[0].id);
    }, SHOW);
    const canvas = await page().evaluate(() => {
      const chart = document.querySelector('#red-ui-workspace-chart') as HTMLElement;
      const area = chart.getBoundingClientRect();
      const sidebars = ['#red-ui-sidebar', '#red-ui-sidebar-container']
        .flatMap((one) => [...document.querySelectorAll(one)])
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0 && box.left > area.left);
      const right = Math.min(area.right, ...sidebars.map((box) => box.left));
      return { left: area.left, top: area.top, right, bottom: area.bottom };
    });
    const shown = page().locator(
      '#red-ui-workspace-chart .red-ui-flow-node:visible, #red-ui-workspace-chart .red-ui-flow-group-outline:visible',
    );
    await eventually(async () => should(await shown.count()).be.above(20));
    for (const part of await shown.all()) {
      const box = await part.boundingBox();
      should(box!.x).be.aboveOrEqual(canvas.left);
      should(box!.y).be.aboveOrEqual(canvas.top);
      should(box!.x + box!.width).be.belowOrEqual(canvas.right);
      should(box!.y + box!.height).be.belowOrEqual(canvas.bottom);
    }
  });
});
