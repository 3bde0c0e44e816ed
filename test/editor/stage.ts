import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { chromium as executablePath } from '../chromium.js';
import { linkPackage } from '../link-package.js';
import { pageToken } from '../page-token.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { withSurfaces } from '../surfaces.js';
import { closeDialog, eventually, PATIENCE } from './page.js';

/** A page with the editor of a Node-RED. */
export interface Stage {
  readonly page: Page;
  /** Exceptions in the browser, and errors and warnings on its console. */
  readonly browserErrors: string[];
  /** Deploys these nodes on one tab, with the surfaces that controls name by their device, and shows them in an editor with all dialogs closed. */
  deploy(...nodes: object[]): Promise<void>;
  close(): Promise<void>;
}

/** A name under which the browser finds this computer as if it were another one. */
export const REMOTE = 'studio.test';

const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  `--host-resolver-rules=MAP ${REMOTE} 127.0.0.1`,
];

/** A node for a Stream Deck: `deck.ts` presses its keys. */
const DECK = 'node-red-contrib-deck-stand-in';

/** Tests must not depend on the public catalogue. */
export const SETTINGS = {
  ...FEW_NODES,
  externalModules: { palette: { allowInstall: false, allowList: ['@graphics-hub/node-red', DECK] } },
};

/** On a loaded machine, Node-RED 5 can show a tip before it has a place for it, and throws. */
const USERS = { _: { editor: { view: { 'view-show-tips': false } } } };

const WINDOW = { width: 1400, height: 1000 };

/** Maximum time to start the browser or to load the editor, in ms. Several browsers can run at once. */
export const LOAD_TIMEOUT = 120_000;

/** Maximum time of a test, in ms. Longer than all its waits, so that a failure shows the reason. */
const TEST_TIMEOUT = 240_000;

/** The tab of the nodes for `deploy`. */
export const TAB = 'tab';

interface Shared {
  readonly userDir: string;
  readonly nodeRed: RealNodeRed;
  readonly browser: BrowserContext;
  readonly stage: Stage;
}

/** All files of a process share one Node-RED, one browser and one page: their start takes as long as the tests of a file. */
let starting: Promise<Shared> | undefined;
let started: Shared | undefined;

async function start(): Promise<Shared> {
  if (!executablePath) throw new Error('No Chromium: install it, or name it in CHROMIUM');
  const userDir = createUserDir();
  cpSync('test/editor/deck-stand-in', join(userDir, 'node_modules', DECK), { recursive: true });
  const launched = chromium.launchPersistentContext(join(userDir, 'browser'), {
    ...{ executablePath, args: ARGS, timeout: LOAD_TIMEOUT, viewport: WINDOW },
  });
  const [nodeRed, browser] = await Promise.all([startNodeRed(userDir, SETTINGS), launched]);
  started = { userDir, nodeRed, browser, stage: await openPage(browser, nodeRed) };
  return started;
}

after('the stage of the editor', async () => {
  const shared = await starting?.catch(() => undefined);
  if (!shared) return;
  await shared.browser.close();
  await shared.nodeRed.stop();
  rmSync(shared.userDir, { recursive: true, force: true, maxRetries: 5 });
});

/** A user directory with this package. */
export function createUserDir(): string {
  const userDir = mkdtempSync(join(tmpdir(), 'hub-editor-'));
  linkPackage(userDir);
  disableTips(userDir);
  return userDir;
}

/** Opens a page of the shared browser for another Node-RED. */
export async function openStage(nodeRed: RealNodeRed): Promise<Stage> {
  starting ??= start();
  return openPage((await starting).browser, nodeRed);
}

async function openPage(browser: BrowserContext, nodeRed: RealNodeRed): Promise<Stage> {
  const page = await browser.newPage();
  nodeReds.set(page, nodeRed);
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(LOAD_TIMEOUT);
  const browserErrors: string[] = [];
  recordErrors(page, browserErrors);
  await withoutDiagrams(page);
  let isLoaded = false;
  const deploy = async (...nodes: object[]) => {
    isLoaded &&= await closeAll(page);
    const restarted = nextStart(page);
    await post(nodeRed.url, { id: TAB, type: 'tab', label: 'Flow' }, ...nodes);
    if (isLoaded) await showFlows(page);
    else await load(page, nodeRed.url);
    isLoaded = true;
    // After the flows are shown, so that the page gets the statuses of their nodes.
    await restarted();
  };
  const close = async () => {
    await page.close();
    await stopFlows(page);
  };
  return { page, browserErrors, deploy, close };
}

/** Stops all nodes. They would ask hubs that are closed. */
async function stopFlows(page: Page): Promise<void> {
  const restarted = nextStart(page);
  await post(nodeReds.get(page)!.url);
  await restarted();
}

/** The shared page. */
export const page = (): Page => started!.stage.page;

