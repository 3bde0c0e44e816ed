import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { pageToken } from '../page-token.js';
import { look } from './look-dialog.js';
import * as picking from './picking.js';
import { openSection, page, REMOTE, useFolder, useSimulator, useStage } from './stage.js';

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

describe('a page of another origin, for a Node-RED without users', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const folder = useFolder();
  let site: Server;
  let foreign: Page;

  /** Hosts of the foreign page and of Node-RED. For a name of another computer, the browser sends no `Sec-Fetch-Site`. */
  const HOSTS = [
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    [REMOTE, REMOTE],
  ] as const;

  before(async () => {
    const file = join(folder, 'looks.json');
    writeFileSync(file, JSON.stringify(LOOKS));
    await stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      look('looks', { name: 'Studio looks', file, properties: [property], interval: '0.2' }),
    );
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<body></body>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    foreign = await page().context().newPage();
  });
  after(async () => {
    await foreign?.close();
    site?.close();
  });

  const commands = () => simulator.journal.filter(({ operation }) => operation === 'setProperty');
  const nodeRed = (host: string) => `http://${host}:${new URL(page().url()).port}`;
  const url = (host: string, path: string) => `${nodeRed(host)}/graphics-hub/${path}`;
  const ownPage = async (path: string) =>
    (await fetch(url('127.0.0.1', path), { headers: await pageToken(nodeRed('127.0.0.1')) })).text();

  for (const [host, target] of HOSTS) {
    const open = () => foreign.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);

    for (const [way, send] of Object.entries(WAYS))
      it(`changes nothing from ${host} by ${way}`, async () => {
        await open();
        for (const [path, body] of Object.entries(POSTS)) {
          const read = await foreign.evaluate(send, [url(target, path), JSON.stringify(body)]);
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
        for (const path of READS) should([path, await foreign.evaluate(read, url(target, path))]).eql([path, '']);
      });
  }

  it('is not the editor, which recalls the look and reads its names', async () => {
    should(await ownPage('looks/looks/file')).containEql(HUB_NAME);
    await openSection('looks');
    await page().getByRole('button', { name: 'Recall: Evening' }).click();
    await page().getByText('Done. Values: 1').waitFor();
    should(commands()).have.length(1);
  });
});
