import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { barriersIn } from '../axe.js';
import { freePort } from '../free-port.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useUsualPort } from '../usual-port.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { createUserDir, openStage, REMOTE, reload, SETTINGS, type Stage, showSidebar, untilLoaded } from './stage.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';
import { clickToClose } from './user-actions.js';

/** A Node-RED of its own, because its simulator runs until it stops. */
describe('the starts of an empty sidebar', () => {
  useUsualPort();
  let userDir: string;
  let nodeRed: RealNodeRed;
  let stage: Stage;
  let isVersion5: boolean;
  const page = () => stage.page;
  const press = (key: string) => page().keyboard.press(key);
  const button = (name: string, on: Page = page()) => on.locator('.hub-side-starts').getByRole('button', { name });

  before(async () => {
    userDir = createUserDir();
    nodeRed = await startNodeRed(userDir, SETTINGS);
    stage = await openStage(nodeRed);
    await stage.deploy();
    isVersion5 = await page().evaluate(() =>
      (window.RED as unknown as { settings: { version: string } }).settings.version.startsWith('5.'),
    );
  });

  after(async () => {
    await stage?.close();
    await nodeRed?.stop();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  beforeEach(() => stage.deploy());

  afterEach('no errors in the browser', () => {
    should(stage.browserErrors).eql([]);
  });

  /** The clicks that open the sidebar: Node-RED 5 has a button for it, Node-RED 4.1 an entry of a menu. */
  const openSidebar = () =>
    isVersion5
      ? [() => page().click('button[aria-label="Graphics hub"]')]
      : [
          () => page().click('.red-ui-tab-link-button-menu'),
          () => page().click('#red-ui-tabs-menu-option-graphics-hub'),
        ];

  /** The hub configurations in the editor. */
  const hubs = () =>
    page().evaluate(() => {
      const found: object[] = [];
      window.RED.nodes.eachConfig(({ type, baseUrl }) => {
        if (type === 'hub-config') found.push({ baseUrl });
      });
      return found;
    });

  const useSimulator = async () => {
    await showSidebar(page());
    await button('Use the simulator').click();
    await tree.row(page(), 'Studio A').waitFor();
    return page().locator('.hub-side-picture').getAttribute('href');
  };

  it('lead from an empty Node-RED to a moving picture in eight actions', async () => {
    let picture: Page | undefined;
    const camera = (zoom: number) =>
      picture!.locator(`#program-camera[transform*="scale(${zoom})"]`).waitFor({ state: 'attached' });
    const actions = [
      ...openSidebar(),
      // A new page has its token with the first report. A press that waits for it is not sent late.
      () =>
        page()
          .locator('.hub-side-empty')
          .waitFor()
          .then(() => button('Use the simulator').click()),
      async () => {
        const opened = page().context().waitForEvent('page');
        await page().getByRole('link', { name: 'Open the picture of the simulator' }).click();
        picture = await opened;
        await camera(1);
        await page().bringToFront();
      },
      () => tree.click(page(), tree.row(page(), 'Tracked Camera')),
      () => tree.drag(page(), 'Zoom', { x: 150, y: 150 }),
      () => picking.deploy(page()),
      async () => {
        const [inject] = await tree.nodesOf(page(), 'inject');
        await page().click(`[id="${inject}"] .red-ui-flow-node-button-button`);
      },
    ];
    should(actions.length).be.belowOrEqual(8);
    try {
      for (const act of actions) await act();
      await camera(2);
      // The second inject node restores the value.
      const [, restore] = await tree.nodesOf(page(), 'inject');
      await page().click(`[id="${restore}"] .red-ui-flow-node-button-button`);
      await camera(1);
    } finally {
      await picture?.close();
    }
  });

  it('use one simulator, and undo the hub in one step', async () => {
    const url = await useSimulator();
    should(url).match(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const baseUrl = url!.slice(0, -1);
    should(await hubs()).eql([{ baseUrl }]);
    should(await page().evaluate(() => window.RED.nodes.dirty())).be.true();
    await page().click('#red-ui-workspace-chart', { position: { x: 20, y: 20 } });
    await press('Control+z');
    should(await hubs()).eql([]);
    should(await page().evaluate(() => window.RED.nodes.dirty())).be.false();
    await button('Use the simulator').waitFor();
    should(await useSimulator()).equal(url);
    should(await hubs()).eql([{ baseUrl }]);
    // The picture is also found after the page is loaded again.
    await picking.deploy(page());
    await reload(page());
    await showSidebar(page());
    await becomes(() => page().locator('.hub-side-picture').getAttribute('href'), url);
    await inEachTheme(page(), async () => {
      should(await barriersIn(page(), '.hub-side')).eql([]);
      // It has the colour of the links of Node-RED, unlike the tabs beside it.
      const colours = await page().evaluate(() => {
        const link = document.createElement('a');
        link.style.color = 'var(--red-ui-text-color-link)';
        document.body.append(link);
        const colourOf = (each: Element | null) => each && getComputedStyle(each).color;
        const picture = colourOf(document.querySelector('.hub-side-picture'));
        const isLink = picture === colourOf(link);
        link.remove();
        return { isLink, isTab: picture === colourOf(document.querySelector('.hub-side-tabs button')) };
      });
      should(colours).eql({ isLink: true, isTab: false });
    });
  });

  it('add a hub by its dialog', async () => {
    await showSidebar(page());
    await button('Add a hub').click();
    await editor.waitForDialog(page(), 'node-config-dialog-ok');
    await page().fill('#node-config-input-baseUrl', 'http://127.0.0.1:9');
    await clickToClose(page(), 'node-config-dialog-ok');
    await page().locator('#hub-side-tab-hubs').waitFor();
    should(await hubs()).eql([{ baseUrl: 'http://127.0.0.1:9' }]);
    await page().click('#hub-side-tab-hubs');
    await becomes(() => page().locator('.hub-side-head strong').innerText(), 'http://127.0.0.1:9');
    await page().locator('.hub-side-head').getByText('not deployed. Click Deploy.').waitFor();
    await button('Add a hub').waitFor();
    // A dialog that is still closing takes the focus from the next one.
    await page().locator('.red-ui-tray').first().waitFor({ state: 'detached' });
    await page().focus('#hub-side-tab-hubs');
    await page()
      .getByRole('button', { name: /^Edit: / })
      .click();
    await editor.waitForDialog(page(), 'node-config-dialog-ok');
    await page().fill('#node-config-input-baseUrl', 'http://127.0.0.1:8');
    await clickToClose(page(), 'node-config-dialog-ok');
    should(await hubs()).eql([{ baseUrl: 'http://127.0.0.1:8' }]);
    await becomes(() => page().locator('.hub-side-head strong').innerText(), 'http://127.0.0.1:8');
    await page().click('#hub-side-tab-tree');
    await button('Add a hub').waitFor({ state: 'hidden' });
  });

  it('open First show on the running simulator', async () => {
    await showSidebar(page());
    await button('Open First show').click();
    await tree.row(page(), 'Studio A').waitFor();
    await page().locator('.red-ui-tab.active', { hasText: 'First show' }).waitFor();
    const url = await page().locator('.hub-side-picture').getAttribute('href');
    should(await hubs()).eql([{ baseUrl: url!.slice(0, -1) }]);
    await picking.deploy(page());
    await page().click('#hub-side-tab-hubs');
    await becomes(() => page().locator('.hub-side-hubs li').innerText(), /connected/);
    await page().setViewportSize({ width: 1280, height: 800 });
    // A sidebar of Node-RED 5 covers the flow.
    const covered = () =>
      page().evaluate(() => {
        const { left } = document.querySelector('.hub-side')!.getBoundingClientRect();
        const things = [...document.querySelectorAll('.red-ui-flow-node, .red-ui-flow-group-outline')];
        return things
          .filter((thing) => thing.getBoundingClientRect().right > left)
          .map(({ textContent }) => textContent);
      });
    await becomes(covered, []);
    await page().setViewportSize({ width: 1400, height: 1000 });
  });

  it('bring the simulator back after a restart of Node-RED, on its port', async () => {
    const url = await useSimulator();
    await picking.deploy(page());
    await page().close();
    await nodeRed.stop();
    nodeRed = await startNodeRed(userDir, SETTINGS);
    stage = await openStage(nodeRed);
    await page().goto(nodeRed.url);
    await untilLoaded(page());
    await showSidebar(page());
    await becomes(() => page().locator('.hub-side-picture').getAttribute('href'), url);
    should((await fetch(url!)).status).equal(200);
    should(await page().getByRole('button', { name: 'Start the simulator' }).isVisible()).be.false();
  });

  it('show that another program uses the port, until it has ended', async () => {
    const port = await freePort();
    const program = createServer().listen(port, '127.0.0.1');
    await once(program, 'listening');
    await page().close();
    await nodeRed.stop();
    const hub = picking.hubAt(`http://127.0.0.1:${port}`, { auth: 'none', simulator: 'true' });
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify([hub]));
    nodeRed = await startNodeRed(userDir, SETTINGS);
    stage = await openStage(nodeRed);
    await page().goto(nodeRed.url);
    await untilLoaded(page());
    await showSidebar(page());
    const bar = page().locator('.hub-side-simulator');
    const reason = `Another program uses port ${port}, so the simulator cannot start there. End that program, then click Start the simulator.`;
    await bar.getByText(reason).waitFor();
    const again = page().getByRole('button', { name: 'Start the simulator' });
    const answered = page().waitForResponse((response) => response.url().endsWith('/graphics-hub/simulator'));
    await again.click();
    should(await (await answered).json()).eql({ usedPort: port });
    await bar.getByText(reason).waitFor();
    program.close();
    await once(program, 'close');
    await again.click();
    await becomes(() => page().locator('.hub-side-picture').getAttribute('href'), `http://127.0.0.1:${port}/`);
    await again.waitFor({ state: 'hidden' });
    // A report from before the start can follow.
    await becomes(async () => /Another program/.test(await bar.innerText()), false);
  });

  it('show on another computer that the picture opens only beside Node-RED', async () => {
    const remote = await page().context().newPage();
    const only = 'The picture of the simulator opens only on the computer that runs Node-RED.';
    try {
      await remote.goto(nodeRed.url.replace('127.0.0.1', REMOTE));
      await untilLoaded(remote);
      await showSidebar(remote);
      await remote.locator('.hub-side-starts').getByText(only).waitFor();
      await remote.locator('.hub-side-empty').waitFor();
      await button('Use the simulator', remote).click();
      await tree.row(remote, 'Studio A').waitFor();
      should(await remote.locator('.hub-side-simulator').innerText()).equal(only);
    } finally {
      await remote.close();
    }
  });

  it('have no barriers, and fit into 320 pixels in German and Japanese', async () => {
    await showSidebar(page());
    await button('Add a hub').waitFor();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    for (const language of ['de', 'ja']) {
      const { sidebar } = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8'));
      await page().evaluate((it) => localStorage.setItem('editor-language', it), language);
      await reload(page());
      await showSidebar(page());
      await button(sidebar.starts.addHub).waitFor();
      await page().evaluate(() => {
        Object.assign((document.querySelector('.hub-side') as HTMLElement).style, { width: '320px' });
      });
      const overflow = await page().$$eval('.hub-side-starts, .hub-side-starts *', (parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent),
      );
      should(overflow).eql([]);
    }
  });
});
