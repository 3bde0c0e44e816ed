import { source } from 'axe-core';
import type { Page } from 'playwright-core';

/** The parts of axe that run in a page. */
interface Axe {
  run(context: { include: string[]; exclude: string[] }, options: object): Promise<{ violations: Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Hidden fields of Node-RED that catch the browser's autofill. */
const TRAP = '[id^=red-ui-trap-]';

/** Large parts of Node-RED's editor. Axe reads the whole document, so each run without them is three times as fast. */
const LARGE_PARTS = [
  ...['#red-ui-workspace-chart svg > g', '#red-ui-palette-container', '.red-ui-sidebar-info'],
  ...['#red-ui-header-button-sidemenu-submenu', '#red-ui-editor-node-configs'],
].join();

/**
 * The serious and critical violations that axe finds in these elements of a page. Throws if there are no such elements.
 */
export const barriersIn = (page: Page, ...within: readonly string[]): Promise<string[]> =>
  violationsIn(page, within, {});

/** The same without the contrast of colours, which takes most of the time. */
export const barriersBesidesColours = (page: Page, ...within: readonly string[]): Promise<string[]> =>
  violationsIn(page, within, { 'color-contrast': { enabled: false } });

async function violationsIn(page: Page, within: readonly string[], rules: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    async ([include, exclude, enabled, large]) => {
      const isUnrelated = (part: Element) => !include.some((it) => part.closest(it) || part.querySelector(it));
      const removed = [...document.querySelectorAll(large)].filter(isUnrelated).map((part) => {
        const place = document.createComment('');
        part.replaceWith(place);
        return { part, place };
      });
      try {
        const { axe } = window as unknown as { axe: Axe };
        return await axe.run({ include, exclude }, { resultTypes: ['violations'], rules: enabled });
      } finally {
        for (const { part, place } of removed) place.replaceWith(part);
      }
    },
    [[...within], [TRAP], rules, LARGE_PARTS] as [string[], string[], object, string],
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
