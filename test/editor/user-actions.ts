import type { Locator, Page } from 'playwright-core';
import should from 'should';
import { eventually } from './page.js';

/** The simulator's page on its own screen, and beside the editor, in px. */
const WINDOWS = [
  { width: 1400, height: 900 },
  { width: 700, height: 900 },
];

/** Waits until an element is visible in each window without scrolling. */
export async function waitUntilInView(part: Locator): Promise<void> {
  for (const window of WINDOWS) {
    await part.page().setViewportSize(window);
    await eventually(async () => {
      const { y = -1, height = 0 } = (await part.boundingBox({ timeout: 1000 })) ?? {};
      should(y).be.aboveOrEqual(0);
      should(y + height).be.belowOrEqual(window.height);
    });
  }
}

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

/** Draws a wire from one node's output to another's input. */
export async function wire(page: Page, from: Locator, to: Locator): Promise<void> {
  const links = page.locator('.red-ui-flow-link');
  const count = await links.count();
  // It waits until a closing dialog no longer covers the output.
  await from.locator('.red-ui-flow-port-output').hover();
  const input = await to.locator('.red-ui-flow-port-input').boundingBox();
  await page.mouse.down();
  await page.mouse.move(input!.x + input!.width / 2, input!.y + input!.height / 2, { steps: 10 });
  await page.mouse.up();
  await eventually(async () => should(await links.count()).be.above(count));
}

/** Chooses from a typed input's menu by the mouse. The text below a field can move the next field meanwhile. */
export async function chooseByMouse(page: Page, trigger: Locator, value: string): Promise<void> {
  const option = page.locator(`.red-ui-typedInput-options:visible a[value="${value}"]`);
  await eventually(async () => {
    if (!(await option.isVisible())) await trigger.click();
    await option.click({ timeout: 1000 });
  });
}

/** Moves down in the tree that has the focus. */
export async function moveDownTo(page: Page, label: string): Promise<void> {
  const currentLabel = async () =>
    (await page.locator('.red-ui-treeList:focus .red-ui-treeList-label.focus').allInnerTexts()).join();
  for (let steps = 0; steps < 50; steps += 1) {
    const previous = await currentLabel();
    if (previous === label) return;
    await page.keyboard.press('ArrowDown');
    // A second press before the redraw would skip the label.
    await eventually(async () => should(await currentLabel()).not.equal(previous));
  }
  throw new Error(`No ${label} in the tree`);
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

/** Counts the clicks of the user from now on. A double click is two. */
export const countClicks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = window as unknown as { clicks?: number };
    if (counted.clicks === undefined)
      window.addEventListener(
        'pointerdown',
        ({ isTrusted }) => {
          if (isTrusted) counted.clicks = Number(counted.clicks) + 1;
        },
        true,
      );
    counted.clicks = 0;
  });

/** Expects this number of clicks. On a loaded machine, the driver presses again on an element that has moved. */
export async function expectClicks(page: Page, count: number): Promise<void> {
  const counted = await page.evaluate(() => Number((window as unknown as { clicks?: number }).clicks));
  should(counted).be.within(count, count + 1);
}
