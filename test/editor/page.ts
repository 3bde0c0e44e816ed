import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import should from 'should';

/** How long the editor may take to show something, in ms: a loaded machine takes its time. */
export const PATIENCE = 15_000;

/** A node as the editor has it. */
interface EditedNode {
  id: string;
  type: string;
  validationErrors?: string[];
}

/** The editor's own interface, as far as the tests ask it. */
interface EditorGlobal {
  nodes: {
    getType(type: string): { defaults: Record<string, { value: unknown }> };
    node(id: string): { validationErrors?: string[] };
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

/** Waits until an expectation holds: what follows an action may follow late. Throws what it threw at last. */
export async function eventually<T>(expectation: () => T | Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE; ; await sleep(50))
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
}

/** Waits until what is read is as expected: of this shape, or a text that matches. */
export const becomes = (read: () => Promise<unknown>, expected: unknown): Promise<void> =>
  eventually(async () => {
    const actual = await read();
    if (expected instanceof RegExp) should(actual).be.a.String().and.match(expected);
    else should(actual).eql(expected);
  });

/** Opens a node's dialog. */
export async function openNode(page: Page, id: string): Promise<void> {
  await page.evaluate((node) => window.RED.editor.edit(window.RED.nodes.node(node)), id);
  await waitForDialog(page, 'node-dialog-ok');
}

/** Opens a configuration's dialog. */
export async function openConfig(page: Page, id: string): Promise<void> {
  await page.evaluate((config) => window.RED.editor.editConfig('', 'hub-config', config), id);
  await waitForDialog(page, 'node-config-dialog-ok');
}

/** Waits for a dialog: it takes the focus when it is complete, also from what would be filled in before that. */
export async function waitForDialog(page: Page, button: 'node-dialog-ok' | 'node-config-dialog-ok'): Promise<void> {
  await page.locator(`.red-ui-tray:has(#${button}) .red-ui-tray-body :focus`).waitFor({ state: 'attached' });
  await page.click(`#${button}`, { trial: true });
}

/** Opens a folded part of a dialog; by its key, since what the hub says may move it while a mouse is on its way. */
export async function unfold(page: Page, details: string): Promise<void> {
  await page.locator(`${details} summary`).press('Enter');
  await page.waitForSelector(`${details}[open]`);
}

/** Ends the dialog that is open. */
export async function closeDialog(page: Page, button: `node-${'' | 'config-'}dialog-${'ok' | 'cancel'}`) {
  await page.click(`#${button}`);
  await page.waitForSelector(`#${button}`, { state: 'detached' });
}

/** How an environment variable is written into a field. */
export const env = (name: string) => `\${${name}}`;

/** Where the tests put a node. */
export const X = 200;

/** A node as it would be exported; the editor moves it while its label is drawn, which is nobody's doing. */
export async function exportedNode(page: Page, id: string): Promise<Record<string, unknown>> {
  const text = await page.evaluate((node) => {
    const { nodes } = window.RED;
    return JSON.stringify(nodes.createExportableNodeSet([nodes.node(node)])[0]);
  }, id);
  const { x, ...rest } = JSON.parse(text);
  return x === undefined ? rest : { ...rest, x: X };
}

/** Why the editor marks a node. */
export const reasons = (page: Page, id: string) =>
  page.evaluate((node) => window.RED.nodes.node(node).validationErrors ?? [], id);

/** The values of a select's options. */
export const optionValues = (page: Page, id: string) =>
  page.$$eval(`#${id} option`, (options) => options.map((option) => (option as HTMLOptionElement).value));

/** The parameters that the dialog shows, in their order. */
export const shownParams = (page: Page) =>
  page.$$eval('[id^="hub-param-"]', (inputs) => inputs.map(({ id }) => id.replace('hub-param-', '')));

/** The visible part of a field that a typed input stands for. */
export const widget = (page: Page, id: string) => page.locator(`#${id} + .red-ui-typedInput-container`);

/** Opens a typed input's menu. */
export async function openMenu(page: Page, trigger: Locator): Promise<Locator> {
  await trigger.press('Enter');
  const menu = page.locator('.red-ui-typedInput-options:visible');
  // It takes the focus a moment after it is shown, also from what was chosen meanwhile.
  await menu.locator(':focus').waitFor({ state: 'attached' });
  return menu;
}

/** Opens the folded part that a field stands in, if it does. */
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

/** Where a typed input is typed into. */
export const textInput = (page: Page, id: string) => widget(page, id).locator('.red-ui-typedInput-input');

/** What opens the list of a typed input's types. */
export const typeButton = (page: Page, id: string) => widget(page, id).locator('.red-ui-typedInput-type-select');

/** Makes a field that shows a thing of the hub one to type its id into. */
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

/** Chooses one of the options of a typed input. */
export async function chooseOption(page: Page, id: string, value: string): Promise<void> {
  await reveal(page, id);
  await choose(page, widget(page, id).locator('.red-ui-typedInput-option-trigger'), `a[value="${value}"]`);
}

/** What a typed input shows of its option. */
export const shownOption = (page: Page, id: string) =>
  widget(page, id).locator('.red-ui-typedInput-option-label').innerText();

/** The reason below a field; '' while there is none. */
export const reasonBelow = (page: Page, id: string) =>
  page.$eval(`#${id}`, (field) => field.closest('.form-row')?.querySelector('.hub-reason')?.textContent ?? '');

/** All reasons that a dialog shows. */
export const reasonsShown = (page: Page) => page.locator('.hub-reason:visible').allInnerTexts();

/** Drags a node from the palette to a place of the canvas, in px from its corner; gives what stands there. */
export async function drag(page: Page, type: string, x: number, y: number): Promise<Locator> {
  const nodes = page.locator('#red-ui-workspace-chart .red-ui-flow-node-group');
  const before = await nodes.count();
  const source = page.locator(`.red-ui-palette-node[data-palette-type="${type}"]`);
  await source.scrollIntoViewIfNeeded();
  const from = await source.boundingBox();
  const chart = await page.locator('#red-ui-workspace-chart').boundingBox();
  await page.mouse.move(from!.x + 40, from!.y + 10);
  await page.mouse.down();
  await page.mouse.move(chart!.x + x - 20, chart!.y + y - 20, { steps: 10 });
  await page.mouse.move(chart!.x + x, chart!.y + y, { steps: 3 });
  await page.mouse.up();
  await eventually(async () => should(await nodes.count()).equal(before + 1));
  const id = await page
    .locator('.red-ui-flow-node-selected')
    .first()
    .evaluate((one) => one.closest('[id]')?.id ?? '');
  return page.locator(`[id="${id}"]`);
}
