import type { Page } from 'playwright-core';
import { env, X } from './page.js';
import { TAB } from './stage.js';

/** A node with its defaults, as it is saved. */
export const look = (id: string, fields: object) => ({
  ...{
    id,
    type: 'hub-look',
    z: TAB,
    name: '',
    version: 1,
    hub: 'hub',
    operation: 'recall',
    look: '',
    holdStores: false,
  },
  ...{ properties: [], fade: '', curve: 'Linear', interval: '1', restore: 'off', restores: [] },
  ...{ maxAbsence: '60', file: '', x: X, y: 100, wires: [[], []] },
  ...fields,
});

const LEVEL = '/Game/Maps/Arena.Arena:PersistentLevel';

/** The saved names of a property of the camera in the arena. */
export const camera = (property: string) => ({
  ...{ engine: 'Arena', node: 'Cine Camera', nodePath: `${LEVEL}.CineCamera_1`, property, propertyPath: property },
});

export const scoreboard = (property: string, propertyPath: string) => ({
  ...{ engine: 'Arena', node: 'Scoreboard', nodePath: `${LEVEL}.Scoreboard_2`, property, propertyPath },
});

export const home = scoreboard('Home', 'Text/Home');
export const visible = scoreboard('Visible', 'Visible');

/** A saved node that uses every field, written by hand with fields that the dialog would leave out. */
export const full = look('full', {
  ...{ name: 'Interview', operation: 'store', look: 'Interview', holdStores: true, fade: '2', y: 160 },
  ...{
    curve: 'EaseOut',
    interval: '0.5',
    restore: 'ask',
    maxAbsence: env('ABSENCE'),
    file: 'looks.json',
  },
  properties: [
    { ...home, name: 'Left', recall: true, fade: '' },
    { ...visible, nodePath: '', recall: false, fade: 0.5 },
  ],
  restores: [{ engine: 'Gone', mode: 'automatic' }],
});

/** The rows of the table. */
export const rows = (page: Page) => page.locator('#hub-look-table > li');

export const rowTexts = (page: Page) => rows(page).locator('.hub-property').allTextContents();

/** The tree below the table. */
const tree = (page: Page) => page.locator('.hub-browse .hub-tree');

/** The result of the last tick. */
export const note = (page: Page) => page.locator('.hub-browse > .hub-note').innerText();

/** An engine or a node of the tree. */
export const branch = (page: Page, label: string) =>
  tree(page).locator('[role=treeitem]', { has: page.locator('.hub-label').getByText(label, { exact: true }) });

/** The arrow that opens the components of a property. */
export const arrow = (page: Page, label: string) => branch(page, label).locator('.hub-twist');

/** A property or component, which has a tick. */
export const tick = (page: Page, label: string) => branch(page, label).and(page.locator('[aria-checked]'));

/** Moves down to an entry by the keyboard. */
export async function moveDownTo(page: Page, label: string): Promise<void> {
  await branch(page, label).waitFor();
  const isCurrent = async () => (await branch(page, label).getAttribute('aria-selected')) === 'true';
  for (let steps = 0; steps < 50 && !(await isCurrent()); steps += 1) await page.keyboard.press('ArrowDown');
}

/** The button that adds all properties of a node. */
export const addAll = (page: Page, node: string) =>
  tree(page).getByRole('button', { name: `Add all properties of ${node}` });

/** Opens the tree and these branches by the mouse. */
export async function unfold(page: Page, ...labels: readonly string[]): Promise<void> {
  if (!(await tree(page).isVisible())) await page.click('.hub-browse > summary');
  for (const label of labels) await branch(page, label).click();
}
