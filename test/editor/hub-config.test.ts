import should from 'should';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { hubAt } from './picking.js';
import { page, TAB, useStage } from './stage.js';

describe('the dialog of hub-config', () => {
  const config = (id: string, fields: object) => ({ ...hubAt('http://127.0.0.1:9'), id, name: id, ...fields });

  const SECRETS = {
    apiKey: 'rh_very_secret_key',
    token: 'very_secret_token',
    user: 'very_secret_user',
    password: 'very_secret_password',
  };

  /** The fields of each authentication. */
  const FIELDS: Record<string, string[]> = {
    apiKey: ['keyHeader', 'apiKey'],
    bearer: ['token'],
    basic: ['user', 'password'],
    none: [],
  };

  const user = (id: string) => ({ id: `user of ${id}`, type: 'hub-engine-property', z: TAB, hub: id, wires: [[]] });

  const SECRET = 'very_secret_value';

  const headers = config('headers', { headers: ['X-One', 'X-Two', 'X-Three', '', '', '', '', ''] });
  const unlisted = config('odd', {
    dialect: '3',
    linearSegment: 'lineal',
    auth: 'digest',
    timeout: editor.env('TIMEOUT'),
  });
  const wrong = config('wrong', {
    baseUrl: 'http://user:secret@hub/',
    dialect: '3',
    keyHeader: 'X API Key',
    auth: 'apiKey',
    headers: ['X-A', '', 'x-a', '', '', '', '', ''],
    timeout: 'long',
    maxInFlight: 0,
    rate: 'fast',
    joining: 'maybe',
    checkNames: 'maybe',
    rehearsal: editor.env('REHEARSAL'),
    armAfter: -1,
    simulator: 'maybe',
  });

  const stage = useStage();
  const field = (name: string) => `node-config-input-${name}`;

  beforeEach(() => {
    const credentials = { header1: 'one', header2: 'two', header3: 'three' };
    const all = [config('plain', {}), { ...headers, credentials }, unlisted, wrong];
    const tls = { id: 'certificates', type: 'tls-config', name: 'studio' };
    return stage.deploy(tls, ...all, ...all.map(({ id }) => user(id)));
  });

  it('accepts an environment variable in every field, and shows it again', async () => {
    const choices = ['dialect', 'linearSegment', 'auth', 'joining', 'checkNames', 'rehearsal', 'simulator'];
    const texts = ['baseUrl', ...Object.values(FIELDS).flat(), 'timeout', 'maxInFlight', 'rate', 'armAfter'];
    await editor.openConfig(page(), 'plain');
    await editor.unfold(page(), '#hub-more');
    for (const name of choices) await editor.chooseVariable(page(), field(name), editor.env(name));
    for (const name of texts) await page().fill(`#${field(name)}`, editor.env(name));
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    const settings = [...choices, ...texts].filter((name) => name in unlisted).map((name) => [name, editor.env(name)]);
    await becomes(() => editor.exportedNode(page(), 'plain'), config('plain', Object.fromEntries(settings)));
    await becomes(() => editor.reasons(page(), 'plain'), []);
    await editor.openConfig(page(), 'plain');
    for (const name of texts) await becomes(() => page().inputValue(`#${field(name)}`), editor.env(name));
    for (const name of choices)
      await becomes(() => editor.variableInput(page(), field(name)).inputValue(), editor.env(name));
  });

  it('keeps an unknown value as it was saved, and marks it', async () => {
    await editor.openConfig(page(), 'odd');
    await becomes(() => editor.shownOption(page(), field('dialect')), '3 (not available here)');
    await becomes(() => editor.reasonBelow(page(), field('linearSegment')), /must be one of linear \(.*\), lino \(/);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'odd'), unlisted);
  });

  it('accepts the address of a hub in every usual form, and no other', async () => {
    await editor.openConfig(page(), 'wrong');
    const expect = async (address: string, isWrong: boolean) => {
      await typeAddress(address);
      await becomes(async () => (await editor.reasonBelow(page(), field('baseUrl'))) !== '', isWrong);
    };
    for (const fine of ['http://hub:8080', 'https://hub/', 'http://10.0.0.1/api/rest/v1/', 'http://[::1]:80/proxy'])
      await expect(fine, false);
    for (const bad of ['', 'hub:8080', 'ftp://hub', 'http://u:p@hub', 'http://hub?x=1', 'http://hub#x'])
      await expect(bad, true);
  });

  it('adds http:// to an address without it, and to no other', async () => {
    await editor.openConfig(page(), 'wrong');
    const address = page().locator(`#${field('baseUrl')}`);
    for (const [typed, expected] of [
      ['127.0.0.1:8090', 'http://127.0.0.1:8090'],
      [' hub.studio.tv/proxy ', 'http://hub.studio.tv/proxy'],
      ['https://hub', 'https://hub'],
      ['ftp://hub', 'ftp://hub'],
      ['${HUB}', '${HUB}'],
      ['not an address', 'not an address'],
      ['u:p@hub', 'u:p@hub'],
    ]) {
      await address.fill(typed!);
      await address.press('Tab');
      should(await address.inputValue()).equal(expected);
    }
    await address.fill('127.0.0.1:8090');
    await address.press('Tab');
    await becomes(() => editor.reasonBelow(page(), field('baseUrl')), '');
    // Without a header, the list is more than a line.
    should((await page().locator('.red-ui-editableList:has(#hub-headers)').boundingBox())!.height).be.aboveOrEqual(60);
  });

  it('shows the fields of the chosen authentication, and requires its credentials', async () => {
    const all = Object.values(FIELDS).flat();
    const shown = async () => {
      const visible = await Promise.all(all.map((name) => page().isVisible(`#${field(name)}`)));
      return all.filter((_, index) => visible[index]);
    };
    const needed = { apiKey: 'apiKey', bearer: 'token', basic: 'user' };
    await editor.openConfig(page(), 'headers');
    await becomes(shown, []);
    for (const [auth, fields] of Object.entries(FIELDS)) {
      await editor.chooseOption(page(), field('auth'), auth);
      await becomes(shown, fields);
      for (const [other, name] of Object.entries(needed))
        await becomes(async () => (await editor.reasonBelow(page(), field(name))) !== '', other === auth);
    }
    await editor.chooseOption(page(), field('auth'), 'basic');
    await becomes(() => editor.reasonBelow(page(), field('user')), /^User is missing/);
    await page().fill(`#${field('user')}`, 'operator');
    await page().press(`#${field('user')}`, 'End');
    await becomes(() => editor.reasonBelow(page(), field('user')), '');
    await editor.chooseOption(page(), field('auth'), 'apiKey');
    for (const [key, reason] of [
      // Copied from a web page, with a space of no width.
      ['\u200bschlüssel', /^API key: must be a header value/],
      ['schlüssel', ''],
    ] as const) {
      await page().fill(`#${field('apiKey')}`, key);
      await becomes(() => editor.reasonBelow(page(), field('apiKey')), reason);
    }
    await page().fill(`#${field('apiKey')}`, '');
    await editor.chooseVariable(page(), field('auth'), editor.env('AUTH'));
    await becomes(shown, all);
    for (const name of Object.values(needed)) await becomes(() => editor.reasonBelow(page(), field(name)), '');
  });

  it('rejects an extra header with the name of the authentication header', async () => {
    await editor.openConfig(page(), 'odd');
    await page().click('.red-ui-editableList-addButton');
    await page().fill('#hub-headers .hub-header input', 'authorization');
    const expect = async (auth: string, reason: string | RegExp) => {
      await editor.chooseOption(page(), field('auth'), auth);
      await becomes(() => editor.reasonBelow(page(), 'hub-secrets'), reason);
    };
    for (const auth of ['bearer', 'basic']) await expect(auth, /twice/);
    for (const auth of ['apiKey', 'none']) await expect(auth, '');
  });

  it("shows Node-RED's own TLS configuration only for https, and saves it", async () => {
    const expect = async (address: string, isShown: boolean) => {
      await typeAddress(address);
      await becomes(() => page().isVisible(`#${field('tls')}`), isShown);
    };
    await editor.openConfig(page(), 'odd');
    await expect('http://hub:8080', false);
    for (const address of ['https://hub', editor.env('URL')]) await expect(address, true);
    await page().selectOption(`#${field('tls')}`, 'certificates');
    await expect('http://hub', true);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    const saved = { ...unlisted, baseUrl: 'http://hub', tls: 'certificates' };
    await becomes(() => editor.exportedNode(page(), 'odd'), saved);
    await editor.openConfig(page(), 'odd');
    await becomes(() => page().inputValue(`#${field('tls')}`), 'certificates');
  });

  it('keeps each header with its secret when one in the middle is removed', async () => {
    await editor.openConfig(page(), 'headers');
    const rows = page().locator('#hub-headers .hub-header');
    const remove = page().locator('#hub-headers .red-ui-editableList-item-remove');
    await remove.nth(1).click();
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    const headersOf = async (id: string) => (await editor.exportedNode(page(), id)).headers;
    await becomes(() => headersOf('headers'), ['X-One', '', 'X-Three', '', '', '', '', '']);
    const sent = await deployed();
    should(sent.find(({ id }) => id === 'headers')?.credentials).eql({ header2: '' });
    await editor.openConfig(page(), 'headers');
    await becomes(() => rows.count(), 2);
    await page().click('.red-ui-editableList-addButton');
    await rows.nth(2).locator('input').first().fill('X-Four');
    await rows.nth(2).locator('input').last().fill(SECRET);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await becomes(() => headersOf('headers'), ['X-One', 'X-Four', 'X-Three', '', '', '', '', '']);
    should((await deployed()).find(({ id }) => id === 'headers')?.credentials).eql({ header2: SECRET });
  });

  it('exports no secrets', async () => {
    await editor.openConfig(page(), 'odd');
    for (const [auth, fields] of Object.entries(FIELDS)) {
      await editor.chooseOption(page(), field('auth'), auth);
      for (const [name, secret] of Object.entries(SECRETS))
        if (fields.includes(name)) await page().fill(`#${field(name)}`, secret);
    }
    await page().click('.red-ui-editableList-addButton');
    await page().fill('#hub-headers .hub-header input', 'X-Site');
    await page().fill('#hub-headers .hub-header input[type=password]', SECRET);
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    should(await exportedText())
      .match(/X-Site/)
      .and.not.match(/very_secret/);
    const sent = await deployed();
    const credentials = Object.entries(sent.find(({ id }) => id === 'odd')?.credentials ?? {});
    const filled = Object.fromEntries(credentials.filter(([, value]) => value !== ''));
    should(filled).eql({ ...SECRETS, header1: SECRET });
    should(JSON.stringify(sent.map(({ credentials, ...rest }) => rest))).not.match(/very_secret/);
    should(await exportedText())
      .match(/X-Site/)
      .and.not.match(/very_secret/);
  });

  /** Types the hub's address. */
  async function typeAddress(address: string): Promise<void> {
    await page().fill(`#${field('baseUrl')}`, address);
    await page().press(`#${field('baseUrl')}`, 'End');
  }

  /** Deploys by the button, and returns the editor's request. */
  async function deployed(): Promise<{ id: string; credentials?: object }[]> {
    const [request] = await Promise.all([
      page().waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/flows')),
      page()
        .click('#red-ui-header-button-deploy')
        // A key: the button slides in, so a click could press and release at different places.
        .then(() => page().press('#red-ui-deploy-dialog-confirm-deploy-deploy', 'Enter')),
    ]);
    // Until then, the editor accepts no other change.
    await page().waitForSelector('.red-ui-deploy-button-spinner', { state: 'hidden' });
    await page().waitForSelector('#red-ui-deploy-dialog-confirm-deploy-deploy', { state: 'detached' });
    return (request.postDataJSON() as { flows: { id: string }[] }).flows;
  }

  /** The text of the export dialog for all flows. */
  async function exportedText(): Promise<string> {
    await page().evaluate(() => window.RED.actions.invoke('core:show-export-dialog'));
    await page().click('#red-ui-clipboard-dialog-export-rng-full');
    const text = await page().inputValue('#red-ui-clipboard-dialog-export-text');
    await page().click('#red-ui-clipboard-dialog-cancel');
    return text;
  }
});

