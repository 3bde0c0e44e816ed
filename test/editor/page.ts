import type { Page } from 'playwright-core';

/** The editor's own interface, as far as the tests ask it. */
interface EditorGlobal {
  nodes: {
    getType(type: string): { defaults: Record<string, { value: unknown }> };
    node(id: string): { validationErrors?: string[] };
    createExportableNodeSet(nodes: object[]): Record<string, unknown>[];
  };
  editor: { edit(node: object): void; editConfig(name: string, type: string, id: string): void };
  utils: { getNodeLabel(node: object): string };
  actions: { invoke(name: string): void };
  workspaces: { active(): string };
}

declare global {
  interface Window {
    RED: EditorGlobal;
  }
}

/** Opens a node's dialog. */
export async function openNode(page: Page, id: string): Promise<void> {
  await page.evaluate((node) => window.RED.editor.edit(window.RED.nodes.node(node)), id);
  await page.locator('#node-dialog-ok').click({ trial: true });
}

/** Opens a configuration's dialog. */
export async function openConfig(page: Page, id: string): Promise<void> {
  await page.evaluate((config) => window.RED.editor.editConfig('', 'hub-config', config), id);
  await page.locator('#node-config-dialog-ok').click({ trial: true });
}

/** Ends the dialog that is open. */
export async function press(page: Page, button: `node-${'' | 'config-'}dialog-${'ok' | 'cancel'}`) {
  await page.click(`#${button}`);
  await page.waitForSelector(`#${button}`, { state: 'detached' });
}

/** How an environment variable is written into a field. */
export const env = (name: string) => `\${${name}}`;

/** A node as it would be exported. */
export const exported = async (page: Page, id: string): Promise<Record<string, unknown>> =>
  JSON.parse(
    await page.evaluate((node) => {
      const { nodes } = window.RED;
      return JSON.stringify(nodes.createExportableNodeSet([nodes.node(node)])[0]);
    }, id),
  );

/** Why the editor marks a node. */
export const reasons = (page: Page, id: string) =>
  page.evaluate((node) => window.RED.nodes.node(node).validationErrors ?? [], id);

/** The values of a select's options. */
export const offered = (page: Page, id: string) =>
  page.$$eval(`#${id} option`, (options) => options.map((option) => (option as HTMLOptionElement).value));

/** The parameters that the dialog shows, in their order. */
export const shownParams = (page: Page) =>
  page.$$eval('[id^="hub-param-"]', (inputs) => inputs.map(({ id }) => id.replace('hub-param-', '')));

/** The visible part of a field that a typed input stands for. */
export const widget = (page: Page, id: string) => page.locator(`#${id} + .red-ui-typedInput-container`);

/** Makes a field that shows a thing of the hub one to type its id into. */
async function typeInstead(page: Page, id: string): Promise<void> {
  if (!(await widget(page, id).locator('.hub-picked').isVisible())) return;
  await widget(page, id).locator('.red-ui-typedInput-type-select').click();
  await page.locator('.red-ui-typedInput-options:visible a:not([value="picked"])').first().click();
}

/** Types into a typed input. */
export async function type(page: Page, id: string, text: string): Promise<void> {
  await typeInstead(page, id);
  await widget(page, id).locator('.red-ui-typedInput-input').fill(text);
  await widget(page, id).locator('.red-ui-typedInput-input').press('End');
}

/** Chooses one of the types of a typed input. */
export async function chooseType(page: Page, id: string, value: string): Promise<void> {
  await widget(page, id).locator('.red-ui-typedInput-type-select').click();
  await page.locator(`.red-ui-typedInput-options:visible a[value="${value}"]`).click();
}

/** Chooses one of the options of a typed input. */
export async function chooseOption(page: Page, id: string, value: string): Promise<void> {
  await widget(page, id).locator('.red-ui-typedInput-option-trigger').click();
  await page.locator(`.red-ui-typedInput-options:visible a[value="${value}"]`).click();
}

/** What a typed input shows of its option. */
export const shownOption = (page: Page, id: string) =>
  widget(page, id).locator('.red-ui-typedInput-option-label').innerText();

/** The reason below a field; '' while there is none. */
export const reasonBelow = (page: Page, id: string) =>
  page.$eval(`#${id}`, (field) => field.closest('.form-row')?.querySelector('.hub-reason')?.textContent ?? '');
