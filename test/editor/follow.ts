import type { Page } from 'playwright-core';
import should from 'should';

/** Each instruction of a page with its action, in the order of the page. */
export type Step = readonly [instruction: string, act: () => Promise<unknown>];

/** Performs the action of each instruction. The page must have the instructions, in this order. */
export async function follow(page: string, ...steps: readonly Step[]): Promise<void> {
  const text = page.replace(/\s+/g, ' ');
  let at = 0;
  for (const [instruction, act] of steps) {
    const next = text.indexOf(instruction, at);
    should(next).be.aboveOrEqual(at, instruction);
    at = next;
    await act();
  }
}

/** The instructions of a page that import a recipe by the menu of the editor. The first one has the words of the page. */
export function importRecipe(page: Page, first: string, recipe: string): readonly Step[] {
  const entry = (label: string) =>
    page.locator('#red-ui-clipboard-dialog .red-ui-treeList-label', { hasText: new RegExp(`^${label}$`) });
  return [
    [
      first,
      async () => {
        await page.click('#red-ui-header-button-sidemenu');
        await page.click('#menu-item-import');
      },
    ],
    ['Examples', () => page.locator('#red-ui-clipboard-dialog-import-tabs').getByText('Examples').click()],
    ['@graphics-hub/node-red', () => entry('@graphics-hub/node-red').click()],
    ['4-recipes', () => entry('4-recipes').click()],
    [
      recipe,
      async () => {
        await entry(recipe).click();
        await page.click('#red-ui-clipboard-dialog-ok');
        await page.locator('#red-ui-clipboard-dialog').waitFor({ state: 'hidden' });
      },
    ],
  ];
}