describe('the shape of the dialog of hub-config', () => {
  const usual = { ...picking.hubAt('http://127.0.0.1:9'), id: 'usual', name: 'Studio', auth: 'apiKey' };

  /** Values that are not the default, one at a time. */
  const OTHER_VALUES = [
    { dialect: '2' },
    { linearSegment: 'lino' },
    { auth: 'bearer' },
    { keyHeader: 'X-Key' },
    { timeout: 'soon' },
    { maxInFlight: 4 },
    { rate: 10 },
    { joining: 'true' },
    { checkNames: 'false' },
    { rehearsal: editor.env('START') },
    { armAfter: 2 },
    { simulator: 'true' },
    { headers: ['', '', 'X-Site', '', '', '', '', ''] },
    { tls: 'certificates' },
  ];

  const stage = useStage();
  const field = (name: string) => `node-config-input-${name}`;

  before(() =>
    stage.deploy(
      { id: 'certificates', type: 'tls-config', name: 'studio' },
      usual,
      picking.setter('user', { hub: 'usual' }),
    ),
  );

  it('shows only the address, the key and the test, and folds the rest if it has its defaults', async () => {
    const shownFields = () =>
      page().$$eval('#node-config-dialog-edit-form :is(input, select, button, summary)', (fields) =>
        fields
          .filter((it) => it.checkVisibility() && !it.id.startsWith('red-ui-trap'))
          .map((it) => it.id || it.tagName),
      );
    await editor.openConfig(page(), 'usual');
    await becomes(shownFields, [field('baseUrl'), field('apiKey'), 'hub-test', 'SUMMARY']);
    await editor.unfold(page(), '#hub-more');
    await editor.chooseOption(page(), field('rehearsal'), 'true');
    await page().fill(`#${field('armAfter')}`, '2.5');
    await editor.closeDialog(page(), 'node-config-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'usual'), { ...usual, rehearsal: 'true', armAfter: '2.5' });
    await becomes(() => editor.reasons(page(), 'usual'), []);
    await editor.openConfig(page(), 'usual');
    await becomes(() => page().isVisible(`#${field('armAfter')}`), true);
    await becomes(() => editor.shownOption(page(), field('rehearsal')), 'rehearsal');
  });

  it('unfolds the rest if one of its values is not the default, or wrong', async () => {
    const isOpen = () => page().$eval('#hub-more', (it) => (it as HTMLDetailsElement).open);
    for (const fields of OTHER_VALUES) {
      await picking.add(page(), { ...usual, ...fields, id: 'other', type: 'hub-config', users: [] });
      await editor.openConfig(page(), 'other');
      should([fields, await isOpen()]).eql([fields, true]);
      await editor.closeDialog(page(), 'node-config-dialog-cancel');
    }
  });

  it('marks the address and the credentials of the authentication as required, and explains the star', async () => {
    const starred = () =>
      page().$$eval('#node-config-dialog-edit-form label', (labels) =>
        labels
          .filter((it) => it.checkVisibility() && getComputedStyle(it, '::after').content.includes('*'))
          .map((it) => it.getAttribute('for')),
      );
    const announced = () =>
      page().$$eval('[aria-required=true]', (fields) =>
        fields.filter((it) => it.checkVisibility()).map(({ id }) => id),
      );
    await editor.openConfig(page(), 'usual');
    await editor.unfold(page(), '#hub-more');
    await becomes(() => page().locator('.hub-star').innerText(), 'A star (*) marks a required value.');
    for (const [auth, credential] of Object.entries({ apiKey: 'apiKey', bearer: 'token', basic: 'user', none: '' })) {
      await editor.chooseOption(page(), field('auth'), auth);
      const expected = ['baseUrl', credential].filter((name) => name !== '').map(field);
      await becomes(starred, expected);
      await becomes(announced, expected);
    }
  });
});
