import should from 'should';
import { operationsOf } from '../../dist/hub/table/operations.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { setter } from './picking.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

const MARKUP = '<img src=x onerror="window.hacked=true">';

const full = setter('full', {
  params: {
    engineId: { type: 'num', value: '3', label: 'Engine 3' },
    nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
    propertyPath: { type: 'str', value: 'Channels//ProgramChannel/0' },
    Value: { type: 'json', value: '{"x":1}' },
    Interpolation: { type: 'str', value: 'EaseIn' },
    Duration: { type: 'msg', value: 'duration' },
  },
  delivery: 'inOrder',
  superseded: 'pass',
  expiry: '3',
});

const unlisted = setter('odd', {
  params: {
    engineId: { type: 'str', value: '3' },
    nodePath: { type: 'str', value: MARKUP },
    propertyPath: { type: 'strange', value: 'Channels' },
    Value: { type: 'bool', value: editor.env('ON_AIR') },
    Interpolation: { type: 'str', value: 'Bounce' },
    Duration: { type: 'num', value: editor.env('DURATION') },
  },
  delivery: editor.env('DELIVERY'),
  superseded: editor.env('SUPERSEDED'),
});

const wrong = setter('wrong', {
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

const fromMessage = setter('carried', {
  params: {
    engineId: { type: 'msg', value: 'engine' },
    nodePath: { type: 'flow', value: 'node' },
    propertyPath: { type: 'env', value: 'PROPERTY' },
    Value: { type: 'str', value: '' },
  },
});

const latest = setter('latest', { params: full.params, delivery: 'latest' });

const unknown = setter('unknown', { operation: 'explode', params: { engineId: { type: 'num', value: '3' } } });

/** Rare parameters are last, folded. */
const FOLDED = ['Interpolation', 'Duration', 'Delay', 'engineType', 'fit'];

describe('the dialog of engine-property', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;

  beforeEach(() => {
    const saved = [full, unlisted, wrong, fromMessage, latest, unknown];
    return bench.deploy(hub, setter('fresh', {}), ...saved, setter('named', { name: MARKUP }));
  });

  afterEach(async () => {
    should(await page().evaluate(() => 'hacked' in window)).be.false();
  });

  it('has its name in the palette', async () => {
    const shown = page().locator('[data-palette-type="hub-engine-property"]');
    await becomes(() => shown.getAttribute('data-palette-label'), 'engine property');
    await becomes(() => page().locator('#red-ui-palette-header-graphics_hub').innerText(), 'graphics hub');
  });

  it('offers every operation of its area with the parameters of the table', async () => {
    await editor.openNode(page(), 'fresh');
    const table = operationsOf('engine-property');
    const names = table.map(({ name }) => name);
    await becomes(() => editor.optionValues(page(), 'node-input-operation'), names);
    for (const { name, parameters } of table) {
      await page().selectOption('#node-input-operation', name);
      const all = parameters.map((parameter) => parameter.name);
      const params = [
        ...all.filter((param) => !FOLDED.includes(param)),
        ...all.filter((param) => FOLDED.includes(param)),
      ];
      await becomes(() => editor.shownParams(page()), params);
      const required = parameters.filter((parameter) => parameter.required);
      await becomes(() => page().locator('.hub-field .hub-required').count(), required.length);
    }
  });

  it('keeps typed values while the user tries another operation', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '7');
    await editor.type(page(), 'hub-param-Duration', '2');
    await page().selectOption('#node-input-operation', 'listNodes');
    await becomes(() => page().inputValue('#hub-param-engineId'), '7');
    await editor.type(page(), 'hub-param-engineId', '8');
    await page().selectOption('#node-input-operation', 'setProperty');
    await becomes(() => page().inputValue('#hub-param-engineId'), '8');
    await becomes(() => page().inputValue('#hub-param-Duration'), '2');
  });

  it('saves the parameters for the runtime, without blanks that are not sent', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.type(page(), 'hub-param-engineId', '7');
    await editor.type(page(), 'hub-param-nodePath', 'Mixer_0');
    await editor.chooseType(page(), 'hub-param-propertyPath', 'msg');
    await editor.type(page(), 'hub-param-propertyPath', 'topic');
    await editor.chooseOption(page(), 'hub-param-Interpolation', 'Linear');
    await editor.unfold(page(), '.hub-live');
    await editor.chooseOption(page(), 'node-input-delivery', 'inOrder');
    await editor.chooseOption(page(), 'node-input-superseded', 'pass');
    await page().fill('#node-input-expiry', '0.5');
    await becomes(() => page().locator('.hub-live').innerText(), /in the order of arrival/);
    await becomes(() => page().locator('.hub-live').innerText(), /is sent on, with its own payload/);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(
      () => editor.exportedNode(page(), 'fresh'),
      setter('fresh', {
        params: {
          engineId: { type: 'num', value: '7' },
          nodePath: { type: 'str', value: 'Mixer_0' },
          propertyPath: { type: 'msg', value: 'topic' },
          Value: { type: 'msg', value: 'payload' },
          Interpolation: { type: 'str', value: 'Linear' },
        },
        delivery: 'inOrder',
        superseded: 'pass',
        expiry: '0.5',
      }),
    );
    await becomes(() => editor.reasons(page(), 'fresh'), []);
  });

  for (const saved of [full, unlisted, fromMessage, latest, unknown])
    it(`leaves "${saved.id}" as it was saved if the user only opens it`, async () => {
      await editor.openNode(page(), saved.id);
      await editor.closeDialog(page(), 'node-dialog-ok');
      await becomes(() => editor.exportedNode(page(), saved.id), saved);
    });

  it("forgets a picker's label when the value changes", async () => {
    await editor.openNode(page(), 'full');
    await editor.type(page(), 'hub-param-engineId', '4');
    await editor.closeDialog(page(), 'node-dialog-ok');
    const engineId = { type: 'num', value: '4' };
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, params: { ...full.params, engineId } });
  });

  it('marks unknown values, and values from the environment', async () => {
    await editor.openNode(page(), 'odd');
    await becomes(() => editor.shownOption(page(), 'hub-param-Interpolation'), 'Bounce (not available here)');
    await becomes(() => editor.shownOption(page(), 'hub-param-Value'), `\${ON_AIR} (environment variable)`);
    await becomes(() => editor.reasonBelow(page(), 'hub-param-Value'), '');
    await becomes(() => editor.reasonBelow(page(), 'hub-param-propertyPath'), /type cannot be used here/);
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'unknown');
    await becomes(() => page().inputValue('#node-input-operation'), 'explode');
    await becomes(() => editor.reasonBelow(page(), 'node-input-operation'), /does not belong to this node/);
  });

  it('shows the errors of a node before any dialog opens', async () => {
    await becomes(
      () => editor.reasons(page(), 'wrong'),
      [
        'No hub is chosen',
        'Engine: must be a whole number, 0 or more',
        'Node: required',
        'Property: not a valid message property name',
        'Value: not valid JSON',
        'Interpolation: must be one of Constant, Linear, EaseIn, EaseOut, EaseInOut',
        'Duration: must be a number, 0 or more',
        'Delay: not a valid expression',
        'Expiry (s): must be a number above 0',
        'Timeout (s): must be a number above 0',
      ],
    );
    for (const fine of ['full', 'carried', 'latest']) await becomes(() => editor.reasons(page(), fine), []);
  });

  it('shows the error below a field until it is fixed', async () => {
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonBelow(page(), 'node-input-hub'), 'No hub is chosen');
    await becomes(() => editor.reasonBelow(page(), 'hub-param-engineId'), /whole number/);
    await editor.type(page(), 'hub-param-engineId', editor.env('ENGINE'));
    await becomes(() => editor.reasonBelow(page(), 'hub-param-engineId'), '');
    await page().selectOption('#node-input-hub', 'hub');
    await becomes(() => editor.reasonBelow(page(), 'node-input-hub'), '');
  });

  it('shows a saved value as text', async () => {
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.shownOption(page(), 'hub-param-Interpolation'), `${MARKUP} (not available here)`);
  });

  it('reports no error for an optional blank, not even as a tooltip', async () => {
    await editor.openNode(page(), 'fresh');
    await editor.chooseType(page(), 'hub-param-Delay', 'jsonata');
    await becomes(() => editor.reasonBelow(page(), 'hub-param-Delay'), '');
    await editor.textInput(page(), 'hub-param-Delay').hover();
    // Node-RED's tooltips appear after 750 ms.
    await page().waitForTimeout(1000);
    should(await page().locator('.red-ui-popover').count()).equal(0);
  });

  it('offers no delivery for a read, and saves none', async () => {
    await editor.openNode(page(), 'full');
    await page().selectOption('#node-input-operation', 'getProperty');
    const count = (setting: string) => page().locator(`#node-input-${setting}`).count();
    for (const setting of ['delivery', 'superseded', 'expiry']) await becomes(() => count(setting), 0);
    await becomes(() => count('timeout'), 1);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const { engineId, nodePath, propertyPath } = full.params;
    const params = { engineId, nodePath, propertyPath };
    const expected = { ...full, operation: 'getProperty', params, delivery: '', superseded: '', expiry: '' };
    await becomes(() => editor.exportedNode(page(), 'full'), expected);
  });

  it('labels a node by its name, or by its action and target', async () => {
    const label = (id: string) => page().evaluate((it) => window.RED.utils.getNodeLabel(window.RED.nodes.node(it)), id);
    await becomes(() => label('named'), MARKUP);
    await becomes(() => label('full'), 'Mixer › Channels//ProgramChannel/0 = {"x":1} · Engine 3');
    await becomes(() => label('odd'), `…onerror="window.hacked=true"> › Channels = \${ON_AIR} · Engine 3`);
    await becomes(() => label('carried'), `flow.node › \${PROPERTY} · msg.engine`);
    await becomes(() => label('wrong'), 'msg.a..b = { · Engine 1.5');
    await becomes(() => label('latest'), 'Mixer › Channels//ProgramChannel/0 = {"x":1} · Engine 3');
    await becomes(() => label('unknown'), 'explode');
  });
});
