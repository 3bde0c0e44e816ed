import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { findNode } from '../../dist/simulator/state/engine.js';
import { barriersIn } from '../axe.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';

const params = (engine = num('1', 'Studio A')) => ({
  engineId: engine,
  nodePath: str('Mixer_0', 'Mixer'),
  propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
  Value: { type: 'num', value: '0.5' },
});

describe('things that were renamed on the hub', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
  });

  after(() => simulator?.close());

  /** Three nodes use the mixer of Studio A. One uses the mixer of Studio B, and one the same ids on another hub. */
  beforeEach(async () => {
    simulator.reset();
    await bench.deploy(
      picking.hubAt(simulator.url),
      picking.hubAt('http://127.0.0.1:9', { id: 'elsewhere', name: 'Elsewhere' }),
      picking.setter('first', { params: params() }),
      picking.setter('second', { params: params(), y: 160 }),
      { id: 'panel', type: 'hub-panel', z: 'tab', name: '', hub: 'hub', params: params(), x: 200, y: 220, wires: [[]] },
      picking.setter('beside', { params: params(num('2', 'Studio B')), y: 280 }),
      picking.setter('other', { params: params(), hub: 'elsewhere', y: 340 }),
    );
    (findNode(simulator.state, 1, 'Mixer_0') as { name: string }).name = 'Main mixer';
  });

  const ALL = ['first', 'second', 'panel', 'beside', 'other'] as const;

  /** The saved name of the mixer in each node. */
  const names = () =>
    page().evaluate(
      (ids) =>
        ids
          .map((id) => (window.RED.nodes.node(id) as unknown as { params: typeof params }).params)
          .map((saved) => (saved as unknown as { nodePath: { label: string } }).nodePath.label),
      ALL,
    );
  const label = (id: string) => page().locator(`[id="${id}"] .red-ui-flow-node-label`).textContent();
  const OLD = ['Mixer', 'Mixer', 'Mixer', 'Mixer', 'Mixer'];
  const NEW = ['Main mixer', 'Main mixer', 'Main mixer', 'Mixer', 'Mixer'];
  const undo = async () => {
    await page().click('#red-ui-workspace-chart', { position: { x: 700, y: 600 } });
    await page().keyboard.press('Control+z');
  };

  it('are marked in the dialog, saved by Done, and offered for the other nodes', async () => {
    await editor.openNode(page(), 'first');
    const mark = 'Renamed on the hub: Main mixer. Done saves the new name.';
    await becomes(() => picking.hubText(page(), 'nodePath'), mark);
    should(await page().locator('.hub-mark.hub-absent').allTextContents()).eql([mark]);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => label('first'), /Main mixer/);
    should(await names()).eql(['Main mixer', 'Mixer', 'Mixer', 'Mixer', 'Mixer']);
    const offer = page().locator('#red-ui-notifications .red-ui-notification', {
      hasText: 'Nodes with an old name of the hub: 2',
    });
    await offer.getByRole('button', { name: 'Update the names' }).click();
    await becomes(names, NEW);
    await becomes(() => label('second'), /Main mixer/);
    await undo();
    await becomes(names, ['Main mixer', ...OLD.slice(1)]);
    await undo();
    await becomes(names, OLD);
  });

  it('stay as they are in a dialog that is cancelled', async () => {
    await editor.openNode(page(), 'first');
    await becomes(() => picking.hubText(page(), 'nodePath'), /^Renamed/);
    await editor.closeDialog(page(), 'node-dialog-cancel');
    should(await names()).eql(OLD);
    should(await page().locator('#red-ui-notifications').getByText('old name').count()).equal(0);
  });

  it('are saved by the dialog of a panel', async () => {
    await editor.openNode(page(), 'panel');
    await becomes(() => picking.hubText(page(), 'nodePath'), /^Renamed/);
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await names()).eql(['Mixer', 'Mixer', 'Main mixer', 'Mixer', 'Mixer']);
    await page().locator('#red-ui-notifications').getByRole('button', { name: 'Update the names' }).click();
    await becomes(names, NEW);
  });

  it('are offered by the tree after it has read them, as one undo step', async () => {
    await tree.openTree(page());
    await page().selectOption('.hub-side-hub select', 'hub');
    await tree.reload(page());
    const offer = page().locator('#hub-side-tree').getByText('Nodes with an old name of the hub: 3');
    should(await offer.isVisible()).be.false();
    await tree.unfold(page(), 'Studio A');
    await offer.waitFor();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await page().locator('#hub-side-tree').getByRole('button', { name: 'Update the names' }).press('Enter');
    await becomes(names, NEW);
    await becomes(() => label('second'), /Main mixer/);
    should(await offer.isVisible()).be.false();
    const isDirty = () => page().evaluate(() => window.RED.nodes.dirty());
    should(await isDirty()).be.true();
    await undo();
    await becomes(names, OLD);
    should(await isDirty()).be.false();
  });
});
