import should from 'should';
import { allOperations as operations } from '../../dist/hub/table/operations.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

describe('the dialog of watch', () => {
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

  const stage = useStage();

  beforeEach(() => stage.deploy(hub, node('fresh', {}), full));

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
});

describe('the dialog of a watch of one item', () => {
  const stage = useStage();
  const hub = useSimulator({ dialect: 2 });

  before(async () => {
    const user = picking.setter('user', { operation: 'listEngines' });
    await stage.deploy(picking.hubAt(hub.url, { dialect: '2', linearSegment: 'lino' }), user);
  });

  it('lists the items of the rundown by name, and shows the state of the chosen one below the node', async () => {
    await picking.add(page(), { id: 'w', type: 'hub-watch', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'w');
    await page().selectOption('#node-input-operation', 'listLinearItems');
    await picking.pick(page(), 'item', ['News Show', '101'], ['Evening News', '201'], ['Headlines', '2012']);
    for (const [param, name] of [
      ['engineId', 'News Show'],
      ['rundownId', 'Evening News'],
      ['item', 'Headlines'],
    ] as const)
      await becomes(() => picking.shownText(page(), param), name);
    await editor.closeDialog(page(), 'node-dialog-ok');
    should((await editor.exportedNode(page(), 'w')).params).eql({
      engineId: { type: 'num', value: '101', label: 'News Show' },
      rundownId: { type: 'num', value: '201', label: 'Evening News' },
      item: { type: 'num', value: '2012', label: 'Headlines' },
    });
    should(await editor.reasons(page(), 'w')).eql([]);
    await picking.deploy(page());
    const status = () => page().locator('[id="w"] .red-ui-flow-node-status-label').textContent();
    await becomes(status, 'ready');
    await fetch(`${hub.url}/api/rest/v1/lino/rundown/101/play/2012/0`, { method: 'PUT' });
    await becomes(status, 'on air');
  });

  it('keeps the choice while the show is stopped', async () => {
    await fetch(`${hub.url}/api/rest/v1/launcher/101/stop`, { method: 'PUT' });
    await editor.openNode(page(), 'w');
    await picking.opener(page(), 'item').click();
    await eventually(async () => should(await picking.noteText(page())).match(/not running/));
    await page().keyboard.press('Escape');
    should(await picking.shownText(page(), 'item')).equal('Headlines');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should((await editor.exportedNode(page(), 'w')).params).have.property('item', {
      ...{ type: 'num', value: '2012', label: 'Headlines' },
    });
  });
});
