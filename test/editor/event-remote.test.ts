import * as editor from './page.js';
import { becomes } from './page.js';
import { page, TAB, useStage } from './stage.js';

describe('the dialog of event', () => {
  const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

  const node = (id: string, fields: object) => ({
    ...{ id, type: 'hub-event', z: TAB, name: '', version: 1, hub: 'hub', connection: true, asRun: true },
    ...{ rehearsal: true, file: '', maxSize: '10', oldFiles: '5', x: editor.X, y: 100, wires: [[]] },
    ...fields,
  });

  const stage = useStage();
  const shown = () => Promise.all(['maxSize', 'oldFiles'].map((name) => page().isVisible(`#node-input-${name}`)));

  beforeEach(() => stage.deploy(hub, node('fresh', {})));

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
});

describe('the dialog of remote', () => {
  const node = (id: string, fields: object) => ({
    ...{ id, type: 'hub-remote', z: TAB, name: '', version: 1, role: 'panel', topic: '', command: '', expiry: '' },
    ...{ answerWithin: '', x: editor.X, y: 100, wires: [[], [], []] },
    ...fields,
  });

  const stage = useStage();

  before(() => stage.deploy(node('panel', {}), node('host', { y: 160, role: 'host', topic: 'recording/graphics' })));

  it("opens without errors, shows a panel's commands only for a panel, and saves the role", async () => {
    await editor.openNode(page(), 'panel');
    await becomes(() => page().isVisible('#node-input-command'), true);
    await becomes(() => editor.reasonsShown(page()), []);
    await editor.chooseOption(page(), 'node-input-role', 'host');
    await becomes(() => page().isVisible('#node-input-command'), false);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.exportedNode(page(), 'panel'), node('panel', { role: 'host' }));
  });
});
