import should from 'should';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

describe('hostile names', () => {
  const PROTOTYPE = '__proto__';

  const MARKUP = `<img src=x onerror="window.hacked=true">`;

  /** Names that have broken editors. */
  const NAMES: Record<string, string> = {
    ...{
      Umlaut: 'Übergabe',
      Japanese: '日本語',
      emoji: '🎬',
      'combining accent': 'Cafe\u0301',
      'space at the end': 'Abend ',
    },
    markup: MARKUP,
    quotes: `"'\`></script><script>window.hacked=true</script>`,
    prototype: PROTOTYPE,
    constructor: 'constructor',
    'right to left': '\u202Eevil\u202C \u200Fname',
    template: '${window.hacked=true} {{constructor}} __name__ $t(label)',
    backslash: '..\\..\\C:;%2e%2e/?#&',
  };

  /** Node-RED's translator follows an odd number of escaped quotes in a reference for ever. */
  const FREEZING = 'A $t(node-red:common.label.ok, {"n": "a\\"b"})';

  const stage = useStage();
  const simulator = useSimulator();
  const long = 'L'.repeat(10_240);

  before(async () => {
    const { engines, playout } = simulator.state;
    const [engine] = engines;
    (engine!.host as { displayName: string }).displayName = MARKUP;
    (engine!.host as { status: string }).status = MARKUP;
    for (const name of Object.values(NAMES))
      engine!.nodes.push({
        path: name,
        name,
        properties: [{ path: name, name, value: name, motions: [] }],
        functions: [{ path: name, name, parameters: {}, sets: {} }],
      });
    engine!.nodes.push({
      path: 'long',
      name: long,
      properties: [{ path: 'long', name: long, value: long, motions: [] }],
      functions: [],
    });
    playout.rundowns[0]!.items[0]!.data = JSON.parse(`{"__proto__": "own", ${JSON.stringify(MARKUP)}: 1}`);
    await stage.deploy(picking.hubAt(simulator.url), picking.setter('user', { operation: 'listEngines' }));
  });

  afterEach(async () => {
    should(await page().evaluate(() => 'hacked' in window || Object.keys(Object.prototype).length > 0)).be.false();
    should(await page().locator('img[src="x"]').count()).equal(0);
  });

  for (const [kind, name] of Object.entries(NAMES))
    it(`(${kind}) are text in list, field, mark and label, and arrive unchanged`, async () => {
      const id = `hostile ${kind}`;
      await picking.add(
        page(),
        { id, type: 'hub-engine-property', z: TAB, hub: 'hub' },
        picking.inject(`${id} sender`, id, 'sent'),
      );
      await editor.openNode(page(), id);
      await picking.pick(page(), 'propertyPath', [MARKUP, '1'], [name, name], [name, name]);
      for (const param of ['nodePath', 'propertyPath'])
        should(await page().locator(`.hub-field:has(#hub-param-${param}) .hub-picked`).textContent()).equal(name);
      await eventually(async () => should(await picking.hubText(page(), 'engineId')).equal(MARKUP));
      await eventually(async () =>
        should((await picking.hubText(page(), 'propertyPath')).replaceAll('\u200b', '')).equal(
          `now ${JSON.stringify(name)}`,
        ),
      );
      await editor.closeDialog(page(), 'node-dialog-ok');
      should((await editor.exportedNode(page(), id)).params).have.properties({
        nodePath: { type: 'str', value: name, label: name },
        propertyPath: { type: 'str', value: name, label: name },
      });
      await picking.deploy(page());
      await picking.sendFrom(page(), `${id} sender`);
      await eventually(() => {
        const sent = simulator.journal.findLast(({ operation }) => operation === 'setProperty');
        should(sent?.params).eql({ engineId: '1', nodePath: name, propertyPath: name });
        should(sent?.statusCode).equal(200);
      });
    });

  it('are cut if they are long', async () => {
    await picking.add(page(), { id: 'long', type: 'hub-engine-property', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'long');
    const cut = `${long.slice(0, 199)}…`;
    await picking.pick(page(), 'propertyPath', [MARKUP, '1'], [cut, 'long'], [cut, 'long']);
    const [dialog, row] = await Promise.all(
      ['.red-ui-tray-body', '.hub-field:has(#hub-param-propertyPath)'].map((part) =>
        page().locator(part).boundingBox(),
      ),
    );
    should(row!.width).be.belowOrEqual(dialog!.width);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const label = page().locator('#red-ui-workspace-chart .red-ui-flow-node-label-text', { hasText: '…LLL' });
    // Engine, node and property, each cut at 30, and the payload.
    should((await label.textContent())!.length).be.below(3 * 30 + 20);
  });

  it('are text in the tree', async () => {
    await picking.add(page(), { id: 'tree', type: 'hub-engine-function', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'tree');
    await page().click('.hub-browse summary');
    const entry = (name: string) =>
      page().locator('.hub-browse .hub-label', { hasText: name }).and(page().getByText(name)).last();
    await entry(MARKUP).click();
    await entry(PROTOTYPE).click();
    const texts = () => page().locator('.hub-browse .hub-label').allTextContents();
    await eventually(async () => {
      const all = await texts();
      for (const name of Object.values(NAMES)) should(all).containEql(name);
      // The node, its property and its function.
      should(all.filter((text) => text === PROTOTYPE)).have.length(3);
    });
  });

  it('become fields of JSON like others', async () => {
    await picking.add(page(), { id: 'json', type: 'hub-playout-item', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'json');
    await page().selectOption('#node-input-operation', 'updateItem');
    await picking.pick(page(), 'itemId', ['Evening News', '51'], ['Opener', '511']);
    await picking.addField(page(), 'data', [PROTOTYPE, PROTOTYPE]);
    await picking.addField(page(), 'data', [MARKUP, MARKUP]);
    should(await page().inputValue('#hub-param-data')).equal(`{"__proto__":"own",${JSON.stringify(MARKUP)}:1}`);
  });

  it("do not freeze the editor: in a status with the hub's text, in a label, in an error", async () => {
    const params = {
      engineId: { type: 'num', value: '1' },
      nodePath: { type: 'str', value: 'Mixer_0' },
      propertyPath: { type: 'str', value: 'x', label: FREEZING },
      Value: { type: 'msg', value: 'payload' },
    };
    simulator.trouble({ operation: 'setProperty', status: 404, body: FREEZING });
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.setter('set', { params }),
      { ...picking.setter('foreign'), operation: FREEZING },
      { id: 'catch', type: 'catch', z: TAB, name: '', scope: null, uncaught: false, x: 400, y: 200, wires: [['show']] },
      {
        ...{ id: 'show', type: 'function', z: TAB, name: 'show', func: 'node.status({ text: msg.error.message });' },
        ...{ outputs: 0, timeout: 0, noerr: 0, initialize: '', finalize: '', libs: [], x: 600, y: 200, wires: [] },
      },
      picking.inject('sender', 'set', 1),
    );
    await picking.sendFrom(page(), 'sender');
    const status = page().locator('[id="show"] .red-ui-flow-node-status-label');
    await eventually(async () => should(await status.textContent()).containEql('$\u200bt(node-red:common.label.ok'));
    const label = page().locator('[id="set"] .red-ui-flow-node-label-text');
    should(await label.textContent()).containEql('…');
    for (const id of ['set', 'foreign']) {
      await editor.openNode(page(), id);
      await editor.closeDialog(page(), 'node-dialog-cancel');
    }
  });
});
