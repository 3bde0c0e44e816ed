import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import should from 'should';

/** Maximum time until the editor shows a result, in ms, on a loaded machine. */
export const PATIENCE = 45_000;

/** A node as the editor holds it. */
interface EditedNode {
  id: string;
  type: string;
  validationErrors?: string[];
}

/** The parts of the editor's interface that the tests use. */
interface EditorGlobal {
  nodes: {
    getType(type: string): { defaults: Record<string, { value: unknown }> };
    node(id: string): { validationErrors?: string[]; status?: { text?: string } };
    eachNode(visit: (node: EditedNode) => void): void;
    eachConfig(visit: (config: EditedNode & { baseUrl: string; users: object[] }) => void): void;
    group(id: string): { nodes: { id: string }[] };
    createExportableNodeSet(nodes: object[]): Record<string, unknown>[];
    version(revision: string | null): void;
    clear(): void;
    remove(id: string): void;
    import(nodes: object[]): void;
    dirty(isDirty?: boolean): boolean;
  };
  history: { clear(): void };
  sidebar: { show(tab: string): void };
  tray: { close(done: () => void): void };
  view: { redraw(all?: boolean): void };
  editor: { edit(node: object): void; editConfig(name: string, type: string, id: string): void };
  utils: { getNodeLabel(node: object): string };
  actions: { invoke(name: string): void };
  workspaces: { active(): string; show(id: string): void };
}

declare global {
  interface Window {
    RED: EditorGlobal;
    jQuery: { fx: { off: boolean }; active: number };
  }
}

/** Waits until an expectation holds. After the timeout, throws its last error. */
export async function eventually<T>(expectation: () => T | Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE; ; await sleep(50))
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
}

/** Waits for an expected value, or for a text that matches. */
export const becomes = (read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  eventually(async () => {
    const actual = await read();
    if (expected instanceof RegExp) should(actual).be.a.String().and.match(expected);
    else should(actual).eql(expected);
  });

export async function openNode(page: Page, id: string): Promise<void> {
  await page.evaluate((node) => window.RED.editor.edit(window.RED.nodes.node(node)), id);
  await waitForDialog(page, 'node-dialog-ok');
}

export async function openConfig(page: Page, id: string, type = 'hub-config'): Promise<void> {
  await page.evaluate((config) => window.RED.editor.editConfig('', ...config), [type, id] as const);
  await waitForDialog(page, 'node-config-dialog-ok');
}

/** Waits for a dialog. A complete dialog takes the focus, also from a field that a test has already filled. */
export async function waitForDialog(page: Page, button: 'node-dialog-ok' | 'node-config-dialog-ok'): Promise<void> {
  const focused = `.red-ui-tray:has(#${button}) .red-ui-tray-body :focus`;
  await page.waitForFunction((selector) => document.querySelector(selector), focused, { polling: 20 });
}

/** Opens a folded part of a dialog by its key, because the hub's text can move it below the mouse. */
export async function unfold(page: Page, details: string): Promise<void> {
  const folded = page.locator(`${details}:not([open]) > summary`);
  if (await folded.count()) await folded.press('Enter');
  await page.waitForSelector(`${details}[open]`);
}

/** Closes the open dialog like a mouse, which closes menus and takes the focus. A real mouse needs ten times as long. */
export async function closeDialog(page: Page, button: `node-${'' | 'config-'}dialog-${'ok' | 'cancel'}`) {
  await page.waitForSelector(`#${button}:not([disabled])`);
  await page.$eval(`#${button}`, (one) => {
    one.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    (one as HTMLElement).focus();
    (one as HTMLElement).click();
  });
  await page.waitForFunction((id) => !document.getElementById(id), button, { polling: 20 });
}

/** An environment variable as a field's text. */
export const env = (name: string) => `\${${name}}`;

/** The horizontal position of all nodes. */
export const X = 200;

/** A node as the export contains it, with a fixed position: the editor moves it while it draws the label. */
export async function exportedNode(page: Page, id: string): Promise<Record<string, unknown>> {
  const text = await page.evaluate((node) => {
    const { nodes } = window.RED;
    return JSON.stringify(nodes.createExportableNodeSet([nodes.node(node)])[0]);
  }, id);
  const { x, ...rest } = JSON.parse(text);
  return x === undefined ? rest : { ...rest, x: X };
}

/** The editor's errors of a node. */
export const reasons = (page: Page, id: string) =>
  page.evaluate((node) => window.RED.nodes.node(node).validationErrors ?? [], id);

/** The values of a select's options. */
export const optionValues = (page: Page, id: string) =>
  page.$$eval(`#${id} option`, (options) => options.map((option) => (option as HTMLOptionElement).value));

/** The visible parameters of the dialog, in order. */
export const shownParams = (page: Page) =>
  page.$$eval('[id^="hub-param-"]', (inputs) => inputs.map(({ id }) => id.replace('hub-param-', '')));

/** The typed input that replaces a field. */
export const widget = (page: Page, id: string) => page.locator(`#${id} + .red-ui-typedInput-container`);

/** Opens a typed input's menu. */
export async function openMenu(page: Page, trigger: Locator): Promise<Locator> {
  await trigger.press('Enter');
  const menu = page.locator('.red-ui-typedInput-options:visible');
  // The menu takes the focus a moment after it is visible, also from the chosen option.
  await menu.locator(':focus').waitFor({ state: 'attached' });
  return menu;
}

/** Opens the folded part with this field, if it is folded. */
async function reveal(page: Page, id: string): Promise<void> {
  const summary = page.locator(`details:not([open]):has(#${id}) > summary`);
  if (await summary.count()) await summary.press('Enter');
}

/** Chooses from a typed input's menu by the keyboard. */
async function choose(page: Page, trigger: Locator, option: string): Promise<void> {
  const menu = await openMenu(page, trigger);
  await menu.locator(option).first().press('Enter');
  await menu.waitFor({ state: 'hidden' });
}

/** The text field of a typed input. */
export const textInput = (page: Page, id: string) => widget(page, id).locator('.red-ui-typedInput-input');

/** The button for the types of a typed input. */
export const typeButton = (page: Page, id: string) => widget(page, id).locator('.red-ui-typedInput-type-select');

/** Changes a field from a name of the hub to an id as text. */
async function switchToId(page: Page, id: string): Promise<void> {
  if (await widget(page, id).locator('.hub-picked').isVisible())
    await choose(page, typeButton(page, id), 'a:not([value="picked"])');
}

/** Types into a typed input. */
export async function type(page: Page, id: string, text: string): Promise<void> {
  await reveal(page, id);
  await switchToId(page, id);
  await textInput(page, id).fill(text);
  await textInput(page, id).press('End');
}

/** Chooses one of the types of a typed input. */
export async function chooseType(page: Page, id: string, value: string): Promise<void> {
  await reveal(page, id);
  await choose(page, typeButton(page, id), `a[value="${value}"]`);
}

/** Chooses one of the options of a select or a typed input. */
export async function chooseOption(page: Page, id: string, value: string): Promise<void> {
  await reveal(page, id);
  const select = page.locator(`select#${id}`);
  if (await select.count()) await select.selectOption(value);
  else await choose(page, widget(page, id).locator('.red-ui-typedInput-option-trigger'), `a[value="${value}"]`);
}

/** Watches for an element that goes by itself. The result waits until it has appeared. */
export async function watchFor(page: Page, selector: string, text = ''): Promise<() => Promise<unknown>> {
  const watch = await page.evaluateHandle(
    ([part, words]) => {
      const state = { hasAppeared: false };
      new MutationObserver((_, observer) => {
        state.hasAppeared = [...document.querySelectorAll(part)].some((it) => it.textContent?.includes(words));
        if (state.hasAppeared) observer.disconnect();
      }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] });
      return state;
    },
    [selector, text] as const,
  );
  return () => page.waitForFunction(({ hasAppeared }) => hasAppeared, watch);
}

