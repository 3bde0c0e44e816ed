import should from 'should';
import { barriersIn } from '../axe.js';
import { page, useStage } from './stage.js';

describe('the help', () => {
  const stage = useStage();

  it('folds its long sections, and unfolds them by the keyboard', async () => {
    await stage.deploy();
    await page().evaluate(() =>
      (window.RED as unknown as { sidebar: { help: { show(type: string): void } } }).sidebar.help.show('hub-panel'),
    );
    const details = page().locator('.red-ui-help details', { has: page().getByText('Details', { exact: true }) });
    const inside = details.getByText('Takeover', { exact: true });
    should(await inside.isVisible()).be.false();
    await details.locator('summary').press('Enter');
    await inside.waitFor({ state: 'visible' });
    const tooWide = await page()
      .locator('.red-ui-help')
      .first()
      .evaluate((help) => {
        const { right } = help.getBoundingClientRect();
        return [...help.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > right + 1).length;
      });
    should(tooWide).equal(0);
    should(await barriersIn(page(), '.red-ui-help')).eql([]);
  });

  it('has links that open a page in a new tab, readable in light, in dark and without barriers', async () => {
    await stage.deploy();
    await page().evaluate(() =>
      (window.RED as unknown as { sidebar: { help: { show(type: string): void } } }).sidebar.help.show('hub-lamp'),
    );
    const [tab] = await Promise.all([
      page().context().waitForEvent('page'),
      page().locator('.red-ui-help a[href*="troubleshooting"]').click(),
    ]);
    try {
      await tab.waitForLoadState();
      should(await tab.title()).equal('Troubleshooting – Graphics hub');
      const backgrounds: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        backgrounds.push(await tab.evaluate(() => getComputedStyle(document.querySelector('code')!).backgroundColor));
        should(await barriersIn(tab, 'html')).eql([]);
      }
      should(backgrounds[0]).not.equal(backgrounds[1]);
      await tab.emulateMedia({ media: 'print' });
      should(await tab.locator('nav').isVisible()).be.false();
    } finally {
      await tab.close();
    }
  });

  it('and the editor ask only this computer, as in a studio without internet', async () => {
    const reader = await page().context().newPage();
    const others: string[] = [];
    try {
      reader.on('request', (request) => others.push(request.url()));
      for (const path of ['', 'resources/@graphics-hub/node-red/docs/recipes/newsroom.html']) {
        await reader.goto(new URL(path, page().url()).href);
        // A slow computer may be idle before the editor is complete.
        if (path === '') await reader.waitForSelector('.red-ui-palette-node[data-palette-type="hub-control"]');
        await reader.waitForLoadState('networkidle');
      }
      should(await reader.locator('main').innerText()).containEql('Newsroom');
    } finally {
      await reader.close();
    }
    should(others.length).be.above(10);
    should(others.filter((url) => /^(http|ws)/.test(url) && new URL(url).hostname !== '127.0.0.1')).eql([]);
  });
});
