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

/** Large parts of Node-RED's editor, without its styles. Axe reads the whole document, so each run is three times as fast. */
const LARGE_PARTS = [
  ...['#red-ui-workspace-chart svg > g', '#red-ui-palette-container', '.red-ui-sidebar-info'],
  ...['#red-ui-header-button-sidemenu-submenu', '#red-ui-editor-node-configs script'],
].join();

/**
 * The serious and critical violations that axe finds in these elements of a page. Throws if there are no such elements.
 */
export const barriersIn = (page: Page, ...within: readonly string[]): Promise<string[]> =>
  violationsIn(page, within, {});

/** The same without the contrast of colours, which takes most of the time. */
export const barriersBesidesColours = (page: Page, ...within: readonly string[]): Promise<string[]> =>
  violationsIn(page, within, { 'color-contrast': { enabled: false } });

/** Runs several checks of these elements without the large parts of the editor. */
export async function withoutLargeParts<T>(page: Page, within: readonly string[], check: () => Promise<T>): Promise<T> {
  const removed = await page.evaluateHandle(
    ([large, include]) => {
      const isUnrelated = (part: Element) => !include.some((it) => part.closest(it) || part.querySelector(it));
      return [...document.querySelectorAll(large)].filter(isUnrelated).map((part) => {
        const place = document.createComment('');
        part.replaceWith(place);
        return { part, place };
      });
    },
    [LARGE_PARTS, within] as const,
  );
  try {
    return await check();
  } finally {
    await removed.evaluate((parts) => {
      for (const { part, place } of parts) place.replaceWith(part);
    });
  }
}

async function violationsIn(page: Page, within: readonly string[], rules: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await withoutLargeParts(page, within, () =>
    page.evaluate(
      ([include, exclude, enabled]) =>
        (window as unknown as { axe: Axe }).axe.run(
          { include, exclude },
          { resultTypes: ['violations'], rules: enabled },
        ),
      [[...within], [TRAP], rules] as [string[], string[], object],
    ),
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
