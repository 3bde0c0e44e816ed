import should from 'should';
import { allOperations as operations } from '../../dist/hub/table/operations.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '2', auth: 'none' };

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-watch', z: TAB, name: '', version: 1, hub: 'hub', operation: 'getProperty' },
  ...{ params: {}, interval: '1', path: '', listChanges: true, onLoss: '', x: editor.X, y: 100, wires: [[]] },
  ...fields,
});

const num = (value: string) => ({ type: 'num', value });
const str = (value: string) => ({ type: 'str', value });
const property = { engineId: num('1'), nodePath: str('Mixer_0'), propertyPath: str('Overlay//Opacity/0') };

const full = node('full', {
  params: { ...property, nodePath: { type: 'global', value: 'node' } },
  interval: editor.env('INTERVAL'),
  path: 'Value.x',
});
const wrong = node('wrong', {
  params: { ...property, engineId: { type: 'msg', value: 'engine' }, nodePath: str('') },
  interval: '0.05',
  onLoss: 'silence',
  path: 'a..b',
});
const command = node('command', { operation: 'setProperty', params: property });

describe('the dialog of watch', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;

  beforeEach(() => bench.deploy(hub, node('fresh', {}), full, wrong, command, node('label', { params: property })));

  it('offers every read below its area, with its fields and without the settings of commands', async () => {
    await editor.openNode(page(), 'fresh');
    const groups = await page().$$eval('#node-input-operation optgroup', (all) =>
      all.map((group) => [...group.querySelectorAll('option')].map(({ value }) => value)),
    );
    const reads = operations.filter(({ kind }) => kind === 'read');
    const areas = [...new Set(reads.map(({ area }) => area))];
    const named = areas.map((area) => reads.filter((read) => read.area === area).map(({ name }) => name));
    should(groups).eql(named);
    await becomes(() => editor.optionValues(page(), 'node-input-operation'), named.flat());
    const count = (setting: string) => page().locator(`#node-input-${setting}`).count();
    for (const { name, parameters } of reads) {
      await page().selectOption('#node-input-operation', name);
      const params = parameters.map((parameter) => parameter.name);
      if (name === 'listLinearItems') params.push('item');
      await becomes(() => editor.shownParams(page()), params);
      for (const setting of ['interval', 'path']) await becomes(() => count(setting), 1);
    }
    for (const setting of ['timeout', 'delivery', 'expiry', 'actOn']) await becomes(() => count(setting), 0);
    await becomes(() => page().locator('.hub-live').count(), 0);
  });

  it('shows the labels of its areas', async () => {
    await editor.openNode(page(), 'fresh');
    const labels = await page().$$eval('#node-input-operation optgroup', (all) =>
      all.map((group) => (group as HTMLOptGroupElement).label),
    );
    should(labels).containDeep(['Engine properties', 'Playout', 'Newsroom']);
    for (const label of labels) should(label).match(/^[A-Z][a-z ]+$/);
  });

  it('accepts values from everywhere except a message', async () => {
    await editor.openNode(page(), 'fresh');
    const menu = await editor.openMenu(page(), editor.typeButton(page(), 'hub-param-engineId'));
    const types = () => menu.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('value')));
    await becomes(types, ['picked', 'num', 'flow', 'global', 'env', 'jsonata']);
    await menu.press('Escape');
    await menu.waitFor({ state: 'hidden' });
  });

  it('saves the fields', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '1');
    await editor.type(page(), 'hub-param-nodePath', 'Mixer_0');
    await editor.type(page(), 'hub-param-propertyPath', 'Overlay//Opacity/0');
    await page().fill('#node-input-interval', '0.2');
    await page().fill('#node-input-path', 'Value');
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const saved = node('fresh', { params: property, interval: '0.2', path: 'Value' });
    await becomes(() => editor.exportedNode(page(), 'fresh'), saved);
    await becomes(() => editor.reasons(page(), 'fresh'), []);
  });

  it('leaves a node as it was saved', async () => {
    for (const saved of [full, wrong]) {
      await editor.openNode(page(), saved.id);
      await editor.closeDialog(page(), 'node-dialog-ok');
      await becomes(() => editor.exportedNode(page(), saved.id), saved);
    }
  });

  it('saves that no changed paths are listed', async () => {
    await editor.openNode(page(), 'full');
    await page().uncheck('#node-input-listChanges');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, listChanges: false });
  });

  it('saves the message at a loss, and explains it', async () => {
    await editor.openNode(page(), 'full');
    const hint = () => page().innerText('.form-row:has(#node-input-onLoss) .hub-hint');
    const labels = () => page().locator('#node-input-onLoss option').allInnerTexts();
    await becomes(labels, ['default: send nothing', 'send nothing', 'send "unknown"', 'environment variable']);
    await becomes(hint, /^For most flows\./);
    await editor.chooseOption(page(), 'node-input-onLoss', 'unknown');
    await becomes(hint, /^For nodes that drop repeats/);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, onLoss: 'unknown' });
    await becomes(() => editor.reasons(page(), 'full'), []);
  });

  it('shows errors, also before it opens', async () => {
    const reasons = [
      'Engine: this type cannot be used here',
      'Node: required',
      'Interval (s): must be a number, 0.1 or more',
      'Path: must be a path in the answer such as Value.x or items[0].status',
      'On loss: must be one of send nothing, send "unknown"',
    ];
    await becomes(async () => (await editor.reasons(page(), 'wrong')).flat(), reasons);
    await becomes(() => editor.reasons(page(), 'full'), []);
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonsShown(page()), reasons);
    await becomes(async () => (await editor.reasons(page(), 'command'))[0], /does not belong to this node/);
  });

  it('accepts paths only', async () => {
    await editor.openNode(page(), 'full');
    /** The value of the path and its error. */
    const readReason = async () => {
      const reason = await editor.reasonBelow(page(), 'node-input-path');
      return [await page().inputValue('#node-input-path'), reason !== ''];
    };
    const expect = async (path: string, isWrong: boolean) => {
      await page().fill('#node-input-path', path);
      await becomes(readReason, [path, isWrong]);
    };
    for (const fine of ['', 'Value', 'Value.x', '[0].status', 'items[0]', '["a b"].c', '0', editor.env('PATH')])
      await expect(fine, false);
    for (const bad of ['a b', '.', 'a.', '[', 'items[msg.index]', '[msg.index]']) await expect(bad, true);
  });

  it('labels the node by its target', async () => {
    const label = () => page().evaluate(() => window.RED.utils.getNodeLabel(window.RED.nodes.node('label')));
    await becomes(label, 'Watch · Mixer_0 › Overlay//Opacity/0 · Engine 1');
  });
});
