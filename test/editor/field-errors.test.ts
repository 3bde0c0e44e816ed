import type { Locator, Page } from 'playwright-core';
import should from 'should';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import { hubAt, setter } from './picking.js';
import { page, useStage } from './stage.js';
import { doubleClick } from './user-actions.js';

/** The error of a wrong address. */
const ADDRESS = /^Base URL: must be/;

describe('a field shows its error', () => {
  const stage = useStage();

  // With two hubs, none is selected automatically.
  beforeEach(() =>
    stage.deploy(
      hubAt('http://127.0.0.1:9'),
      hubAt('http://127.0.0.1:9', { id: 'other' }),
      setter('user', { operation: 'listEngines' }),
      setter('other user', { operation: 'listEngines', hub: 'other' }),
      setter('saved', { hub: '', params: {} }),
    ),
  );

  /** Adds a node to the canvas and opens it, both with the mouse. Returns its id. */
  async function addNew(type: string): Promise<string> {
    const node = await editor.drag(page(), type, 500, 200);
    await doubleClick(node);
    await editor.waitForDialog(page(), 'node-dialog-ok');
    return String(await node.getAttribute('id'));
  }

  /** The red fields of a dialog, and its errors. */
  const redFields = () => redFieldsIn(page());

  for (const type of ['hub-engine-property', 'hub-playout-item', 'hub-launcher', 'hub-watch', 'hub-event'])
    it(`only after the user was in it: ${type}`, async () => {
      const id = await addNew(type);
      const triangle = page().locator(`[id="${id}"] .red-ui-flow-node-error`);
      await becomes(() => triangle.isVisible(), true);
      should(await redFields()).eql([]);
      // After every change Node-RED validates all fields again.
      await page().fill('#node-input-name', 'A');
      await page().locator('#node-input-name').press('End');
      await becomes(redFields, []);
      await page().focus('#node-input-hub');
      await becomes(redFields, []);
      const isInRow = () =>
        page().evaluate(() =>
          document.activeElement?.closest('.form-row')?.contains(document.querySelector('#node-input-hub')),
        );
      while (await isInRow()) await page().keyboard.press('Tab');
      await becomes(redFields, ['node-input-hub', 'No hub is chosen']);
      await page().selectOption('#node-input-hub', 'hub');
      await becomes(redFields, []);
    });

  it('also after its own change, and not before the focus leaves it', async () => {
    await addNew('hub-engine-property');
    await editor.type(page(), 'hub-param-engineId', 'one');
    await becomes(redFields, []);
    await editor.textInput(page(), 'hub-param-engineId').press('Tab');
    await becomes(redFields, ['hub-param-engineId', 'Engine: must be a whole number, 0 or more']);
    const reason = () => editor.reasonBelow(page(), 'hub-param-engineId');
    await editor.type(page(), 'hub-param-engineId', '1');
    await becomes(reason, '');
    await editor.type(page(), 'hub-param-engineId', '-1');
    await becomes(reason, 'Engine: must be a whole number, 0 or more');
  });

  it('not for a decimal comma, and with a hint for a comma that may separate thousands', async () => {
    await addNew('hub-engine-property');
    await page().selectOption('#node-input-hub', 'hub');
    const hint = 'must be a number without separators of thousands, such as 1000, 0.5 or 0,5';
    const checks = async (id: string, field: string, input: Locator, type: (text: string) => Promise<void>) => {
      for (const [text, error] of [
        ['0,5', []],
        ['1,000', [id, `${field}: ${hint}`]],
        ['0,125', []],
      ] as const) {
        await type(text);
        await input.press('Tab');
        await becomes(redFields, [...error]);
      }
    };
    const [duration, expiry] = ['hub-param-Duration', 'node-input-expiry'];
    await checks(duration, 'Duration', editor.textInput(page(), duration), (text) =>
      editor.type(page(), duration, text),
    );
    await editor.unfold(page(), '.hub-live');
    await checks(expiry, 'Expiry (s)', page().locator(`#${expiry}`), (text) => page().fill(`#${expiry}`, text));
    await editor.chooseType(page(), 'hub-param-Value', 'num');
    await editor.type(page(), 'hub-param-Value', '0,5');
    await editor.textInput(page(), 'hub-param-Value').press('Tab');
    await becomes(redFields, []);
  });

  it('not while the user chooses a value from a list of the hub', async () => {
    await addNew('hub-engine-property');
    await page().selectOption('#node-input-hub', 'hub');
    await editor.widget(page(), 'hub-param-engineId').locator('.red-ui-typedInput-option-expand').click();
    await page().locator('.hub-picker .hub-note', { hasText: 'No connection' }).waitFor();
    should(await redFields()).eql([]);
  });

  it('at once in a node that was saved like this, and always on the canvas', async () => {
    await editor.openNode(page(), 'saved');
    await becomes(async () => (await redFields()).length, 8);
    await editor.closeDialog(page(), 'node-dialog-cancel');

    const id = await addNew('hub-engine-property');
    await editor.closeDialog(page(), 'node-dialog-cancel');
    // The unsaved value is empty. The dialog offers msg.payload.
    await becomes(async () => (await editor.reasons(page(), id)).length, 5);
    await editor.openNode(page(), id);
    await becomes(redFields, []);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(async () => (await editor.reasons(page(), id)).length, 4);
    await editor.openNode(page(), id);
    await becomes(async () => (await redFields()).length, 8);
  });

  it('only after the user was in it: a new configuration', async () => {
    await editor.openNode(page(), 'user');
    await page().click('#node-input-btn-hub-add');
    await editor.waitForDialog(page(), 'node-config-dialog-ok');
    should(await redFields()).eql([]);
    await editor.unfold(page(), '#hub-more');
    await page().fill('#node-config-input-name', 'Studio');
    await page().locator('#node-config-input-name').press('End');
    await becomes(redFields, []);
    await page().locator('#node-config-input-baseUrl').pressSequentially('ftp://hub');
    await becomes(redFields, []);
    await page().locator('#node-config-input-baseUrl').press('Tab');
    await becomes(async () => (await redFields()).slice(0, 1), ['node-config-input-baseUrl']);
    await becomes(() => editor.reasonBelow(page(), 'node-config-input-baseUrl'), ADDRESS);
    await editor.closeDialog(page(), 'node-config-dialog-cancel');

    await editor.openConfig(page(), 'hub');
    await page().fill('#node-config-input-baseUrl', '');
    await becomes(() => editor.reasonBelow(page(), 'node-config-input-baseUrl'), ADDRESS);
  });

  it('below it, where no tooltip covers it', async () => {
    await editor.openNode(page(), 'saved');
    await becomes(() => editor.reasonBelow(page(), 'node-input-hub'), 'No hub is chosen');
    for (const field of ['#node-input-hub', '#hub-param-engineId + *', '#hub-param-nodePath + *']) {
      await page().locator(field).hover();
      // Node-RED's tooltips appear after 750 ms.
      await page().waitForTimeout(1000);
      should(await page().locator('.red-ui-popover:visible').count()).equal(0, field);
    }
  });

  for (const [typed, why] of [
    ['ftp://hub', 'a reason that appears'],
    ['http://hub:8080', 'a row that goes'],
  ] as const)
    it(`without moving the next target of a click: ${why}`, async () => {
      await editor.openNode(page(), 'user');
      await page().click('#node-input-btn-hub-add');
      await editor.waitForDialog(page(), 'node-config-dialog-ok');
      // Pastes like the browser's menu: no key is released.
      await page().focus('#node-config-input-baseUrl');
      await page().keyboard.insertText(typed);
      await clickOnce(page(), page().locator('#hub-more summary'));
      should(
        await page()
          .locator('#hub-more')
          .evaluate((it) => (it as HTMLDetailsElement).open),
      ).be.true();
      const reason = () => editor.reasonBelow(page(), 'node-config-input-baseUrl');
      await becomes(reason, typed.startsWith('ftp') ? ADDRESS : '');
    });
});

/** Presses and releases the mouse at the same position, with a pause like a hand. */
async function clickOnce(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const box = await eventually(async () => (await target.boundingBox())!);
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  await page.mouse.down();
  await page.waitForTimeout(100);
  await page.mouse.up();
}

/** The ids of red fields, and the visible errors. */
const redFieldsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tray = [...document.querySelectorAll('.red-ui-tray')].at(-1);
    const isRed = (field: Element) =>
      [field, field.nextElementSibling].some((part) => part?.matches('.input-error') && part.checkVisibility());
    const fields = [...(tray?.querySelectorAll('[id^="node-"], [id^="hub-param-"]') ?? [])].filter(isRed);
    const reasons = [...(tray?.querySelectorAll('.hub-reason') ?? [])].filter((reason) => reason.checkVisibility());
    return [...fields.map(({ id }) => id), ...reasons.map(({ textContent }) => textContent ?? '')];
  });
