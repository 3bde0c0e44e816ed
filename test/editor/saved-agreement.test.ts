import should from 'should';
import { HUBS, SURFACES, savedNodes } from '../saved-nodes.js';
import { DEAD, isConfig, PAGED, SAVED_CASES, textOf, userOf } from '../saved-values.js';
import { type FlowNode, surface, withSurfaces } from '../surfaces.js';
import * as editor from './page.js';
import { becomes, openNode, PATIENCE, reasonBelow } from './page.js';
import { setter } from './picking.js';
import { page, reload, useStage } from './stage.js';

describe('a saved node', () => {
  const at = { z: 'hidden', x: 200, y: 100, wires: [], version: 1, name: '' };
  const config = { type: 'hub-config', name: 'Übergabe', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };
  const others = [
    { id: 'hidden', type: 'tab', label: 'Hidden' },
    { ...config, id: HUBS.running },
    { ...config, id: HUBS.disabled, d: true },
    { ...at, id: HUBS.other, type: 'hub-look', hub: HUBS.running },
    { ...at, id: HUBS.cues, type: 'hub-cues', hub: HUBS.running },
    ...SURFACES,
  ];

  /** A new seed for each run, so that the runs together try more. A failure shows the whole node. */
  const SEED = Date.now() % 1e6;

  /** The number of nodes of each type. */
  const COUNT = 25;

  const stage = useStage();

  it('starts exactly if the dialog finds no fault in it', async () => {
    const cases = savedNodes(SEED, COUNT).map((each, index) => ({ ...each, id: `case${index}` }));
    const nodes = cases.flatMap(({ id, type, fields }) =>
      isConfig({ type })
        ? [
            { ...(type === config.type ? config : { version: 1, name: '' }), ...fields, type, id: `config-${id}` },
            { ...at, hub: HUBS.running, ...userOf(type, `config-${id}`), id },
          ]
        : [{ ...at, ...fields, id, type }],
    );
    await stage.deploy(...others, ...withSurfaces(nodes as FlowNode[]));
    // Before, the statuses arrived for nodes that the page did not have.
    await reload(page());
    const ids = cases.map(({ id }) => id);
    const disagreeing = () =>
      page().evaluate(
        ([all, dead]) => {
          const found: Record<string, string> = {};
          for (const id of all) {
            const { status, validationErrors = [] } = window.RED.nodes.node(id);
            const isDead = new RegExp(dead).test(status?.text ?? '');
            if (isDead !== validationErrors.length > 0) found[id] = `${status?.text}; ${validationErrors}`;
          }
          return found;
        },
        [ids, DEAD.source] as const,
      );
    const end = Date.now() + PATIENCE;
    let found = await disagreeing();
    while (Object.keys(found).length > 0 && Date.now() < end) {
      await page().waitForTimeout(500);
      found = await disagreeing();
    }
    const wrong = cases.filter(({ id }) => id in found).map(({ id, ...each }) => ({ ...each, result: found[id] }));
    should(wrong).eql([]);
  });

  it('has its cue list alone, among the nodes that run', async () => {
    const list = 'Übergabe';
    const cues = { ...at, type: 'hub-cues', hub: HUBS.running, list };
    const off = { id: 'off', type: 'tab', label: 'Off', disabled: true };
    await stage.deploy(
      ...[...others, off, { ...cues, id: 'one' }, { ...cues, id: 'same', list: list.normalize('NFD').toUpperCase() }],
      ...[
        { ...cues, id: 'other', list: '日本語' },
        { ...cues, id: 'disabled', d: true },
        { ...cues, id: 'onOffTab', z: 'off' },
      ],
    );
    const marked = () =>
      page().evaluate(() =>
        ['one', 'same', 'other', 'disabled', 'onOffTab'].filter(
          (id) => window.RED.nodes.node(id).validationErrors?.length !== 0,
        ),
      );
    should(await marked()).eql(['one', 'same']);
    await reload(page());
    const refused = () =>
      page().evaluate(
        () => ['one', 'same', 'other'].filter((id) => window.RED.nodes.node(id).status?.text === 'list in use').length,
      );
    await becomes(refused, 1);
    await openNode(page(), 'same');
    const reason = () => reasonBelow(page(), 'node-input-list');
    await becomes(reason, 'List: another node has this list already');
    await page().fill('#node-input-list', 'Abend');
    await becomes(reason, '');
  });
});

