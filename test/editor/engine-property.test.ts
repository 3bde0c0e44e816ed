import should from 'should';
import { operationsOf } from '../../dist/hub/operations.js';
import { type Bench, openBench, TAB } from './bench.js';
import * as editor from './page.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

const node = (id: string, fields: object) => ({
  id,
  type: 'hub-engine-property',
  z: TAB,
  name: '',
  version: 1,
  hub: 'hub',
  operation: 'setProperty',
  params: {},
  delivery: '',
  expiry: '',
  timeout: '',
  x: 200,
  y: 100,
  wires: [[]],
  ...fields,
});

const MARKUP = '<img src=x onerror="window.hacked=true">';

const full = node('full', {
  params: {
    engineId: { type: 'num', value: '3', label: 'Engine 3' },
    nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
    propertyPath: { type: 'str', value: 'Channels//ProgramChannel/0' },
    Value: { type: 'json', value: '{"x":1}' },
    Interpolation: { type: 'str', value: 'EaseIn' },
    Duration: { type: 'msg', value: 'duration' },
  },
  delivery: 'inOrder',
  expiry: '3',
});

const odd = node('odd', {
  params: {
    engineId: { type: 'str', value: '3' },
    nodePath: { type: 'str', value: MARKUP },
    propertyPath: { type: 'strange', value: 'Channels' },
    Value: { type: 'bool', value: editor.env('ON_AIR') },
    Interpolation: { type: 'str', value: 'Bounce' },
    Duration: { type: 'num', value: editor.env('DURATION') },
  },
  delivery: editor.env('DELIVERY'),
});

const wrong = node('wrong', {
  hub: '',
  params: {
    engineId: { type: 'num', value: '1.5' },
    propertyPath: { type: 'msg', value: 'a..b' },
    Value: { type: 'json', value: '{' },
    Interpolation: { type: 'str', value: MARKUP },
    Duration: { type: 'num', value: '-1' },
    Delay: { type: 'jsonata', value: '(' },
  },
  expiry: 'soon',
  timeout: '0',
});

const carried = node('carried', {
  params: {
    engineId: { type: 'msg', value: 'engine' },
    nodePath: { type: 'flow', value: 'node' },
    propertyPath: { type: 'env', value: 'PROPERTY' },
    Value: { type: 'str', value: '' },
  },
});

const latest = node('latest', { params: full.params, delivery: 'latest' });

const unknown = node('unknown', { operation: 'explode', params: { engineId: { type: 'num', value: '3' } } });

