import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { certificates, fine, HostileHub } from '../hostile/hub.js';
import { useBench } from './bench.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';

const KEY = 'rh_right_key';
const MARKUP = '<img src=x onerror="window.hacked=true">';

describe('testing a connection', function () {
  this.timeout(60_000);
  const bench = useBench();
  let simulator: Simulator;
  let second: Simulator;
  const page = () => bench.page;
  const field = (name: string) => `#node-config-input-${name}`;
  const found = () => page().locator('.hub-tested');
  const applyButton = () => found().getByRole('button', { name: 'Apply' });

  before(async () => {
    simulator = await startSimulator({ apiKey: KEY });
    second = await startSimulator({ dialect: 2 });
    const withKey = { id: 'keyed', auth: 'apiKey', credentials: { apiKey: KEY } };
    const hubs = [
      picking.hubAt(simulator.url, withKey),
      picking.hubAt(second.url, { id: 'second' }),
      picking.hubAt('http://127.0.0.1:9', { id: 'gone' }),
    ];
    await bench.deploy(...hubs, ...hubs.map(({ id }) => picking.setter(`user of ${id}`, { hub: id })));
  });

  after(async () => {
    for (const one of [simulator, second]) await one?.close();
  });

  afterEach(async () => {
    should(await page().evaluate(() => 'hacked' in window)).be.false();
  });

  /** Presses the button, waits for these sentences, and returns the whole text. */
  async function testConnection(...sentences: readonly RegExp[]): Promise<string> {
    await page().click('#hub-test');
    return eventually(async () => {
      const resultText = await found().innerText();
      for (const sentence of sentences) should(resultText).match(sentence);
      return resultText;
    });
  }

  it("reports the hub's latency, key, revision and engines", async () => {
    await editor.openConfig(page(), 'keyed');
    const resultText = await testConnection(/^\s*Connected$/m, /Engines: 4, in \d+ ms/, /revision 1\.x/, /: linear$/m);
    should(resultText).not.match(/not found/);
    should(await applyButton().count()).equal(0);
  });

  it('uses the key in the field', async () => {
    await editor.openConfig(page(), 'keyed');
    await page().fill(field('apiKey'), 'rh_wrong_key');
    const resultText = await testConnection(/^\s*Wrong key\nCheck the key/, /\(401\)/);
    should(resultText).not.match(/rh_|answers|Connected/);
    should(simulator.journal.at(-1)!.headers['x-api-key']).equal('rh_wrong_key');
    should(await applyButton().count()).equal(0);
  });

  it('applies the detected revision and linear path', async () => {
    await editor.openConfig(page(), 'second');
    await testConnection(/revision 2\.x/, /: lino$/m);
    await applyButton().click();
    should(await page().inputValue(field('dialect'))).equal('2');
    should(await page().inputValue(field('linearSegment'))).equal('lino');
    should(await editor.shownOption(page(), 'node-config-input-dialect')).equal('revision 2.x');
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    should(await editor.exportedNode(page(), 'second')).have.properties({ dialect: '2', linearSegment: 'lino' });
  });

  it('shows the reason of a failed connection, and changes nothing', async () => {
    const before = await editor.exportedNode(page(), 'gone');
    await editor.openConfig(page(), 'gone');
    const resultText = await testConnection(
      /^\s*No connection\n/,
      /No connection to the hub at http:\/\/127\.0\.0\.1:9/,
    );
    should(resultText).not.match(/answers|accepted|refused\.|Connected/);
    should(await applyButton().count()).equal(0);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    should(await editor.exportedNode(page(), 'gone')).eql(before);
  });

  it('recommends https if the port uses https', async () => {
    const secure = await HostileHub.open(fine, { tls: certificates.good });
    try {
      await editor.openConfig(page(), 'gone');
      await page().fill(field('baseUrl'), secure.url.replace('https:', 'http:'));
      await testConnection(/^\s*No connection\n/, /uses https\. In the base URL, change http to https\./);
    } finally {
      await secure.close();
    }
  });

  it('reports that a web page, e.g. the editor itself, is not a hub', async () => {
    await editor.openConfig(page(), 'gone');
    await page().fill(field('baseUrl'), new URL(page().url()).origin);
    await testConnection(/^\s*This is not a graphics hub\nCheck the host and the port/);
    should(await found().getAttribute('class')).match(/hub-bad/);
    should(await applyButton().count()).equal(0);
  });

  it('shows its verdict below the button, with a colour and an icon', async () => {
    await editor.openConfig(page(), 'keyed');
    await testConnection(/Connected/);
    should(await found().locator('strong .fa-check-circle').count()).equal(1);
    should(
      Number(
        await found()
          .locator('strong')
          .evaluate((it) => getComputedStyle(it).fontWeight),
      ),
    ).be.aboveOrEqual(600);
    const [button, card] = await Promise.all([page().locator('#hub-test').boundingBox(), found().boundingBox()]);
    should(card!.y - button!.y - button!.height).be.aboveOrEqual(8);
  });

  it("changes nothing if the result is unclear, and shows the hub's text as text", async () => {
    const undo = simulator.trouble({ status: 403, body: MARKUP });
    try {
      const before = await editor.exportedNode(page(), 'keyed');
      await editor.openConfig(page(), 'keyed');
      const resultText = await testConnection(/^\s*Not allowed\n/, /does not include this module/);
      should(resultText).containEql(MARKUP);
      should(await applyButton().count()).equal(0);
      await editor.closeDialog(page(), 'node-config-dialog-ok');
      should(await editor.exportedNode(page(), 'keyed')).eql(before);
    } finally {
      undo();
    }
  });
});