describe('the editor', () => {
  const hub = { id: 'hub', type: 'hub-config', name: 'hub', version: 1, baseUrl: 'http://127.0.0.1:9', auth: 'none' };

  const cases = SAVED_CASES.map((each, index) => ({ ...each, id: `case${index}` }));

  const stage = useStage();

  // test/flows/saved-values.test.ts deploys the same nodes.
  it('marks each saved field that stops its node, and no other', async () => {
    const nodes = cases.map(({ id, type, fields }) => ({
      ...{ id, type, version: 1, name: '' },
      ...(!isConfig({ type }) && { z: 'hidden', x: 200, y: 100, wires: [], hub: 'hub' }),
      ...fields,
    }));
    // Drawing them would take longer than checking them.
    await stage.deploy(hub, PAGED, { id: 'hidden', type: 'tab', label: 'Hidden' }, ...withSurfaces(nodes));
    const errors = await page().evaluate(() => {
      const found: Record<string, string[]> = {};
      const collect = (node: { id: string; validationErrors?: string[] }) => {
        found[node.id] = node.validationErrors ?? [];
      };
      window.RED.nodes.eachNode(collect);
      window.RED.nodes.eachConfig(collect);
      return found;
    });
    const disagreeing = cases.filter(({ id, isValid }) => (errors[id]?.length === 0) !== isValid);
    should(disagreeing.map((each) => `${textOf(each)}: ${errors[each.id]}`)).eql([]);
  });
});

describe('a node that a newer version of the package saved, in the editor', () => {
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

  const stage = useStage();

  /** Opens a dialog with *Done*, which has no field. Returns its text. */
  async function textOfDialog(id: string): Promise<string> {
    await page().evaluate((node) => window.RED.editor.edit(window.RED.nodes.node(node)), id);
    await page().click('#node-dialog-ok', { trial: true });
    should(await page().locator('#dialog-form :is(input, select, textarea, button)').count()).equal(0);
    return page().locator('#dialog-form').innerText();
  }

  it('has an error, shows it instead of its fields, and stays as it is after Done', async () => {
    await stage.deploy({ ...hub, version: 1 }, property('newer', 2));
    should((await editor.reasons(page(), 'newer')).join()).containEql(newer);
    const before = await editor.exportedNode(page(), 'newer');
    should(await textOfDialog('newer')).startWith(`${newer}. The node does not run.`);
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await editor.exportedNode(page(), 'newer')).eql(before);
    should(before).have.property('version', 2);
    should(await page().evaluate(() => window.RED.nodes.dirty())).be.false();
  });

  it('shows it in the dialog of a surface, and its controls have an error', async () => {
    const deck = { ...surface('streamdeck'), name: '調整卓', version: 2 };
    const key = { ...plain('key', 'hub-control'), hub: 'hub', surface: deck.id, control: 'key 0', version: 1 };
    await stage.deploy({ ...hub, version: 1 }, deck, key);
    should((await editor.reasons(page(), 'key')).join()).containEql('The chosen surface has an error');
    await editor.openNode(page(), 'key');
    await page().click('#node-input-btn-surface-edit');
    await page().click('#node-config-dialog-ok', { trial: true });
    const form = page().locator('#node-config-dialog-edit-form');
    should(await form.innerText()).startWith(newer);
    should(await form.locator('input').count()).equal(0);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await editor.exportedNode(page(), deck.id)).match({ version: 2, device: 'streamdeck', pages: [] });
  });

  for (const type of ['hub-panel', 'hub-lamp', 'hub-event', 'hub-remote', 'hub-watch', 'hub-look'])
    it(`shows it in the dialog of ${type}`, async () => {
      await stage.deploy({ ...hub, version: 1 }, plain('newer', type));
      const before = await editor.exportedNode(page(), 'newer');
      should(await textOfDialog('newer')).startWith(newer);
      await editor.closeDialog(page(), 'node-dialog-ok');
      should(await editor.exportedNode(page(), 'newer')).eql(before);
    });

  it('shows it in the dialog of a hub, also above the dialog of a node, and its nodes have an error', async () => {
    await stage.deploy({ ...hub, version: 2 }, property('node', 1));
    should((await editor.reasons(page(), 'node')).join()).containEql('The chosen hub configuration has an error');
    await editor.openNode(page(), 'node');
    await page().click('#node-input-btn-hub-edit');
    await page().click('#node-config-dialog-ok', { trial: true });
    const form = page().locator('#node-config-dialog-edit-form');
    should(await form.innerText()).startWith(newer);
    should(await form.locator('input').count()).equal(0);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await becomes(() => page().locator('#dialog-form #node-input-name').count().then(String), '1');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should(await editor.exportedNode(page(), 'hub')).match({ version: 2, baseUrl: hub.baseUrl, auth: 'none' });
  });
});