describe('the dialog of engine-property', () => {
  let bench: Bench;
  const page = () => bench.page;

  before(async function () {
    this.timeout(60_000);
    bench = await openBench();
    await bench.deploy(
      hub,
      node('fresh', {}),
      full,
      odd,
      wrong,
      carried,
      latest,
      unknown,
      node('named', { name: MARKUP }),
    );
  });

  after(() => bench?.close());

  afterEach(async () => {
    if (await page().$('#node-dialog-cancel')) await editor.press(page(), 'node-dialog-cancel');
    should(bench.complaints).eql([]);
    should(await page().evaluate(() => 'hacked' in window)).be.false();
  });

  it('stands in the palette under its own name', async () => {
    const shown = page().locator('[data-palette-type="hub-engine-property"]');
    should(await shown.getAttribute('data-palette-label')).equal('engine-property');
    should(await page().locator('#red-ui-palette-header-graphics_hub').innerText()).equal('graphics hub');
  });

  it('offers every operation of its area with the parameters of the table', async () => {
    await editor.openNode(page(), 'fresh');
    const offered = await page().$$eval('#node-input-operation option', (options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    );
    const expected = operationsOf('engine-property');
    should(offered).eql(expected.map(({ name }) => name));
    for (const { name, parameters } of expected) {
      await page().selectOption('#node-input-operation', name);
      should(await editor.shownParams(page())).eql(parameters.map((parameter) => parameter.name));
      const required = await page().locator('.hub-required').count();
      should(required).equal(parameters.filter((parameter) => parameter.required).length);
    }
  });

  it('keeps what is filled in when another operation is tried', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '7');
    await editor.type(page(), 'hub-param-Duration', '2');
    await page().selectOption('#node-input-operation', 'listNodes');
    should(await page().inputValue('#hub-param-engineId')).equal('7');
    await editor.type(page(), 'hub-param-engineId', '8');
    await page().selectOption('#node-input-operation', 'setProperty');
    should(await page().inputValue('#hub-param-engineId')).equal('8');
    should(await page().inputValue('#hub-param-Duration')).equal('2');
  });

  it('saves what the runtime reads, without the blanks that are not sent', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '7');
    await editor.type(page(), 'hub-param-nodePath', 'Mixer_0');
    await editor.chooseType(page(), 'hub-param-propertyPath', 'msg');
    await editor.type(page(), 'hub-param-propertyPath', 'topic');
    await editor.chooseOption(page(), 'hub-param-Interpolation', 'Linear');
    await page().click('.hub-live summary');
    await editor.chooseOption(page(), 'node-input-delivery', 'inOrder');
    await page().fill('#node-input-expiry', '0.5');
    should(await page().locator('.hub-live').innerText()).match(/in the order of arrival/);
    await editor.press(page(), 'node-dialog-ok');
    const { x, ...saved } = await editor.exported(page(), 'fresh');
    should({ ...saved, x: 200 }).eql(
      node('fresh', {
        params: {
          engineId: { type: 'num', value: '7' },
          nodePath: { type: 'str', value: 'Mixer_0' },
          propertyPath: { type: 'msg', value: 'topic' },
          Value: { type: 'msg', value: 'payload' },
          Interpolation: { type: 'str', value: 'Linear' },
        },
        delivery: 'inOrder',
        expiry: '0.5',
      }),
    );
    should(await editor.reasons(page(), 'fresh')).eql([]);
  });

  for (const saved of [full, odd, carried, latest, unknown])
    it(`leaves "${saved.id}" as it was saved when it is only looked at`, async () => {
      await editor.openNode(page(), saved.id);
      await editor.press(page(), 'node-dialog-ok');
      should(await editor.exported(page(), saved.id)).eql(saved);
    });

  it("forgets a picker's label when the value is another one", async () => {
    await editor.openNode(page(), 'full');
    await editor.type(page(), 'hub-param-engineId', '4');
    await editor.press(page(), 'node-dialog-ok');
    const { params } = (await editor.exported(page(), 'full')) as unknown as typeof full;
    should(params).have.properties({
      engineId: { type: 'num', value: '4' },
      nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
    });
  });

  it('marks what it does not know and what comes from the environment', async () => {
    await editor.openNode(page(), 'odd');
    should(await editor.shownOption(page(), 'hub-param-Interpolation')).equal('Bounce (not offered here)');
    should(await editor.shownOption(page(), 'hub-param-Value')).equal(`\${ON_AIR} (environment variable)`);
    should(await editor.reasonBelow(page(), 'hub-param-Value')).equal('');
    should(await editor.reasonBelow(page(), 'hub-param-propertyPath')).match(/type that cannot be used/);
    await editor.press(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'unknown');
    const chosen = await page().$eval('#node-input-operation', (select) => (select as HTMLSelectElement).value);
    should(chosen).equal('explode');
    should(await editor.reasonBelow(page(), 'node-input-operation')).match(/not one of this node/);
  });

  it('tells before any dialog was open why a node is red', async () => {
    should(await editor.reasons(page(), 'wrong')).eql([
      'No hub is chosen',
      'Engine: must be a whole number, 0 or more',
      'Node: required',
      'Property: not the name of a property',
      'Value: not valid JSON',
      'Interpolation: must be one of Constant, Linear, EaseIn, EaseOut, EaseInOut',
      'Duration: must be a number, 0 or more',
      'Delay: not a valid expression',
      'Expiry (s): must be a number above 0',
      'Timeout (s): must be a number above 0',
    ]);
    for (const fine of ['full', 'carried', 'latest']) should(await editor.reasons(page(), fine)).eql([]);
  });

  it('says below a field why it is red, until it is right', async () => {
    await editor.openNode(page(), 'wrong');
    should(await editor.reasonBelow(page(), 'node-input-hub')).equal('No hub is chosen');
    should(await editor.reasonBelow(page(), 'hub-param-engineId')).match(/whole number/);
    await editor.type(page(), 'hub-param-engineId', editor.env('ENGINE'));
    should(await editor.reasonBelow(page(), 'hub-param-engineId')).equal('');
    await page().selectOption('#node-input-hub', 'hub');
    should(await editor.reasonBelow(page(), 'node-input-hub')).equal('');
  });

  it('shows what was saved as text', async () => {
    await editor.openNode(page(), 'wrong');
    should(await editor.shownOption(page(), 'hub-param-Interpolation')).equal(`${MARKUP} (not offered here)`);
  });

  it('calls no blank wrong that may be one, not even on hovering', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.chooseType(page(), 'hub-param-Delay', 'jsonata');
    should(await editor.reasonBelow(page(), 'hub-param-Delay')).equal('');
    await editor.widget(page(), 'hub-param-Delay').locator('.red-ui-typedInput-input').hover();
    // Node-RED's tooltips appear after 750 ms.
    await page().waitForTimeout(1000);
    should(await page().locator('.red-ui-popover').count()).equal(0);
  });

  it('offers no delivery for a read, and saves none', async () => {
    await editor.openNode(page(), 'full');
    await page().selectOption('#node-input-operation', 'getProperty');
    should(await page().$('#node-input-delivery')).be.null();
    should(await page().$('#node-input-expiry')).be.null();
    should(await page().$('#node-input-timeout')).not.be.null();
    await editor.press(page(), 'node-dialog-ok');
    const saved = (await editor.exported(page(), 'full')) as unknown as typeof full;
    should(saved).have.properties({ operation: 'getProperty', delivery: '', expiry: '' });
    should(Object.keys(saved.params)).eql(['engineId', 'nodePath', 'propertyPath']);
  });

  it('labels a node by its name, or by what it does to what', async () => {
    const label = (id: string) => page().evaluate((it) => window.RED.utils.getNodeLabel(window.RED.nodes.node(it)), id);
    should(await label('named')).equal(MARKUP);
    should(await label('full')).equal('Mixer › …annels//ProgramChannel/0 = {"x":1}');
    should(await label('odd')).equal('');
    should(await label('carried')).equal(`flow.node › \${PROPERTY}`);
    should(await label('wrong')).equal('');
    should(await label('latest')).equal('Mixer_0');
    should(await label('unknown')).equal('explode');
  });
});