/** Holds the next answer of an endpoint until the returned function is called, which waits until the page has it. */
export async function holdAnswer(path: string): Promise<() => Promise<void>> {
  const url = `**/graphics-hub/${path}`;
  let answer = () => {};
  const isReleased = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page().route(
    url,
    async (route) => {
      const response = await route.fetch();
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return async () => {
    const arrived = page().waitForResponse(url);
    answer();
    await (await arrived).finished();
  };
}

/** The shared page with the editor, as a new browser has it. After each test, closes dialogs and expects no errors in the browser. */
export function useStage(): Pick<Stage, 'browserErrors' | 'deploy'> {
  before('the stage of the editor', async () => {
    starting ??= start();
    await starting;
    await clearStage();
  });
  beforeEach(function () {
    this.currentTest?.timeout(TEST_TIMEOUT);
  });
  afterEach('no errors in the browser', async function () {
    await page().unrouteAll({ behavior: 'ignoreErrors' });
    // A dialog that stays closed, for example, would fail the tests after it as well.
    if (this.currentTest?.isFailed()) await loadAgain();
    for (const button of await openDialogs(page())) await closeDialog(page(), button);
    should(started!.stage.browserErrors.splice(0)).eql([]);
  });
  after('the flows', async () => {
    // Otherwise the editor would ask about a deploy by another user.
    if (!(await closeAll(page()))) isUsed = true;
    await stopFlows(page());
  });
  return {
    get browserErrors() {
      return started!.stage.browserErrors;
    },
    deploy: (...nodes) => started!.stage.deploy(...nodes),
  };
}

/** True after the sidebar was open, which keeps what a user chose in it, and after a load of the page. */
let isUsed = false;

/** Makes the shared page like that of a new browser. It is loaded again only if it keeps something of the tests before. */
export async function clearStage(): Promise<void> {
  const { stage, nodeRed } = started!;
  for (const event of ['request', 'requestfinished', 'requestfailed', 'response', 'download', 'dialog'] as const)
    page().removeAllListeners(event);
  await page().setViewportSize(WINDOW);
  if (page().url().startsWith(nodeRed.url)) {
    // A check of accessibility takes parts of the page away, a question covers it, and messages stay in the debug sidebar.
    const isChanged = await page().evaluate(() => {
      localStorage.clear();
      const remains = document.querySelectorAll('.red-ui-debug-msg, #red-ui-full-shade');
      return 'axe' in window || [...remains].some((part) => part.id === '' || part.checkVisibility());
    });
    if (isUsed || isChanged) await loadAgain();
  }
  await stage.deploy();
  await page().evaluate(() => window.RED.sidebar.show('info'));
  stage.browserErrors.length = 0;
  isUsed = false;
  const watch = (url: string) => {
    isUsed ||= url.endsWith('/graphics-hub/hubs') || url === `${nodeRed.url}/`;
  };
  page().on('request', (request) => watch(request.url()));
}

/** Loads the shared page without the question about changes that are not deployed. */
async function loadAgain(): Promise<void> {
  await page().evaluate(() => window.RED?.nodes.dirty(false));
  await reload(page());
}

/** A simulated hub for the tests of a suite. */
export function useSimulator(options?: Parameters<typeof startSimulator>[0]): Simulator {
  let simulator: Simulator;
  before('a simulated hub', async () => {
    simulator = await startSimulator(options);
  });
  after(() => simulator?.close());
  // Tests read `url` and `journal` of the one that runs.
  return new Proxy({} as Simulator, { get: (_, name) => Reflect.get(simulator, name, simulator) });
}

/** A folder for the files of a suite. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hub-files-'));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Loads the shared page in a language, and acts in it. */
export async function inLanguage(language: string, act: () => Promise<void>): Promise<void> {
  await page().evaluate((it) => localStorage.setItem('editor-language', it), language);
  try {
    await reload(page());
    await act();
  } finally {
    await page().evaluate(() => localStorage.removeItem('editor-language'));
  }
}

/** Opens the sidebar with this section. */
export async function openSection(name: 'hubs' | 'tree' | 'journal' | 'looks' | 'cues' | 'keys'): Promise<void> {
  await showSidebar(page());
  await page().click(`#hub-side-tab-${name}`);
}

export const showSidebar = (on: Page): Promise<void> =>
  on.evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));

/** Changes the permissions of the user of the editor. Undefined: all. */
export const allow = (permissions: readonly string[] | undefined): Promise<object> =>
  page().evaluate(
    (list) =>
      Object.assign((window.RED as unknown as { settings: object }).settings, { user: list && { permissions: list } }),
    permissions,
  );

