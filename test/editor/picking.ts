import type { Locator, Page } from 'playwright-core';
import should from 'should';
import { eventually, widget, X } from './page.js';
import { nextStart, TAB } from './stage.js';

/** The label of an entry in a list, and its id. */
export type Step = readonly [label: string, value: string];

/** A configuration without authentication. */
export const hubAt = <Fields extends object>(baseUrl: string, fields?: Fields) => ({
  id: 'hub',
  type: 'hub-config',
  name: 'Hub',
  version: 1,
  baseUrl,
  dialect: '1',
  linearSegment: 'linear',
  auth: 'none',
  keyHeader: 'X-API-Key',
  headers: ['', '', '', '', '', '', '', ''],
  tls: '',
  timeout: 5,
  maxInFlight: 8,
  rate: 50,
  joining: 'false',
  checkNames: 'true',
  rehearsal: 'false',
  armAfter: 0,
  simulator: 'false',
  ...(fields as Fields),
});

/** An expiry in seconds for presses that a loaded machine sends late. */
export const NEVER_LATE = '60';

/** A node that sets a property, as it is saved. */
export const setter = <Fields extends object>(id: string, fields?: Fields) => ({
  id,
  type: 'hub-engine-property',
  z: TAB,
  name: '',
  version: 1,
  hub: 'hub',
  operation: 'setProperty',
  params: {},
  delivery: '',
  expiry: '',
  timeout: '',
  // The other types do not have it.
  ...((!(fields && 'type' in fields) || fields.type === 'hub-engine-property') && { superseded: '' }),
  x: X,
  y: 100,
  wires: [[]],
  ...(fields as Fields),
});

/** An inject node for a payload. `sendFrom` presses it. */
export const inject = (id: string, to: string, payload: unknown) => ({
  id,
  type: 'inject',
  z: TAB,
  name: '',
  props: [{ p: 'payload' }],
  repeat: '',
  crontab: '',
  once: false,
  onceDelay: 0.1,
  topic: '',
  payload: JSON.stringify(payload),
  payloadType: 'json',
  x: 80,
  y: 40,
  wires: [[to]],
});

/** Adds undeployed nodes to the canvas. Missing fields get the defaults of their type. */
export const add = (page: Page, ...nodes: readonly object[]): Promise<void> =>
  page.evaluate((newNodes) => {
    const { nodes: all, view } = window.RED;
    const completeNodes = (newNodes as { type: string }[]).map((node) => {
      const defaults = Object.entries(all.getType(node.type).defaults).map(([name, { value }]) => [name, value]);
      return { ...Object.fromEntries(defaults), x: 300, y: 100, wires: [[]], ...node };
    });
    // A repeated test adds its nodes again.
    for (const { id } of completeNodes as { id?: string }[]) if (id && all.node(id)) all.remove(id);
    all.import(JSON.parse(JSON.stringify(completeNodes)));
    all.dirty(true);
    view.redraw();
  }, nodes);

/** Shows a tab or a subflow. */
export const showFlow = (page: Page, id: string): Promise<void> =>
  page.evaluate((flow) => window.RED.workspaces.show(flow), id);

/**
 * Deploys by the button or by another act of the user, confirms Node-RED's question about unfinished nodes, and waits
 * until the nodes run.
 */
export async function deploy(page: Page, act = () => page.click('#red-ui-header-button-deploy')): Promise<void> {
  const started = nextStart(page);
  await act();
  const confirm = page.locator('#red-ui-notifications button.primary');
  await eventually(async () => {
    const isDirty = await page.evaluate(() => window.RED.nodes.dirty());
    // The button fades after a click.
    if (isDirty && (await confirm.isVisible())) await confirm.click({ timeout: 500 }).catch(() => {});
    should(isDirty).be.false();
  });
  await started();
}

/** Presses the button of an inject node, once it runs. */
export const sendFrom = (page: Page, id: string): Promise<void> =>
  eventually(async () => {
    const { status } = await fetch(new URL(`/inject/${id}`, page.url()), { method: 'POST' });
    should(status).equal(200);
  });

