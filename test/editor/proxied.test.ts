import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askHttp, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import should from 'should';
import { chromium as executablePath } from '../chromium.js';
import { SETTINGS as USERS } from '../package/endpoints-flow.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { look } from './look-dialog.js';
import { becomes, PATIENCE } from './page.js';
import * as picking from './picking.js';
import { createUserDir, LOAD_TIMEOUT, SETTINGS, showSidebar, TAB, useSimulator } from './stage.js';

const certificate = join(__dirname, '../../test/hub/certificate');
const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};
const LOOKS = { format: 'graphics-hub-looks', version: 1, looks: { Evening: [{ ...property, value: 0.5 }] } };

/** A proxy with https, a path of its own and another Host, as nginx is set up by default. */
describe('the editor behind a reverse proxy, for a user with a password', () => {
  const simulator = useSimulator();
  let userDir: string;
  let nodeRed: RealNodeRed;
  let proxy: Server;
  let browser: Browser;
  let page: Page;
  /** While it is set, Node-RED refuses the token of the page, and a new one arrives only at its end. */
  let renewal: Promise<void> | undefined;
  let waiting = 0;

  const start = () => startNodeRed(userDir, { ...SETTINGS, ...USERS, httpAdminRoot: '/admin' });
  const recalls = () => simulator.journal.filter(({ operation }) => operation === 'setProperty').length;
  const recall = () => page.getByRole('button', { name: 'Recall: Evening' }).click();

  /** Waits until the page has a valid token. A press that waits for one is not sent late. */
  const hasToken = () =>
    page.waitForResponse((response) => response.url().endsWith('/graphics-hub/looks') && response.ok());

  before(async () => {
    userDir = createUserDir();
    const file = join(userDir, 'looks.json');
    writeFileSync(file, JSON.stringify(LOOKS));
    const nodes = [
      { id: TAB, type: 'tab', label: 'Flow' },
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      look('looks', { name: 'Studio looks', file, properties: [property], interval: '0.2' }),
    ];
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(nodes));
    nodeRed = await start();
    proxy = await openProxy(
      () => Number(new URL(nodeRed.url).port),
      async ({ url = '', headers }) => {
        if (!renewal) return;
        delete headers['x-graphics-hub-token'];
        if (!url.endsWith('/token')) return;
        waiting += 1;
        await renewal;
      },
    );
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: LOAD_TIMEOUT });
    page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`https://127.0.0.1:${(proxy.address() as AddressInfo).port}/studio/`, { timeout: LOAD_TIMEOUT });
    await page.fill('#node-dialog-login-username', 'writer');
    await page.fill('#node-dialog-login-password', 'password');
    await page.click('#node-dialog-login-submit');
    await page.waitForFunction(() => window.RED?.nodes?.getType?.('hub-look') && window.RED.workspaces.active());
    await page.waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
    await showSidebar(page);
    await page.click('#hub-side-tab-looks');
  });
  after(async () => {
    await browser?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await nodeRed?.stop();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('recalls a look', async () => {
    await recall();
    await becomes(async () => recalls(), 1);
  });

  it('recalls it after a restart of Node-RED, without another load of the page', async () => {
    const before = recalls();
    await nodeRed.stop();
    nodeRed = await start();
    await hasToken();
    await recall();
    await becomes(async () => recalls(), before + 1);
  });

  it('waits for a late token, but sends no late press', async () => {
    const before = recalls();
    const failures = page.getByText('Node-RED does not answer.');
    await becomes(() => failures.count(), 0);
    let renew = () => {};
    renewal = new Promise((resolve) => {
      renew = resolve;
    });
    // The looks are read every second.
    await becomes(async () => waiting > 0, true);
    await recall();
    await failures.first().waitFor();
    should(await failures.count()).equal(1);
    renewal = undefined;
    renew();
    await hasToken();
    await recall();
    await becomes(async () => recalls(), before + 1);
  });
});

/** Forwards `/studio/…` to `/admin/…` of Node-RED, with the websocket of the editor. */
async function openProxy(port: () => number, delay: (request: IncomingMessage) => Promise<void>): Promise<Server> {
  const inside = (url = '') => url.replace(/^\/studio/, '/admin');
  const pem = {
    cert: readFileSync(join(certificate, 'cert.pem')),
    key: readFileSync(join(certificate, 'key.pem')),
  };
  const proxy = createServer(pem, async (request, response) => {
    await delay(request);
    const { method, url, headers } = request;
    const options = { host: '127.0.0.1', port: port(), method, path: inside(url) };
    const forwarded = askHttp({ ...options, headers: { ...headers, host: '127.0.0.1' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  proxy.on('upgrade', ({ url, headers }, socket) => {
    const target = connect(port(), '127.0.0.1', () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      target.write([`GET ${inside(url)} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      socket.pipe(target).pipe(socket);
    });
    for (const end of [socket, target]) end.on('error', () => end.destroy());
    target.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}
