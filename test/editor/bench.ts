import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromium as executablePath } from '../chromium.js';
import { startNodeRed } from '../real-node-red.js';
import { PATIENCE } from './page.js';

/** A real Node-RED with this package, and its editor in a real browser. */
export interface Bench {
  readonly page: Page;
  /** What was thrown in the browser, or called an error or a warning on its console. */
  readonly complaints: string[];
  /** Makes these nodes the deployed ones, on one tab, and loads the editor anew. */
  deploy(...nodes: object[]): Promise<void>;
  close(): Promise<void>;
}

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** The public catalogue is not asked, since a test must not depend on it. */
const SETTINGS = { externalModules: { palette: { allowInstall: false } } };

/** How long the browser may take to start or to load the editor, in ms: several may be running beside. */
const LOADING = 60_000;

/** How long a test or a hook may take, in ms: more than all that it waits for, so that the reason is told. */
export const LIMIT = 240_000;

/** The tab that nodes for `deploy` stand on. */
export const TAB = 'tab';

export async function openBench(): Promise<Bench> {
  if (!executablePath) throw new Error('No Chromium: install it, or name it in CHROMIUM');
  const userDir = mkdtempSync(join(tmpdir(), 'hub-editor-'));
  linkPackage(userDir);
  const nodeRed = await startNodeRed(userDir, SETTINGS);
  let browser: BrowserContext | undefined;
  const close = async () => {
    await browser?.close();
    await nodeRed.stop();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const viewport = { width: 1400, height: 1000 };
    const profile = join(userDir, 'browser');
    browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ARGS,
      timeout: LOADING,
      viewport,
    });
    const page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(PATIENCE);
    page.setDefaultNavigationTimeout(LOADING);
    const complaints = listen(page);
    const deploy = async (...nodes: object[]) => {
      const flow = [{ id: TAB, type: 'tab', label: 'Flow' }, ...nodes];
      const deployed = await fetch(`${nodeRed.url}/flows`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(flow),
      });
      if (!deployed.ok) throw new Error(`Not deployed: ${deployed.status} ${await deployed.text()}`);
      await load(page, nodeRed.url);
    };
    return { page, complaints, deploy, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the editor and waits until it has loaded the package and shows a flow. */
async function load(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    () => window.RED?.nodes?.getType?.('hub-engine-property') && window.RED.workspaces.active(),
    undefined,
    { timeout: LOADING },
  );
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', timeout: LOADING });
  // What slides and fades costs a test its time and proves nothing.
  await page.evaluate(() => {
    window.jQuery.fx.off = true;
  });
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

/** What an installation does: the tests run in the package's folder. */
export function linkPackage(userDir: string): void {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const link = join(userDir, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(process.cwd(), link, 'junction');
}