/** The text of a field: a name of the hub or a typed value. */
export async function shownText(page: Page, param: string): Promise<string> {
  const picked = widget(page, `hub-param-${param}`).locator('.hub-picked');
  if (await picked.isVisible()) return picked.innerText();
  return page.inputValue(`#hub-param-${param}`);
}

/** The texts of all fields by parameter. */
export const shownTexts = (page: Page): Promise<Record<string, string>> =>
  page.$$eval('[id^="hub-param-"]', (fields) =>
    Object.fromEntries(
      fields.map((field) => {
        const picked = field.nextElementSibling?.querySelector<HTMLElement>('.hub-picked');
        const text = picked?.checkVisibility() ? picked.innerText : (field as HTMLInputElement).value;
        return [field.id.replace('hub-param-', ''), text];
      }),
    ),
  );

/** The button that opens a field's list. */
export const opener = (page: Page, param: string) =>
  widget(page, `hub-param-${param}`).locator('.red-ui-typedInput-option-expand');

/** The entries of the open list. */
export const options = (page: Page) => page.locator('.hub-picker [role=option]');

/** The search field of the open list. */
export const search = (page: Page) => page.locator('.hub-picker .hub-search');

/** The names in the open list, without details. */
export const names = (page: Page): Promise<string[]> =>
  options(page).evaluateAll((rows) => rows.map((row) => row.firstChild?.textContent ?? ''));

/** The text below a field with its state on the hub. */
export const hubText = (page: Page, param: string): Promise<string> =>
  page.$eval(
    `#hub-param-${param}`,
    (field) => field.closest('.form-row')?.querySelector('.hub-mark')?.textContent ?? '',
  );

/** The text at the top of a dialog that cannot ask its hub, otherwise ''. */
export const bannerText = (page: Page): Promise<string> =>
  page.$eval('.hub-banner', (box) => (box.checkVisibility() ? (box as HTMLElement).innerText : ''));

/** The text below the open list. */
export const noteText = (page: Page): Promise<string> => page.locator('.hub-picker .hub-note').innerText();

/** The entry of an id in the open list, once it is listed. */
async function listEntry(page: Page, value: string): Promise<Locator> {
  const row = page.locator(`.hub-picker [role=option][data-value=${JSON.stringify(value)}]`);
  await eventually(async () => {
    if ((await row.count()) === 0) throw new Error(`No ${value} among ${await names(page)} (${await noteText(page)})`);
  });
  return row;
}

/** Clicks entries of the open list one after the other, until it closes. */
async function clickThrough(page: Page, ...steps: readonly Step[]): Promise<void> {
  for (const [label, value] of steps) {
    const row = await listEntry(page, value);
    should(await row.evaluate((one) => one.firstChild?.textContent)).equal(label);
    await row.click();
  }
  await search(page).waitFor({ state: 'detached' });
}

/** Chooses a value for a field by the mouse, level by level. */
export async function pick(page: Page, param: string, ...steps: readonly Step[]): Promise<void> {
  await opener(page, param).click();
  await clickThrough(page, ...steps);
}

/** Opens the list whose button has the focus, then searches and selects each entry by the keyboard. */
export async function pickBySearch(page: Page, ...steps: readonly Step[]): Promise<void> {
  await page.keyboard.press('Enter');
  for (const [label, value] of steps) {
    // Waits for the list first, because a new list restarts the search.
    await listEntry(page, value);
    await page.keyboard.type(label);
    const current = page.locator('.hub-picker [aria-selected=true]');
    for (const _ of await names(page)) {
      if ((await current.getAttribute('data-value')) === value) break;
      await page.keyboard.press('ArrowDown');
    }
    should(await current.getAttribute('data-value')).equal(value);
    await page.keyboard.press('Enter');
  }
  await search(page).waitFor({ state: 'detached' });
}

/** Chooses values for a field by the keyboard. */
export async function pickByKeys(page: Page, param: string, ...steps: readonly Step[]): Promise<void> {
  await opener(page, param).focus();
  await pickBySearch(page, ...steps);
}

/** Adds a field that the hub lists to a JSON field. */
export async function addField(page: Page, param: string, ...steps: readonly Step[]): Promise<void> {
  await page.locator(`.hub-field:has(#hub-param-${param}) .hub-add`).click();
  await clickThrough(page, ...steps);
}
