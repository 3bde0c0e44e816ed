import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromium as executablePath } from '../chromium.js';
import { startNodeRed } from '../real-node-red.js';

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

/** How long the editor may take to show something, in ms: less than a test may take, so that the reason is told. */
const PATIENCE = 10_000;

/** The tab that nodes for `deploy` stand on. */
export const TAB = 'tab';

export async function openBench(): Promise<Bench> {
  if (!executablePath) throw new Error('No Chromium: install it, or name it in CHROMIUM');
  const userDir = mkdtempSync(join(tmpdir(), 'hub-editor-'));
  linkPackage(userDir);
  const nodeRed = await startNodeRed(userDir, SETTINGS);
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await nodeRed.stop();
    rmSync(userDir, { recursive: true, force: true });
  };
  try {
    browser = await chromium.launch({ executablePath, args: ARGS });
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    page.setDefaultTimeout(PATIENCE);
    const complaints = listen(page);
    const deploy = async (...nodes: object[]) => {
      const flow = [{ id: TAB, type: 'tab', label: 'Flow' }, ...nodes];
      await fetch(`${nodeRed.url}/flows`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(flow),
      });
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
  );
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
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
