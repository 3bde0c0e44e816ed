import should from 'should';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { holdAnswer, page, useSimulator, useStage } from './stage.js';

const KEY = 'rh_right_key';
const MARKUP = '<img src=x onerror="window.hacked=true">';

describe('testing a connection', () => {
  const stage = useStage();
  const simulator = useSimulator({ apiKey: KEY });
  const second = useSimulator({ dialect: 2 });
  const field = (name: string) => `#node-config-input-${name}`;
  const found = () => page().locator('.hub-tested');
  const applyButton = () => found().getByRole('button', { name: 'Apply' });

  before(async () => {
    const withKey = { id: 'keyed', auth: 'apiKey', credentials: { apiKey: KEY } };
    const hubs = [
      picking.hubAt(simulator.url, withKey),
      picking.hubAt(second.url, { id: 'second', name: '' }),
      picking.hubAt(second.url, { id: 'third', name: '', auth: 'apiKey' }),
      picking.hubAt(second.url, { id: 'fourth' }),
      picking.hubAt('http://127.0.0.1:9', { id: 'gone' }),
    ];
    await stage.deploy(...hubs, ...hubs.map(({ id }) => picking.setter(`user of ${id}`, { hub: id })));
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

  it('uses the key in the field', async () => {
    await editor.openConfig(page(), 'keyed');
    await page().fill(field('apiKey'), 'rh_wrong_key');
    const before = simulator.journal.length;
    const resultText = await testConnection(/^\s*Wrong key\nCheck the key/, /\(401\)/);
    should(resultText).not.match(/rh_|answers|Connected/);
    // The deployed flow asks with its own key.
    const keys = simulator.journal.slice(before).map(({ headers }) => headers['x-api-key']);
    should(keys).containEql('rh_wrong_key');
    should(await applyButton().count()).equal(0);
  });

  it('fills in revision, linear path and name that nobody has set, until Cancel', async () => {
    const before = await editor.exportedNode(page(), 'second');
    const fillAll = async () => {
      await editor.openConfig(page(), 'second');
      await testConnection(
        /revision 2\.x/,
        /: lino$/m,
        /^Filled in: Revision = revision 2\.x, Linear path = lino, Name = 127\.0\.0\.1\. .*Cancel\.$/m,
      );
      should(await applyButton().count()).equal(0);
    };
    await fillAll();
    await editor.closeDialog(page(), 'node-config-dialog-cancel');
    should(await editor.exportedNode(page(), 'second')).eql(before);
    await fillAll();
    should(await editor.shownOption(page(), 'node-config-input-dialect')).equal('revision 2.x');
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    should(await editor.exportedNode(page(), 'second')).eql({
      ...before,
      dialect: '2',
      linearSegment: 'lino',
      name: '127.0.0.1',
    });
  });

  it('follows the address while nobody has set the revision', async () => {
    await editor.openConfig(page(), 'fourth');
    await testConnection(/Revision = revision 2\.x/);
    await page().fill(field('baseUrl'), simulator.url);
    await becomes(() => page().inputValue(field('dialect')), '1');
    should(await page().inputValue(field('linearSegment'))).equal('linear');
    await editor.chooseOption(page(), 'node-config-input-auth', 'apiKey');
    await page().fill(field('apiKey'), KEY);
    const resultText = await testConnection(/revision 1\.x/, /: linear$/m);
    should(resultText).not.match(/Filled in/);
  });

  it('offers to apply settings that the user has set otherwise, and keeps the name', async () => {
    await editor.openConfig(page(), 'keyed');
    for (const [name, value] of [
      ['dialect', '2'],
      ['linearSegment', 'lino'],
    ] as const)
      await editor.chooseOption(page(), `node-config-input-${name}`, value);
    const resultText = await testConnection(/revision 1\.x/, /: linear$/m);
    should(resultText).not.match(/Filled in/);
    should(await page().inputValue(field('dialect'))).equal('2');
    await applyButton().click();
    should(await page().inputValue(field('dialect'))).equal('1');
    should(await page().inputValue(field('linearSegment'))).equal('linear');
    should(await page().inputValue(field('name'))).equal('Hub');
  });

  it('needs no key for a hub without one', async () => {
    await editor.openConfig(page(), 'third');
    await testConnection(/Filled in: .*Authentication = none/);
    should(await page().inputValue(field('auth'))).equal('none');
    should(await page().isVisible(field('apiKey'))).be.false();
    await becomes(() => editor.reasonsShown(page()), []);
  });

  it('asks for a key again at another address, because the test was about the first one', async () => {
    await editor.openConfig(page(), 'third');
    await testConnection(/Filled in: .*Authentication = none/);
    await page().fill(field('baseUrl'), 'http://übergabe.example:8080');
    await becomes(() => page().isVisible(field('apiKey')), true);
    should(await page().inputValue(field('auth'))).equal('apiKey');
    should(await page().inputValue(field('name'))).equal('');
  });

  it('drops its result as soon as anything changes that it has used', async () => {
    await editor.openConfig(page(), 'keyed');
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      address: () => page().fill(field('baseUrl'), `${simulator.url}/`),
      key: () => page().fill(field('apiKey'), `${KEY} `),
      'key again': () => page().fill(field('apiKey'), KEY),
      revision: () => editor.chooseOption(page(), 'node-config-input-dialect', '2'),
      'revision again': () => editor.chooseOption(page(), 'node-config-input-dialect', '1'),
      timeout: () => page().fill(field('timeout'), '4'),
      header: async () => {
        await page().click('.red-ui-editableList-addButton');
        await page().fill('#hub-headers .hub-header input', 'X-Übergabe');
      },
      'no header': () => page().click('#hub-headers .red-ui-editableList-item-remove'),
    };
    for (const [name, change] of Object.entries(changes)) {
      await testConnection(/./);
      await eventually(async () => should(await found().getAttribute('class')).match(/hub-(good|bad)/));
      await change();
      await eventually(async () => should(await found().innerText()).equal('', name));
      should(await found().getAttribute('class')).equal('hub-tested');
    }
    await testConnection(/^\s*Connected$/m);
    await page().fill(field('name'), '日本語');
    await page().click(field('baseUrl'));
    should(await found().innerText()).match(/Connected/);
  });

  it('drops the answer to a test from before a change', async () => {
    await editor.openConfig(page(), 'keyed');
    const answer = await holdAnswer('test');
    await page().click('#hub-test');
    await eventually(async () => should(await found().innerText()).not.equal(''));
    await page().fill(field('baseUrl'), 'http://übergabe.example');
    await eventually(async () => should(await found().innerText()).equal(''));
    await answer();
    // A second test ends after the first answer was handled.
    await testConnection(/^\s*No connection\n/);
    should(await page().inputValue(field('auth'))).equal('apiKey');
  });

  it('lets an answer go that comes after its dialog was closed', async () => {
    const before = await editor.exportedNode(page(), 'second');
    await editor.openConfig(page(), 'gone');
    const answer = await holdAnswer('test');
    await page().click('#hub-test');
    await eventually(async () => should(await found().innerText()).not.equal(''));
    await editor.closeDialog(page(), 'node-config-dialog-cancel');
    await answer();
    // The dialog of another hub has fields of the same names.
    await editor.openConfig(page(), 'second');
    await testConnection(/./);
    await editor.closeDialog(page(), 'node-config-dialog-cancel');
    should(await editor.exportedNode(page(), 'second')).eql(before);
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

  it("changes nothing if the result is unclear, and shows the hub's text as text", async () => {
    const undo = simulator.trouble({ status: 403, body: `No key ${MARKUP}` });
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
