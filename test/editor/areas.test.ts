import should from 'should';
import type { Area } from '../../dist/hub/table/operation.js';
import { allOperations as operations, operationsOf } from '../../dist/hub/table/operations.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { setter } from './picking.js';
import { page, TAB, useStage } from './stage.js';

describe('the dialog of each area', () => {
  const areas = [...new Set(operations.map(({ area }) => area))];

  const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '2', auth: 'none' };

  /** The settings that only some areas save, in a new node. */
  const special: Partial<Record<Area, object>> = {
    launcher: { secondPress: true },
    graph: { secondPress: true },
    batch: { output: 'all', failed: 'error' },
  };

  const hasTriggers = (area: Area) => operationsOf(area).some(({ kind }) => kind === 'trigger');

  /** A node as the palette creates it. */
  const newNode = (area: Area) => ({
    id: area,
    type: `hub-${area}`,
    z: TAB,
    name: '',
    version: 1,
    hub: 'hub',
    operation: operationsOf(area)[0]?.name,
    params: {},
    delivery: '',
    expiry: '',
    timeout: '',
    ...(operationsOf(area).some(({ newestWins }) => newestWins) && { superseded: '' }),
    ...(hasTriggers(area) && { actOn: '', lockout: '', property: '', pressedIs: '', releasedIs: '' }),
    ...special[area],
    x: editor.X,
    y: 100,
    wires: [[]],
  });

  const stage = useStage();
  /** The parameters of the dialog in the order of their names, the number of required ones, and the settings among these. */
  const shown = (settings: readonly string[]) =>
    page().evaluate(
      (all) => ({
        params: [...document.querySelectorAll('[id^="hub-param-"]')]
          .map(({ id }) => id.replace('hub-param-', ''))
          .sort(),
        required: document.querySelectorAll('.hub-field .hub-required').length,
        settings: Object.fromEntries(all.map((each) => [each, document.getElementById(`node-input-${each}`) !== null])),
      }),
      settings,
    );

  before(async () => {
    await stage.deploy(hub, ...areas.map(newNode));
  });

  for (const area of areas)
    it(`(${area}) offers its operations with the fields and settings of the table`, async () => {
      await editor.openNode(page(), area);
      const table = operationsOf(area);
      const names = table.map(({ name }) => name);
      await becomes(() => editor.optionValues(page(), 'node-input-operation'), names);
      for (const { name, kind, newestWins, guarded, parameters } of table) {
        await page().selectOption('#node-input-operation', name);
        // Rare parameters are last, folded.
        const params = parameters.map((parameter) => parameter.name).sort();
        const required = parameters.filter((parameter) => parameter.required).length;
        const settings = {
          secondPress: guarded === true,
          output: area === 'batch',
          failed: area === 'batch',
          actOn: kind === 'trigger',
          lockout: kind === 'trigger',
          delivery: newestWins === true,
          superseded: newestWins === true,
          expiry: kind !== 'read',
          timeout: true,
        };
        await becomes(() => shown(Object.keys(settings)), { params, required, settings });
      }
    });

  for (const area of areas)
    it(`(${area}) shows missing values, and saves only values of the table`, async () => {
      const { operation, ...node } = newNode(area);
      const [first] = operationsOf(area);
      await editor.openNode(page(), area);
      await editor.closeDialog(page(), 'node-dialog-ok');
      const saved = await editor.exportedNode(page(), area);
      const required = first!.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
      should(Object.keys(saved.params as object)).eql(required);
      should(saved).eql({ ...node, operation, params: saved.params });
      const blank = Object.values(saved.params as Record<string, { value: string }>).filter(({ value }) => !value);
      await becomes(async () => (await editor.reasons(page(), area)).length, blank.length);
    });
});

describe('the dialog of engine-property', () => {
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

  const stage = useStage();

  beforeEach(() => {
    const saved = [full, unlisted, wrong, fromMessage, latest, unknown];
    return stage.deploy(hub, setter('fresh', {}), ...saved, setter('named', { name: MARKUP }));
  });

  afterEach(async () => {
    should(await page().evaluate(() => 'hacked' in window)).be.false();
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
});
