import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-event', z: TAB, name: '', version: 1, hub: 'hub', connection: true, asRun: true },
  ...{ rehearsal: true, file: '', maxSize: '10', oldFiles: '5', x: editor.X, y: 100, wires: [[]] },
  ...fields,
});

const full = node('full', { connection: false, file: editor.env('LOG'), maxSize: editor.env('SIZE'), oldFiles: '0' });
const wrong = node('wrong', { hub: '', file: 'log', maxSize: '0', oldFiles: '1.5' });

describe('the dialog of event', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  const shown = () => Promise.all(['maxSize', 'oldFiles'].map((name) => page().isVisible(`#node-input-${name}`)));

  beforeEach(() => bench.deploy(hub, node('fresh', {}), full, wrong));

  it('saves the selected kind of event', async () => {
    await editor.openNode(page(), 'fresh');
    for (const kind of ['connection', 'asRun', 'rehearsal'])
      await becomes(() => page().isChecked(`#node-input-${kind}`), true);
    await page().uncheck('#node-input-asRun');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'fresh'), node('fresh', { asRun: false }));
  });

  it('shows the limits of size and number only for a file', async () => {
    await editor.openNode(page(), 'fresh');
    await becomes(shown, [false, false]);
    await page().fill('#node-input-file', 'as-run.jsonl');
    await becomes(shown, [true, true]);
    await page().fill('#node-input-maxSize', '-1');
    await becomes(() => editor.reasonBelow(page(), 'node-input-maxSize'), 'Max. size (MB): must be a number above 0');
    await page().fill('#node-input-maxSize', '0.5');
    await page().fill('#node-input-oldFiles', '');
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.closeDialog(page(), 'node-dialog-ok');
    const saved = node('fresh', { file: 'as-run.jsonl', maxSize: '0.5', oldFiles: '' });
    await becomes(() => editor.exportedNode(page(), 'fresh'), saved);
    await becomes(() => editor.reasons(page(), 'fresh'), []);
  });

  it('leaves a node as it was saved', async () => {
    await editor.openNode(page(), 'full');
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'full'), full);
    await becomes(() => editor.reasons(page(), 'full'), []);
  });

  it('shows errors, also before it opens', async () => {
    const reasons = [
      'No hub is chosen',
      'Max. size (MB): must be a number above 0',
      'Old files: must be a whole number, 0 or more',
    ];
    await becomes(() => editor.reasons(page(), 'wrong'), reasons);
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonsShown(page()), reasons);
  });
});
