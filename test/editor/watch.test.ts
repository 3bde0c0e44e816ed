import should from 'should';
import { operations } from '../../dist/hub/operations.js';
import { type Bench, openBench, TAB } from './bench.js';
import * as editor from './page.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '2', auth: 'none' };

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-watch', z: TAB, name: '', version: 1, hub: 'hub', operation: 'getProperty' },
  ...{ params: {}, interval: '1', path: '', x: 200, y: 100, wires: [[]] },
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
  path: 'a..b',
});
const command = node('command', { operation: 'setProperty', params: property });

describe('the dialog of watch', () => {
  let bench: Bench;
  const page = () => bench.page;

  before(async function () {
    this.timeout(60_000);
    bench = await openBench();
    await bench.deploy(hub, node('fresh', {}), full, wrong, command, node('label', { params: property }));
  });

  after(() => bench?.close());

  afterEach(async () => {
    if (await page().$('#node-dialog-cancel')) await editor.press(page(), 'node-dialog-cancel');
    should(bench.complaints).eql([]);
  });

  it('offers every operation that reads, below its area, with its fields and without what only commands have', async function () {
    this.timeout(60_000);
    await editor.openNode(page(), 'fresh');
    const groups = await page().$$eval('#node-input-operation optgroup', (all) =>
      all.map((group) => [...group.querySelectorAll('option')].map(({ value }) => value)),
    );
    const reads = operations.filter(({ kind }) => kind === 'read');
    const areas = [...new Set(reads.map(({ area }) => area))];
    should(groups).eql(areas.map((area) => reads.filter((read) => read.area === area).map(({ name }) => name)));
    should(await editor.offered(page(), 'node-input-operation')).eql(reads.map(({ name }) => name));
    for (const { name, parameters } of reads) {
      await page().selectOption('#node-input-operation', name);
      should(await editor.shownParams(page())).eql(parameters.map((parameter) => parameter.name));
      for (const setting of ['interval', 'path']) should(await page().$(`#node-input-${setting}`)).be.ok();
    }
    for (const setting of ['timeout', 'delivery', 'expiry', 'actOn'])
      should(await page().$(`#node-input-${setting}`)).be.null();
    should(await page().$('.hub-live')).be.null();
  });

  it('names its areas as people do', async () => {
    await editor.openNode(page(), 'fresh');
    const labels = await page().$$eval('#node-input-operation optgroup', (all) =>
      all.map((group) => (group as HTMLOptGroupElement).label),
    );
    should(labels).containDeep(['Engine properties', 'Playout', 'Newsroom']);
    for (const label of labels) should(label).match(/^[A-Z][a-z ]+$/);
  });

  it('takes a field from everywhere but a message', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.widget(page(), 'hub-param-engineId').locator('.red-ui-typedInput-type-select').click();
    const types = await page().$$eval('.red-ui-typedInput-options a:not([style*="none"])', (all) =>
      all.map((each) => each.getAttribute('value')),
    );
    should(types).containDeep(['num', 'flow', 'global', 'env', 'jsonata']).and.not.containEql('msg');
    await page().keyboard.press('Escape');
  });

  it('saves what was filled in', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '1');
    await editor.type(page(), 'hub-param-nodePath', 'Mixer_0');
    await editor.type(page(), 'hub-param-propertyPath', 'Overlay//Opacity/0');
    await page().fill('#node-input-interval', '0.2');
    await page().fill('#node-input-path', 'Value');
    should(await page().locator('.hub-reason:visible').allInnerTexts()).eql([]);
    await editor.press(page(), 'node-dialog-ok');
    const { x } = await editor.exported(page(), 'fresh');
    should(await editor.exported(page(), 'fresh')).eql(
      node('fresh', { params: property, interval: '0.2', path: 'Value', x }),
    );
    should(await editor.reasons(page(), 'fresh')).eql([]);
  });

  it('leaves a node as it was saved', async () => {
    for (const saved of [full, wrong]) {
      await editor.openNode(page(), saved.id);
      await editor.press(page(), 'node-dialog-ok');
      const { x } = await editor.exported(page(), saved.id);
      should(await editor.exported(page(), saved.id)).eql({ ...saved, x });
    }
  });

  it('tells what is wrong, also before it was open', async () => {
    const reasons = [
      'Engine: a type that cannot be used here',
      'Node: required',
      'Interval (s): must be a number, 0.1 or more',
      'Path: must be a path in the answer such as Value.x or items[0].status',
    ];
    should((await editor.reasons(page(), 'wrong')).flat()).eql(reasons);
    should(await editor.reasons(page(), 'full')).eql([]);
    await editor.openNode(page(), 'wrong');
    should(await page().locator('.hub-reason:visible').allInnerTexts()).eql(reasons);
    should((await editor.reasons(page(), 'command'))[0]).match(/not one of this node/);
  });

  it('knows a path from none', async () => {
    await editor.openNode(page(), 'full');
    const reasonFor = async (path: string) => {
      await page().fill('#node-input-path', path);
      return editor.reasonBelow(page(), 'node-input-path');
    };
    for (const fine of ['', 'Value', 'Value.x', '[0].status', 'items[0]', '["a b"].c', '0', editor.env('PATH')])
      should(await reasonFor(fine)).equal('', fine);
    for (const bad of ['a b', '.', 'a.', '[', 'items[msg.index]', '[msg.index]'])
      should(await reasonFor(bad)).not.equal('', bad);
  });

  it('is called on the canvas by what it watches', async () => {
    const label = await page().evaluate(() => window.RED.utils.getNodeLabel(window.RED.nodes.node('label')));
    should(label).equal('Get property · Overlay//Opacity/0');
  });
});
