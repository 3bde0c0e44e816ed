import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';

/** Names that every plain object has. Node-RED's search indexes texts in lower case. */
const NAMES = ['__proto__', '__PROTO__', 'constructor', 'toString', 'hasOwnProperty'];

describe('things of the hub with names of JavaScript', function () {
  this.timeout(120_000);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
    const { engines, playout } = simulator.state;
    for (const [index, name] of NAMES.entries()) {
      const properties = [{ path: name, name, value: 1, motions: [] }];
      engines[0]!.nodes.push({ path: name, name, properties, functions: [] });
      const { items } = playout.rundowns[0]!;
      items.push({ ...items[1]!, id: 600 + index, name });
    }
  });

  after(() => simulator?.close());

  beforeEach(async () => {
    await bench.deploy(picking.hubAt(simulator.url));
    await tree.openTree(page());
    await tree.reload(page());
  });

  /** The inherited properties of every object in the editor. */
  const common = () =>
    page().evaluate(() => {
      const names: string[] = [];
      for (const name in {}) names.push(name);
      return names;
    });

  const add = async (label: string, level?: number) => {
    await (await tree.openMenu(page(), label, level)).getByText('Add to flow', { exact: true }).click();
    should(await common()).eql([]);
    const [id = ''] = (await tree.nodesOf(page())).slice(-1);
    return id;
  };

  it('become nodes by their names, and undo removes them', async () => {
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    for (const [index, name] of NAMES.entries()) {
      await tree.click(page(), tree.row(page(), name));
      const id = await add(name);
      const { params } = await editor.exportedNode(page(), id);
      should(params).have.property('itemId', num(String(600 + index), name));
    }
    const all = await tree.nodesOf(page());
    should(all).have.length(NAMES.length);
    for (const _ of all) await page().keyboard.press('Control+z');
    await becomes(() => tree.nodesOf(page()), []);
    for (const _ of all) await page().keyboard.press('Control+y');
    await becomes(async () => (await tree.nodesOf(page())).length, all.length);
    should(await common()).eql([]);
  });

  it('become nodes by their paths, which are edited, deployed and loaded again', async () => {
    await tree.unfold(page(), 'Studio A', '__proto__');
    // The property is below the node of the same name.
    const id = await add('__proto__', 4);
    const { params } = await editor.exportedNode(page(), id);
    should(params).have.properties({
      nodePath: str('__proto__', '__proto__'),
      propertyPath: str('__proto__', '__proto__'),
    });
    await editor.openNode(page(), id);
    await becomes(() => picking.shownText(page(), 'propertyPath'), '__proto__');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await picking.deploy(page());
    await page().reload();
    await page().waitForFunction((node) => window.RED?.nodes?.node(node), id);
    should(await common()).eql([]);
    should((await editor.exportedNode(page(), id)).params).eql(params);
  });
});
