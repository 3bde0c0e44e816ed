import { readFileSync } from 'node:fs';
import should from 'should';
import { allOperations } from '../../dist/hub/table/operations.js';
import { barriersBesidesColours, barriersIn, withoutLargeParts } from '../axe.js';
import { PAGED } from '../saved-values.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';

const { 'node-red': typesOnCanvas } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  'node-red': { nodes: Record<string, string> };
};

/** The nodes with one area of operations each. */
const AREAS: readonly string[] = [...new Set(allOperations.map(({ area }) => area))];

/** All nodes for the canvas. */
const TYPES = Object.keys(typesOnCanvas.nodes).filter((name) => !['hub-config', 'surface'].includes(name));

const property = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath: { type: 'str', value: 'Overlay//Position/0', label: 'Overlay Position' },
  Value: { type: 'json', value: '{"x":1,"y":2,"z":0}' },
  Duration: { type: 'num', value: '1' },
};

describe('the accessibility of the dialogs', () => {
  const stage = useStage();
  const simulator = useSimulator();

  beforeEach(() =>
    stage.deploy(
      picking.hubAt(simulator.url, { headers: ['X-Studio', '', '', '', '', '', '', ''] }),
      picking.setter('user', { params: property }),
      picking.setter('wrong', {
        hub: '',
        params: { ...property, engineId: { type: 'num', value: 'one' }, Duration: { type: 'num', value: '-1' } },
        timeout: 'long',
      }),
      PAGED,
    ),
  );

  const expectAccessible = (...within: readonly string[]) =>
    inEachTheme(page(), async () => should(await barriersIn(page(), ...within)).eql([]));

  /** Opens all folded parts except the tree, which loads slowly. */
  const unfoldAll = () =>
    page().$$eval('.red-ui-tray details:not(.hub-browse)', (folded) => {
      for (const details of folded) (details as HTMLDetailsElement).open = true;
    });

  /** The kinds of visible elements, with and without a label or text. Axe finds the same in dialogs with the same kinds. */
  const kindsOfElements = () =>
    page().$$eval('#dialog-form *', (all) => {
      const kindOf = (it: Element) => {
        const values = ['class', 'type', 'role'].map((name) => it.getAttribute(name));
        const names = [(it as HTMLInputElement).labels?.length, it.textContent?.trim() !== ''];
        return [it.tagName, ...values, ...names, ...it.getAttributeNames().sort()].join(' ');
      };
      return [...new Set(all.filter((it) => it.checkVisibility()).map(kindOf))].sort().join('\n');
    });

  for (const type of TYPES)
    it(`has no barriers: ${type}, each operation of an area`, async () => {
      await picking.add(page(), { id: 'new', type: `hub-${type}`, z: TAB, hub: 'hub' });
      await editor.openNode(page(), 'new');
      await unfoldAll();
      // Their fields are those of a control and of a watch.
      if (!AREAS.includes(type)) await expectAccessible('#dialog-form');
      if (['control', 'watch'].includes(type)) return;
      await withoutLargeParts(page(), ['#dialog-form'], async () => {
        const checked = new Set<string>();
        for (const operation of await editor.optionValues(page(), 'node-input-operation')) {
          await page().selectOption('#node-input-operation', operation);
          await unfoldAll();
          const kinds = await kindsOfElements();
          if (checked.has(kinds)) continue;
          checked.add(kinds);
          should(await barriersBesidesColours(page(), '#dialog-form')).eql([]);
        }
      });
    });

  it("has no barriers: values and the hub's notes on them", async () => {
    await editor.openNode(page(), 'user');
    await unfoldAll();
    await becomes(() => picking.hubText(page(), 'propertyPath'), /^now/);
    await expectAccessible('#dialog-form');
  });

  it('announces errors to screen readers', async () => {
    await editor.openNode(page(), 'wrong');
    await unfoldAll();
    await editor.type(page(), 'hub-param-engineId', 'two');
    await page().fill('#node-input-timeout', 'longer');
    await eventually(async () => should((await editor.reasonsShown(page())).length).be.aboveOrEqual(2));
    await expectAccessible('#dialog-form');
    const wrong = await page().$$eval('#dialog-form .hub-reason:not(:empty)', (reasons) =>
      reasons.map(({ id }) => document.querySelector(`[aria-describedby~="${id}"]`)?.getAttribute('aria-invalid')),
    );
    should(wrong).eql(wrong.map(() => 'true'));
  });

  it('has no barriers: the list of a field, while loading and complete', async () => {
    await editor.openNode(page(), 'user');
    await picking.opener(page(), 'propertyPath').click();
    await picking.options(page()).first().waitFor();
    await expectAccessible('.hub-picker');
    await page().keyboard.press('Escape');
    await editor.chooseType(page(), 'hub-param-engineId', 'num');
    await editor.type(page(), 'hub-param-engineId', '');
    await picking.opener(page(), 'propertyPath').click();
    await picking.options(page()).first().click();
    await page().locator('.hub-crumb').first().waitFor();
    await expectAccessible('.hub-picker');
    await picking.search(page()).fill('no such thing');
    await expectAccessible('.hub-picker');
  });

  for (const auth of ['none', 'apiKey', 'bearer', 'basic'])
    it(`has no barriers: the configuration, authentication ${auth}`, async () => {
      await editor.openConfig(page(), 'hub');
      await editor.chooseOption(page(), 'node-config-input-auth', auth);
      await unfoldAll();
      await page().click('#hub-test');
      await page().locator('.hub-card').waitFor();
      await expectAccessible('#node-config-dialog-edit-form');
    });

  it('has no barriers: a surface, with a wrong page', async () => {
    await editor.openConfig(page(), PAGED.id, PAGED.type);
    await expectAccessible('#node-config-dialog-edit-form');
    await page().locator('#hub-pages input').last().fill(' ');
    await eventually(async () => should(await editor.reasonsShown(page())).have.length(1));
    await expectAccessible('#node-config-dialog-edit-form');
  });

  it('has no barriers: a wrong configuration, and a failed test', async () => {
    await editor.openConfig(page(), 'hub');
    await unfoldAll();
    await page().fill('#node-config-input-baseUrl', 'http://127.0.0.1:9');
    await page().click('#hub-test');
    await page().locator('.hub-bad').waitFor();
    await page().fill('#node-config-input-maxInFlight', 'many');
    await eventually(async () => should(await editor.reasonsShown(page())).have.length(1));
    await expectAccessible('#node-config-dialog-edit-form');
  });

  it('keeps the focus in a list, and restores it', async () => {
    await editor.openNode(page(), 'user');
    const within = () => page().evaluate(() => document.activeElement?.closest('.hub-picker') !== null);
    for (const key of ['Tab', 'Shift+Tab']) {
      await picking.opener(page(), 'propertyPath').press('Enter');
      await picking.options(page()).first().waitFor();
      const openParts = new Set<string>();
      for (let stop = 0; stop < 5; stop += 1) {
        should(await within()).be.true();
        openParts.add(await page().evaluate(() => document.activeElement?.tagName ?? ''));
        await page().keyboard.press(key);
      }
      should([...openParts].sort()).eql(['BUTTON', 'INPUT']);
      await page().keyboard.press('Escape');
      await picking.search(page()).waitFor({ state: 'detached' });
      await becomes(
        () => picking.opener(page(), 'propertyPath').evaluate((one) => one === document.activeElement),
        true,
      );
    }
    should(await page().locator('#node-dialog-ok').isVisible()).be.true();
  });
});
