import type { Page } from 'playwright-core';
import { eventually } from './page.js';

const DARK = 'nr-theme-dark';

/** Does the same in each theme: Node-RED 5 has a dark one, which it puts on by a class. */
export async function inEachTheme(page: Page, check: () => Promise<unknown>): Promise<void> {
  const version = await page.evaluate(
    () => (window.RED as unknown as { settings: { version: string } }).settings.version,
  );
  for (const isDark of version.startsWith('4.') ? [false] : [false, true]) {
    await page.evaluate(([name, on]) => document.documentElement.classList.toggle(name, on), [DARK, isDark] as const);
    // Node-RED fades from one theme to the other.
    await eventually(check);
  }
  await page.evaluate((name) => document.documentElement.classList.remove(name), DARK);
}
