import type { Locator, Page } from 'playwright-core';
import { showSidebar } from './stage.js';

/** Opens the sidebar's tree. */
export async function openTree(page: Page): Promise<void> {
  await showSidebar(page);
  await page.click('#hub-side-tab-hubs');
  await page.click('#hub-side-tab-tree');
}

/** Clears the tree. The engines are listed again. */
export async function reload(page: Page): Promise<void> {
  await page.click('.hub-side-top button');
  await row(page, 'Studio A').waitFor();
}

/** The row with this label, optionally in one level. If there are several, the last one. */
export const row = (page: Page, label: string, level?: number): Locator =>
  page
    .locator(`#hub-side-things [role=treeitem]${level ? `[aria-level="${level}"]` : ''}`, {
      has: page.locator('.hub-label').getByText(label, { exact: true }),
    })
    .last();

/** Waits for the hub's answers to open rows. They move the rows below away from the mouse. */
const answered = (page: Page): Promise<void> =>
  page.locator('#hub-side-things').getByText('Asking the hub…').first().waitFor({ state: 'detached' });

/** Clicks on a row, with a key held. */
export async function click(page: Page, target: Locator, key?: 'Shift' | 'Control'): Promise<void> {
  await answered(page);
  await target.click({ modifiers: key ? [key] : [] });
}

/** Opens one row after the other by a click, each below the previous one. */
export async function unfold(page: Page, ...labels: readonly string[]): Promise<void> {
  let level = 0;
  for (const label of labels) {
    // A thing below it can have the same name.
    const next = level ? row(page, label, level) : row(page, label);
    await click(page, next);
    await next.and(page.locator('[aria-expanded=true]')).waitFor();
    level = Number(await next.getAttribute('aria-level')) + 1;
  }
}

/** The labels of all rows. */
export const labels = (page: Page): Promise<string[]> => page.locator('#hub-side-things .hub-label').allTextContents();

/** The label of the row with the keyboard focus. */
export const currentLabel = (page: Page): Promise<string | null> =>
  page.locator('#hub-side-things [aria-selected=true] .hub-label').textContent();

/** Waits for a row and moves down to it by the keyboard. */
export async function moveTo(page: Page, label: string): Promise<void> {
  await row(page, label).waitFor();
  for (const _ of await labels(page)) if ((await currentLabel(page)) !== label) await page.keyboard.press('ArrowDown');
}

/** Drags a row to a position of the canvas, in px from its corner, with a key held. */
export async function drag(page: Page, label: string, { x, y }: { x: number; y: number }, key?: string): Promise<void> {
  await answered(page);
  const canvas = (await page.locator('#red-ui-workspace-chart').boundingBox())!;
  await row(page, label).hover();
  await page.mouse.down();
  if (key) await page.keyboard.down(key);
  await page.mouse.move(canvas.x + x, canvas.y + y, { steps: 4 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}

/** Opens a row's menu by its button. */
export async function openMenu(page: Page, label: string, level?: number): Promise<Locator> {
  await answered(page);
  await row(page, label, level).hover();
  await row(page, label, level).locator('button').click();
  return page.locator('.hub-side-menu');
}

/** True if the element with the focus matches. */
export const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((expected) => document.activeElement?.matches(expected) ?? false, selector);

/** The ids of the nodes of the open flow, optionally of one type. */
export const nodesOf = (page: Page, type?: string): Promise<string[]> =>
  page.evaluate((expected) => {
    const { nodes, workspaces } = window.RED as unknown as {
      nodes: { filterNodes(filter: object): { id: string; type: string }[] };
      workspaces: { active(): string };
    };
    const all = nodes.filterNodes({ z: workspaces.active() });
    return all.filter((node) => !expected || node.type === expected).map(({ id }) => id);
  }, type);

/** A node on the canvas, with its centre. */
export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The nodes of the open flow, and the horizontal ends of the wires, in px. */
export const layoutOf = (
  page: Page,
): Promise<{ boxes: readonly Placed[]; wires: readonly { from: number; to: number }[] }> =>
  page.evaluate(() => {
    const { nodes, workspaces } = window.RED as unknown as {
      nodes: {
        filterNodes(filter: object): Placed[];
        eachLink(visit: (link: { source: Placed; target: Placed }) => void): void;
      };
      workspaces: { active(): string };
    };
    const wires: { from: number; to: number }[] = [];
    nodes.eachLink(({ source, target }) => {
      wires.push({ from: source.x + source.w / 2, to: target.x - target.w / 2 });
    });
    const placed = nodes.filterNodes({ z: workspaces.active() });
    return { boxes: placed.map(({ id, x, y, w, h }) => ({ id, x, y, w, h })), wires };
  });
