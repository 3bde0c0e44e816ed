import type { Locator, Page } from 'playwright-core';
import { eventually } from './page.js';

/** Double-clicks with all events at once, so that a busy machine is not slower than Node-RED or a lockout allows. */
export async function doubleClick(target: Locator): Promise<void> {
  const { mouse } = target.page();
  await target.hover();
  await Promise.all([1, 2].flatMap((clickCount) => [mouse.down({ clickCount }), mouse.up({ clickCount })]));
}

/** Closes the open dialog by a click of the user. */
export async function clickToClose(page: Page, button: 'node-dialog-ok' | 'node-config-dialog-ok'): Promise<void> {
  await page.click(`#${button}`);
  await page.waitForSelector(`#${button}`, { state: 'detached' });
}

/** Chooses from a typed input's menu by the mouse. The text below a field can move the next field meanwhile. */
export async function chooseByMouse(page: Page, trigger: Locator, value: string): Promise<void> {
  const option = page.locator(`.red-ui-typedInput-options:visible a[value="${value}"]`);
  await eventually(async () => {
    if (!(await option.isVisible())) await trigger.click();
    await option.click({ timeout: 1000 });
  });
}

/** Invokes an action from the list of actions, by the keyboard. */
export async function invokeAction(page: Page, action: string): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const list = page.locator('#red-ui-actionList');
  await list.locator('input:focus').waitFor();
  await page.keyboard.type(action);
  await list.locator('li.selected', { hasText: new RegExp(action, 'i') }).waitFor();
  await page.keyboard.press('Enter');
}