/** The text field for the environment variable of a select. */
export const variableInput = (page: Page, id: string) => page.locator(`select#${id} + .hub-variable`);

/** Chooses the environment variable in a select, and types its name. */
export async function chooseVariable(page: Page, id: string, text: string): Promise<void> {
  await reveal(page, id);
  await page.locator(`select#${id}`).selectOption({ label: 'environment variable' });
  await variableInput(page, id).fill(text);
}

/** The visible option of a select or a typed input. */
export async function shownOption(page: Page, id: string): Promise<string> {
  const select = page.locator(`select#${id}`);
  if (await select.count())
    return select.evaluate((field) => (field as HTMLSelectElement).selectedOptions[0]?.textContent ?? '');
  return widget(page, id).locator('.red-ui-typedInput-option-label').innerText();
}

/** The error below a field, '' without one. */
export const reasonBelow = (page: Page, id: string) =>
  page.$eval(`#${id}`, (field) => field.closest('.form-row')?.querySelector('.hub-reason')?.textContent ?? '');

/** All visible errors of a dialog. */
export const reasonsShown = (page: Page) => page.locator('.hub-reason:visible').allInnerTexts();

/** Drags a node from the palette to a position of the canvas, in px from its corner. Returns the new node. */
export async function drag(page: Page, type: string, x: number, y: number): Promise<Locator> {
  const ids = () =>
    page.evaluate(() => {
      const all: string[] = [];
      window.RED.nodes.eachNode(({ id }) => all.push(id));
      return all;
    });
  const before = await ids();
  const source = page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
  await source.scrollIntoViewIfNeeded();
  const from = await source.boundingBox();
  const chart = await page.locator('#red-ui-workspace-chart').boundingBox();
  await page.mouse.move(from!.x + 40, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(chart!.x + x - 20, chart!.y + y - 20, { steps: 10 });
  await page.mouse.move(chart!.x + x, chart!.y + y, { steps: 3 });
  await page.mouse.up();
  const added = await eventually(async () => {
    const others = (await ids()).filter((id) => !before.includes(id));
    should(others).have.length(1);
    return others[0];
  });
  return page.locator(`[id="${added}"]`);
}
