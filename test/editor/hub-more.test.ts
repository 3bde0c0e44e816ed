import should from 'should';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';

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

describe('the shape of the dialog of hub-config', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  const field = (name: string) => `node-config-input-${name}`;

  before(() =>
    bench.deploy(
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

  it('has plain selects, one arrow each', async () => {
    await editor.openConfig(page(), 'usual');
    for (const name of ['dialect', 'linearSegment', 'auth', 'joining', 'checkNames', 'rehearsal', 'simulator'])
      should(await page().$eval(`#${field(name)}`, (it) => it.tagName)).equal('SELECT');
    should(await page().locator('#node-config-dialog-edit-form .red-ui-typedInput-container').count()).equal(0);
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

  it('has its own title', async () => {
    const title = () => page().locator('.red-ui-tray-titlebar').last().innerText();
    await editor.openConfig(page(), '_ADD_');
    await becomes(title, 'Add hub');
    await editor.closeDialog(page(), 'node-config-dialog-cancel');
    await editor.openConfig(page(), 'usual');
    await becomes(title, 'Edit hub node');
  });
});
