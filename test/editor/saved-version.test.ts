import should from 'should';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { setter } from './picking.js';

const hub = { id: 'hub', type: 'hub-config', name: 'hub', baseUrl: 'http://127.0.0.1:9', auth: 'none' };

/** The same node, with a parameter that this version does not know. */
const property = (id: string, version: unknown) =>
  setter(id, {
    type: 'hub-engine-property',
    hub: 'hub',
    operation: 'setProperty',
    params: { Value: { type: 'msg', value: 'payload' }, Blend: { type: 'num', value: '1' } },
    delivery: '',
    version,
  });

const plain = (id: string, type: string) => ({ id, type, z: 'tab', x: editor.X, y: 200, wires: [[]], version: 2 });

const newer = 'A newer version of this package saved this node (version 2): update the package';

describe('a node that a newer version of the package saved, in the editor', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  /** Opens a dialog with *Done*, which has no field. Returns its text. */
  async function textOfDialog(id: string): Promise<string> {
    const { page } = bench;
    await page.evaluate((node) => window.RED.editor.edit(window.RED.nodes.node(node)), id);
    await page.click('#node-dialog-ok', { trial: true });
    should(await page.locator('#dialog-form :is(input, select, textarea, button)').count()).equal(0);
    return page.locator('#dialog-form').innerText();
  }

  it('has an error, shows it instead of its fields, and stays as it is after Done', async () => {
    const { page } = bench;
    await bench.deploy({ ...hub, version: 1 }, property('newer', 2));
    should((await editor.reasons(page, 'newer')).join()).containEql(newer);
    const before = await editor.exportedNode(page, 'newer');
    should(await textOfDialog('newer')).startWith(`${newer}. The node does not run.`);
    await editor.closeDialog(page, 'node-dialog-ok');
    should(await editor.exportedNode(page, 'newer')).eql(before);
    should(before).have.property('version', 2);
    should(await page.evaluate(() => window.RED.nodes.dirty())).be.false();
  });

  for (const type of ['hub-panel', 'hub-lamp', 'hub-event', 'hub-remote', 'hub-watch', 'hub-look'])
    it(`shows it in the dialog of ${type}`, async () => {
      await bench.deploy({ ...hub, version: 1 }, plain('newer', type));
      const before = await editor.exportedNode(bench.page, 'newer');
      should(await textOfDialog('newer')).startWith(newer);
      await editor.closeDialog(bench.page, 'node-dialog-ok');
      should(await editor.exportedNode(bench.page, 'newer')).eql(before);
    });

  it('shows a version that is not a number', async () => {
    await bench.deploy({ ...hub, version: 1 }, property('newer', '<b>two</b>'));
    const reason = 'The saved version of this node is not a whole number of 1 or more: correct the flow';
    should((await editor.reasons(bench.page, 'newer')).join()).containEql(reason);
    should(await textOfDialog('newer')).startWith(reason);
  });

  it('shows it in the dialog of a hub, also above the dialog of a node, and its nodes have an error', async () => {
    const { page } = bench;
    await bench.deploy({ ...hub, version: 2 }, property('node', 1));
    should((await editor.reasons(page, 'node')).join()).containEql('The chosen hub configuration has an error');
    await editor.openNode(page, 'node');
    await page.click('#node-input-btn-hub-edit');
    await page.click('#node-config-dialog-ok', { trial: true });
    const form = page.locator('#node-config-dialog-edit-form');
    should(await form.innerText()).startWith(newer);
    should(await form.locator('input').count()).equal(0);
    await editor.closeDialog(page, 'node-config-dialog-ok');
    await becomes(() => page.locator('#dialog-form #node-input-name').count().then(String), '1');
    await editor.closeDialog(page, 'node-dialog-ok');
    should(await editor.exportedNode(page, 'hub')).match({ version: 2, baseUrl: hub.baseUrl, auth: 'none' });
  });
});
