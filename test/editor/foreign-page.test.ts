import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { pageToken } from '../page-token.js';
import { REMOTE, TEST_TIMEOUT, useBench } from './bench.js';
import { look } from './look-dialog.js';
import * as picking from './picking.js';

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};
const LOOKS = { format: 'graphics-hub-looks', version: 1, looks: { Evening: [{ ...property, value: 0.5 }] } };

/** A name that only the hub and the endpoints know. */
const HUB_NAME = 'Studio A';

/** Reads that a foreign page must not see. */
const READS = ['token', 'hubs', 'journal/hub', 'controls', 'looks', 'looks/looks/file', 'panel/desk', 'lamp/lamp'];

/** Requests that change something or reach a hub. */
const POSTS: Readonly<Record<string, object>> = {
  'looks/looks': { action: 'recall', look: 'Evening' },
  'controls/key/press': {},
  'rehearsal/hub': { on: true },
  simulator: {},
  'check-hub/hub': { language: 'en-US' },
  'check-flows/hub': { flows: [] },
};

/** The ways of a foreign page to send a request, also with a guessed token and other headers. Each returns the answer that it could read. */
const WAYS = {
  'JSON with no other header': ([url, body]: readonly string[]) =>
    fetch(String(url), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: String(body) })
      .then((answer) => answer.text())
      .catch(() => ''),
  'JSON with the headers of the editor': ([url, body]: readonly string[]) => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Graphics-Hub-Token': 'guessed',
      'X-Requested-With': 'XMLHttpRequest',
      'X-Forwarded-Host': location.host,
    };
    return fetch(String(url), { method: 'POST', headers, body: String(body) })
      .then((answer) => answer.text())
      .catch(() => '');
  },
  'the token, if it can read it': async ([url, body]: readonly string[]) => {
    const read = (path: string, options: object) =>
      fetch(new URL(path, String(url)), options)
        .then((answer) => answer.text())
        .catch(() => '');
    const answer = await read('/graphics-hub/token', {});
    const token = answer.startsWith('{') ? JSON.parse(answer).token : 'none';
    const headers = { 'Content-Type': 'application/json', 'X-Graphics-Hub-Token': token };
    return answer + (await read(String(url), { method: 'POST', headers, body }));
  },
  'a text without a preflight': ([url, body]: readonly string[]) =>
    fetch(String(url), { method: 'POST', mode: 'no-cors', body: String(body) })
      .then((answer) => answer.text())
      .catch(() => ''),
  'a form in a frame': ([url, body]: readonly string[]) =>
    new Promise<string>((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = `answer${document.querySelectorAll('iframe').length}`;
      document.body.append(frame);
      const form = document.createElement('form');
      Object.assign(form, { action: url, method: 'POST', target: frame.name, enctype: 'text/plain' });
      const field = document.createElement('input');
      Object.assign(field, { name: String(body).slice(0, -1), value: '}' });
      form.append(field);
      document.body.append(form);
      frame.addEventListener('load', () => resolve(frame.contentDocument?.body.textContent ?? ''));
      form.submit();
    }),
};

/** The ways to read an answer. */
const READINGS = {
  'a request': (url: string) =>
    fetch(url)
      .then((answer) => answer.text())
      .catch(() => ''),
  'a request with a header': (url: string) =>
    fetch(url, { headers: { 'X-Graphics-Hub-Token': 'guessed' } })
      .then((answer) => answer.text())
      .catch(() => ''),
  'a frame': (url: string) =>
    new Promise<string>((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      frame.addEventListener('load', () => resolve(frame.contentDocument?.body.textContent ?? ''));
      document.body.append(frame);
    }),
  'a script': (url: string) =>
    new Promise<string>((resolve) => {
      const script = document.createElement('script');
      script.src = url;
      script.addEventListener('load', () => resolve(''));
      script.addEventListener('error', () => resolve(''));
      document.body.append(script);
    }),
};

describe('a page of another origin, for a Node-RED without users', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  let folder: string;
  let site: Server;
  let page: Page;

  /** Hosts of the foreign page and of Node-RED. For a name of another computer, the browser sends no `Sec-Fetch-Site`. */
  const HOSTS = [
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    [REMOTE, REMOTE],
  ] as const;

  before(async () => {
    simulator = await startSimulator();
    folder = mkdtempSync(join(tmpdir(), 'foreign-'));
    const file = join(folder, 'looks.json');
    writeFileSync(file, JSON.stringify(LOOKS));
    await bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      look('looks', { name: 'Studio looks', file, properties: [property], interval: '0.2' }),
    );
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<body></body>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    page = await bench.page.context().newPage();
  });
  after(async () => {
    await page?.close();
    site?.close();
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const commands = () => simulator.journal.filter(({ operation }) => operation === 'setProperty');
  const nodeRed = (host: string) => `http://${host}:${new URL(bench.page.url()).port}`;
  const url = (host: string, path: string) => `${nodeRed(host)}/graphics-hub/${path}`;
  const ownPage = async (path: string) =>
    (await fetch(url('127.0.0.1', path), { headers: await pageToken(nodeRed('127.0.0.1')) })).text();

  for (const [host, target] of HOSTS) {
    const open = () => page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);

    for (const [way, send] of Object.entries(WAYS))
      it(`changes nothing from ${host} by ${way}`, async () => {
        await open();
        for (const [path, body] of Object.entries(POSTS)) {
          const read = await page.evaluate(send, [url(target, path), JSON.stringify(body)]);
          should([path, read]).eql([path, '']);
        }
        should(commands()).eql([]);
        should(await ownPage('hubs'))
          .containEql('"rehearsal":false')
          .and.not.containEql('"simulator":');
      });

    for (const [way, read] of Object.entries(READINGS))
      it(`reads nothing from ${host} by ${way}`, async () => {
        await open();
        for (const path of READS) should([path, await page.evaluate(read, url(target, path))]).eql([path, '']);
      });
  }

  it('is not the editor, which recalls the look and reads its names', async () => {
    should(await ownPage('looks/looks/file')).containEql(HUB_NAME);
    await bench.page.evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await bench.page.click('#hub-side-tab-looks');
    await bench.page.getByRole('button', { name: 'Recall: Evening' }).click();
    await bench.page.getByText('Done. Values: 1').waitFor();
    should(commands()).have.length(1);
  });
});
