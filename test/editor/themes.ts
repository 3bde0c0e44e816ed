import type { Page } from 'playwright-core';
import { eventually } from './page.js';

const DARK = 'nr-theme-dark';

/** Runs a check in each theme. Node-RED 5 sets its dark theme by a class. */
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
