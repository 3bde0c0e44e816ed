import should from 'should';
import { barriersIn } from '../axe.js';
import { TEST_TIMEOUT, useBench } from './bench.js';

describe('the help', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();

  it('folds its long sections, and unfolds them by the keyboard', async () => {
    await bench.deploy();
    const { page } = bench;
    await page.evaluate(() =>
      (window.RED as unknown as { sidebar: { help: { show(type: string): void } } }).sidebar.help.show('hub-panel'),
    );
    const details = page.locator('.red-ui-help details', { has: page.getByText('Details', { exact: true }) });
    const inside = details.getByText('Takeover', { exact: true });
    should(await inside.isVisible()).be.false();
    await details.locator('summary').press('Enter');
    await inside.waitFor({ state: 'visible' });
    const tooWide = await page
      .locator('.red-ui-help')
      .first()
      .evaluate((help) => {
        const { right } = help.getBoundingClientRect();
        return [...help.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right + 1).length;
      });
    should(tooWide).equal(0);
    should(await barriersIn(page, '.red-ui-help')).eql([]);
  });

  it('has links that open a page in a new tab, readable in light, in dark and without barriers', async () => {
    await bench.deploy();
    const editor = bench.page;
    await editor.evaluate(() =>
      (window.RED as unknown as { sidebar: { help: { show(type: string): void } } }).sidebar.help.show('hub-lamp'),
    );
    const [page] = await Promise.all([
      editor.context().waitForEvent('page'),
      editor.locator('.red-ui-help a[href*="troubleshooting"]').click(),
    ]);
    try {
      await page.waitForLoadState();
      should(await page.title()).equal('Troubleshooting – Graphics hub');
      const backgrounds: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        backgrounds.push(await page.evaluate(() => getComputedStyle(document.querySelector('code')!).backgroundColor));
        should(await barriersIn(page, 'html')).eql([]);
      }
      should(backgrounds[0]).not.equal(backgrounds[1]);
      await page.emulateMedia({ media: 'print' });
      should(await page.locator('nav').isVisible()).be.false();
    } finally {
      await page.close();
    }
  });
});
