import type { Page } from 'playwright-core';
import should from 'should';

/** Shows the sidebar in a language, with a width of 320 px. `act` gets a check that no text is cut or too wide. */
export async function inNarrowSidebar(
  page: Page,
  language: string,
  act: (fits: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await page.evaluate((it) => localStorage.setItem('editor-language', it), language);
  try {
    await page.reload();
    await page.waitForFunction(() => window.RED?.workspaces?.active());
    await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
    await page.evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page.locator('.hub-side').evaluate((side) => {
      side.style.width = '320px';
    });
    await act(async () => {
      should(await tooWide(page)).eql([]);
    });
  } finally {
    await page.evaluate(() => localStorage.removeItem('editor-language'));
  }
}

/** The elements of the sidebar whose contents are wider than they are. */
const tooWide = (page: Page): Promise<string[]> =>
  page.locator('.hub-side').evaluate((side) =>
    [...side.querySelectorAll<HTMLElement>('*')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'hidden')
      .filter((part) => getComputedStyle(part).display !== 'inline' && part.clientWidth > 0)
      .map((part) => part.outerHTML.slice(0, 80)),
  );