/** Asks an endpoint of the shared Node-RED, or posts to it, as the sidebar of another browser does. */
export async function askNodeRed<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(await pageToken(page().url())) };
  const options = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(new URL(`/graphics-hub/${path}`, page().url()), { headers, ...options });
  return (await answer.json()) as Answer;
}

/** The buttons that cancel the open dialogs. */
const openDialogs = (on: Page) =>
  on.evaluate((buttons) => buttons.filter((button) => document.getElementById(button)), [
    'node-config-dialog-cancel',
    'node-dialog-cancel',
  ] as const);

/** The end of each start of the flows in the log. Flows without a type or a module cannot start. */
const STARTED = /Started flows|Waiting for missing types|Installing module|Failed to load external modules/g;

/** The Node-RED of each page. */
const nodeReds = new WeakMap<Page, RealNodeRed>();

/** Returns a wait until the Node-RED of a page has started the flows once more. It answers a deploy before. */
export function nextStart(page: Page): () => Promise<void> {
  const count = () => nodeReds.get(page)?.log().match(STARTED)?.length ?? 0;
  const before = count();
  return () => eventually(() => void should(count()).be.above(before));
}

/** Replaces the deployed flows by these nodes. A control may name a device instead of its surface. */
async function post(url: string, ...nodes: object[]): Promise<void> {
  const response = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(withSurfaces(nodes)),
  });
  if (!response.ok) throw new Error(`Not deployed: ${response.status} ${await response.text()}`);
}

/** Opens the editor and waits until it has loaded the package and shows a flow. */
async function load(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilLoaded(page);
  // Node-RED opens the sidebar that the user opened last, even in the page of another suite.
  await page.evaluate(() => window.RED.sidebar.show('info'));
}

/** Loads the editor again, for example in another language. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilLoaded(page);
}

/** Waits until the editor has loaded the package and shows a flow. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.RED?.nodes?.getType?.('hub-engine-property') && window.RED.workspaces.active(),
    undefined,
    { timeout: LOAD_TIMEOUT },
  );
  await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden', timeout: LOAD_TIMEOUT });
  // Animations slow the tests and prove nothing.
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  });
  await page.evaluate(() => {
    window.jQuery.fx.off = true;
  });
}

/** Each page would load Node-RED's program for diagrams, which takes a fifth of the time. No help has a diagram. */
async function withoutDiagrams(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const body = Buffer.from('window.mermaid = { initialize() {} }').toString('base64');
  session.on('Fetch.requestPaused', ({ requestId }) =>
    // A closed page needs no answer.
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body }).catch(() => {}),
  );
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/mermaid.min.js*' }] });
}

/** Closes all dialogs. Returns false if this fails, e.g. on a closed page. */
const closeAll = (page: Page): Promise<boolean> =>
  page
    .evaluate(async () => {
      const { RED } = window;
      if (document.querySelector('.ui-dialog:not([style*="display: none"])')) return false;
      for (let tries = 0; document.querySelector('.red-ui-tray'); tries += 1) {
        if (tries === 5) return false;
        await Promise.race([
          new Promise<void>((closed) => RED.tray.close(closed)),
          new Promise((timeout) => setTimeout(timeout, 1000)),
        ]);
      }
      for (const close of document.querySelectorAll<HTMLElement>('#red-ui-notifications button')) close.click();
      // Otherwise the editor would report a deploy by another user.
      RED.nodes.version(null);
      return true;
    })
    .catch(() => false);

/**
 * Shows the deployed flows, as the editor does after a change of project. Loading the page for each test would take
 * longer than the tests.
 */
const showFlows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { RED } = window;
    const response = await fetch('flows', { headers: { accept: 'application/json', 'Node-RED-API-Version': 'v2' } });
    const { flows, rev } = await response.json();
    RED.nodes.clear();
    RED.history.clear();
    RED.nodes.version(rev);
    RED.nodes.import(flows);
    RED.nodes.dirty(false);
    RED.view.redraw(true);
    RED.workspaces.show(flows[0].id);
  });

/** An error of Node-RED's debug sidebar, if a flow reports a failure before the editor has loaded this flow. */
const DEBUG_TOO_EARLY = /RED\.comms\.subscribe: .*reading '(id|label|name)'|handleDebugMessage/;

/** The sidebar checks a hub that a deploy stops at this moment. Its next report repeats the check. */
const CHECK_OF_STOPPED = /404 .*\/check-flows\//;

function recordErrors(page: Page, browserErrors: string[]): void {
  const record = (text: string) =>
    DEBUG_TOO_EARLY.test(text) || CHECK_OF_STOPPED.test(text) || browserErrors.push(text);
  page.on('pageerror', (error) => record(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`${message.text()} (${message.location().url})`);
  });
}

/** Disables tips in the editor of this user directory. */
export const disableTips = (userDir: string): void =>
  writeFileSync(join(userDir, '.config.users.json'), JSON.stringify(USERS));
