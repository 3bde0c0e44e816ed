import should from 'should';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';

/** The literal types in the order of the menu. */
const LITERALS = ['str', 'num', 'bool', 'json'];

describe('the tree of the engines', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const close = () => editor.closeDialog(page(), 'node-dialog-ok');

  before(async () => {
    await stage.deploy(picking.hubAt(simulator.url), picking.setter('user', { operation: 'listEngines' }));
  });

  /** Opens the dialog of a new node. */
  async function open(id: string, type = 'hub-engine-property', fields: object = {}): Promise<void> {
    const sender = picking.inject(`${id} sender`, id, true);
    await picking.add(page(), { id, type, z: TAB, hub: 'hub', ...fields }, sender);
    await editor.openNode(page(), id);
  }

  /** The entries with this label. */
  const entry = (label: string) =>
    page().locator('.hub-browse [role=treeitem]', {
      has: page().locator('.hub-label').getByText(label, { exact: true }),
    });

  async function openTree(): Promise<void> {
    await page().click('.hub-browse summary');
    await entry('Studio A').waitFor();
  }

  /** Opens each level of the path, and clicks the last entry. */
  async function selectInTree(...path: readonly string[]): Promise<void> {
    if (!(await page().locator('.hub-browse .hub-tree').isVisible())) await openTree();
    for (const [depth, label] of path.entries()) {
      // An engine and its node can have the same name.
      const same = path.slice(0, depth).filter((above) => above === label).length;
      const level = entry(label).nth(same);
      await level.waitFor();
      const isOpen = await level.evaluate((one) => one.ariaExpanded === 'true');
      if (depth === path.length - 1 || !isOpen) await level.click();
    }
  }

  it('fills in engine, node and property by one click, and labels the node with them', async () => {
    await open('one click');
    await selectInTree('Studio A', 'Mixer', 'Program Channel');
    await eventually(async () => should(await picking.shownText(page(), 'propertyPath')).equal('Program Channel'));
    should(await picking.shownText(page(), 'engineId')).equal('Studio A');
    should(await picking.shownText(page(), 'nodePath')).equal('Mixer');
    await close();
    should((await editor.exportedNode(page(), 'one click')).params).eql({
      engineId: { type: 'num', value: '1', label: 'Studio A' },
      nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
      propertyPath: { type: 'str', value: 'Channels//ProgramChannel/0', label: 'Program Channel' },
      Value: { type: 'msg', value: 'payload' },
    });
    const label = page().locator('#red-ui-workspace-chart .red-ui-flow-node-label-text', { hasText: 'Program' });
    await eventually(async () =>
      should(await label.textContent()).equal('Mixer › Program Channel = payload · Studio A'),
    );
  });

  /** Selects a type when it is the first literal. The order follows the hub's value while no key is pressed. */
  const chooseFirst = (param: string, type: string) =>
    eventually(async () => {
      const menu = page().locator('.red-ui-typedInput-options:visible');
      if (!(await menu.isVisible()))
        await editor.widget(page(), `hub-param-${param}`).locator('.red-ui-typedInput-type-select').click();
      const types = await menu.locator('a').evaluateAll((all) => all.map((one) => String(one.getAttribute('value'))));
      if (types.find((one) => LITERALS.includes(one)) !== type) {
        await page().keyboard.press('Escape');
        throw new Error(`Offered: ${types}`);
      }
      await menu.locator(`a[value="${type}"]`).click({ timeout: 1000 });
    });

  /** The initial value of each editor, and the value that the test enters. */
  const values = {
    number: { path: ['Studio A', 'Mixer', 'Overlay Opacity'], type: 'num', present: '1', put: '0.25', sent: 0.25 },
    text: { path: ['Arena', 'Scoreboard', 'Home'], type: 'str', present: 'Zürich', put: 'Genève', sent: 'Genève' },
    switch: { path: ['Studio A', 'Lower Third', 'Visible'], type: 'bool', present: 'false', put: 'true', sent: true },
    list: {
      path: ['Studio A', 'SDI Out', 'Crop'],
      type: 'json',
      present: '[0,0,0,0]',
      put: '[1,2,3,4]',
      sent: [1, 2, 3, 4],
    },
  };
  for (const [kind, { path, type, present, put, sent }] of Object.entries(values))
    it(`offers the editor for a ${kind}, starting with the hub's value`, async () => {
      const id = `value ${kind}`;
      await open(id);
      await editor.chooseType(page(), 'hub-param-Value', type === 'str' ? 'num' : 'str');
      await selectInTree(...path);
      await eventually(async () => should(await page().inputValue('#hub-param-Value')).equal(present));
      await eventually(async () => should(await picking.hubText(page(), 'propertyPath')).match(/^now/));
      await chooseFirst('Value', type);
      if (type === 'bool') await editor.chooseOption(page(), 'hub-param-Value', put);
      else await editor.type(page(), 'hub-param-Value', put);
      await close();
      await arrives(id, sent);
    });

  it('edits a track by its numbers', async () => {
    await open('track');
    await editor.chooseType(page(), 'hub-param-Value', 'json');
    await selectInTree('Studio A', 'Tracked Camera', 'Track');
    const fov = page().locator('.hub-parts label', { hasText: /^fov$/ }).locator('input');
    await eventually(async () => should(Number(await fov.inputValue())).be.approximately(54.4, 1e-5));
    await page().locator('.hub-parts label', { hasText: 'location.y' }).locator('input').fill('2');
    await fov.fill('60');
    await close();
    const { Value } = (await editor.exportedNode(page(), 'track')).params as { Value: { value: string } };
    const value = JSON.parse(Value.value);
    should(Object.keys(value)).have.length(13);
    should(value).containDeep({ fov: 60, location: { y: 2, z: 0.4000000059604645 } });
    await arrives('track', value);
  });

  /** Deploys, sends a message, and expects the value in the hub's journal. */
  async function arrives(id: string, value: unknown): Promise<void> {
    await picking.deploy(page());
    const before = simulator.journal.length;
    await picking.sendFrom(page(), `${id} sender`);
    await eventually(() => {
      const sent = simulator.journal.slice(before).find(({ operation }) => operation === 'setProperty');
      should(sent?.statusCode).equal(200);
      should((sent!.body as { Value: unknown }).Value).eql(value);
    });
  }
});
