import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import should from 'should';
import { VERSION_BASE } from '../../../dist/hub/table/paths.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { chromium } from '../../chromium.js';

const BUTTON = `${VERSION_BASE}/playout/rundowns/51/items/512/in`;

describe('a page of another site', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator?.close());

  const presses = () => simulator.state.playout.presses.length;

  describe('is recognised by its headers', () => {
    /** The answer to a raw request. */
    function sendRaw(lines: readonly string[], body = ''): Promise<string> {
      const { hostname, port } = new URL(simulator.url);
      return new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), hostname, () => {
          const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
          socket.write([lines[0], 'Connection: close', ...length, ...lines.slice(1), '', body].join('\r\n'));
        });
        socket.on('data', (bytes) => {
          answer += bytes;
        });
        socket.on('error', reject).on('end', () => resolve(answer));
      });
    }
    const host = () => simulator.url.replace('http://', '');
    const button = (...headers: string[]) => [`POST ${BUTTON} HTTP/1.1`, `Host: ${host()}`, ...headers];

    const ANSWERS = {
      200: /^HTTP\/1\.1 200 /,
      403: /^HTTP\/1\.1 403 .*403: A page of another site may not send commands to this simulator\r\n/s,
      415: /^HTTP\/1\.1 415 .*415: Send the header Content-Type: application\/json\r\n/s,
    };

    /** Headers and body of a request, and its status. */
    const REQUESTS: readonly (readonly [headers: readonly string[], body: string, status: keyof typeof ANSWERS])[] = [
      // Programs.
      [[], '', 200],
      [['Content-Length: 0'], '', 200],
      [['Content-Type: application/json'], '{}', 200],
      [['Content-Type: Application/JSON; charset=utf-8'], '{}', 200],
      [[], '{}', 415],
      [['Transfer-Encoding: chunked'], '', 415],
      [['Content-Type: text/plain'], '', 415],
      [['Content-Type: text/plain;charset=UTF-8'], '{}', 415],
      [['Content-Type: text/plain; application/json'], '{}', 415],
      [['Content-Type: application/x-www-form-urlencoded'], 'a=1', 415],
      [['Content-Type: multipart/form-data; boundary=a'], '--a--', 415],
      // Browsers.
      [['Sec-Fetch-Site: same-origin', 'Origin: http://HOST'], '', 200],
      // Behind a proxy that changes the host.
      [['Sec-Fetch-Site: same-origin', 'Origin: https://simulator.studio.example'], '', 200],
      [['Sec-Fetch-Site: none'], '', 200],
      [['Sec-Fetch-Site: cross-site', 'Origin: http://HOST'], '', 403],
      [['Sec-Fetch-Site: same-site'], '', 403],
      // Browsers send the site only for https and for this machine.
      [['Origin: http://HOST'], '', 200],
      [['Origin: https://HOST'], '', 200],
      [['Origin: http://studio.example'], '', 403],
      [['Origin: http://127.0.0.1:1'], '', 403],
      [['Origin: null'], '', 403],
      [['Origin: http://studio.example', 'Content-Type: application/json'], '{}', 403],
    ];

    for (const [headers, body, status] of REQUESTS)
      it(`POST ${JSON.stringify(body)} with ${headers.join(', ') || 'nothing'} gets ${status}`, async () => {
        const lines = headers.map((line) => line.replace('HOST', host()));
        const chunks = headers.includes('Transfer-Encoding: chunked') ? ['', '2', '{}', '0', ''] : [];
        should(await sendRaw([...button(...lines), ...chunks], body)).match(ANSWERS[status]);
        should(presses()).equal(status === 200 ? 1 : 0);
      });

    for (const method of ['PATCH', 'PUT', 'DELETE', 'OPTIONS'])
      it(`also by ${method}, and none of its requests reaches the journal`, async () => {
        const lines = [`${method} ${BUTTON} HTTP/1.1`, `Host: ${host()}`, 'Origin: http://studio.example'];
        should(await sendRaw(lines)).match(ANSWERS[403]);
        should(simulator.journal).be.empty();
      });

    it('reaches no control either, and a form is refused by its type', async () => {
      await fetch(simulator.url + BUTTON, { method: 'POST' });
      const reset = [`POST /control/reset HTTP/1.1`, `Host: ${host()}`];
      should(await sendRaw([...reset, 'Origin: http://studio.example'])).match(ANSWERS[403]);
      should(await sendRaw([...reset, 'Sec-Fetch-Site: cross-site'])).match(ANSWERS[403]);
      should(await sendRaw([...reset, 'Content-Type: application/x-www-form-urlencoded'], 'a=1')).match(ANSWERS[415]);
      should(presses()).equal(1);
      should(await sendRaw(reset)).match(ANSWERS[200]);
      should(presses()).equal(0);
    });

    it('can send a read, but the browser hides the answer', async () => {
      const lines = [`GET ${VERSION_BASE}/engines HTTP/1.1`, `Host: ${host()}`, 'Origin: http://studio.example'];
      should(await sendRaw(lines)).match(ANSWERS[200]);
    });
  });

  describe('in a browser', function () {
    this.timeout(120_000);
    let browser: Browser;
    let site: Server;
    let page: Page;

    before(async function () {
      if (!chromium) return this.skip();
      browser = await playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
      site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<body></body>'));
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      page = await browser.newPage();
    });
    after(async () => {
      await browser?.close();
      site?.close();
    });

    /** Requests that a page can send without a preflight. Each resolves after the answer. */
    const PRESSES: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
      'a plain POST': (url) => fetch(url, { method: 'POST', mode: 'no-cors' }),
      'a text that is JSON': (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }),
      'a body without a type': (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: new Blob(['{}']) }),
      'no referrer': (url) => fetch(url, { method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer' }),
      'JSON, for which the browser asks first': (url) =>
        fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).catch(() => {}),
      'a form in a frame': (url) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.name = 'answer';
          document.body.append(frame);
          frame.addEventListener('load', resolve);
          const form = document.createElement('form');
          Object.assign(form, { action: url, method: 'POST', target: 'answer' });
          document.body.append(form);
          form.submit();
        }),
    };

    it('presses no button, and resets nothing', async () => {
      await fetch(simulator.url + BUTTON, { method: 'POST' });
      // Another port of the same machine is the same site, but not the same origin.
      for (const name of ['127.0.0.1', 'localhost'])
        for (const [what, post] of Object.entries(PRESSES))
          for (const path of [BUTTON, '/control/reset']) {
            await page.goto(`http://${name}:${(site.address() as AddressInfo).port}/`);
            await page.evaluate(post, simulator.url + path);
            should([what, path, presses()]).eql([what, path, 1]);
          }
    });

    it('shows the page of the simulator in no frame', async () => {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe');
            frame.src = url;
            frame.addEventListener('load', resolve);
            document.body.append(frame);
          }),
        simulator.url,
      );
      should(page.frames().map((frame) => frame.url())[1]).match(/^chrome-error:/);
      const { headers } = await fetch(simulator.url);
      should(headers.get('content-security-policy')).equal("frame-ancestors 'none'");
      should(headers.get('x-frame-options')).equal('DENY');
    });

    it('is not the page of the simulator itself, which can press', async () => {
      await page.goto(simulator.url);
      const statuses = await page.evaluate(async (url) => {
        const post = (more: object = {}) => fetch(url, { method: 'POST', ...more });
        const typed = { headers: { 'Content-Type': 'application/json' }, body: '{}' };
        return [(await post()).status, (await post(typed)).status];
      }, BUTTON);
      should(statuses).eql([200, 200]);
      should(presses()).equal(2);
    });
  });
});
