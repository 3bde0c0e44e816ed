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

/** Fields that Node-RED hides in each dialog for the browser to fill in instead of the real ones. */
const TRAP = '[id^=red-ui-trap-]';

/**
 * What keeps people out of these elements of a page, as axe tells it: what it calls serious or critical. Throws where
 * there is nothing to look at.
 */
export async function barriersIn(page: Page, ...within: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([include, exclude]) =>
      (window as unknown as { axe: Axe }).axe.run({ include, exclude }, { resultTypes: ['violations'] }),
    [[...within], [TRAP]] as [string[], string[]],
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
