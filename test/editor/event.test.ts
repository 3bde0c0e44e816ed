import should from 'should';
import { type Bench, openBench, TAB } from './bench.js';
import * as editor from './page.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

const node = (id: string, fields: object) => ({
  ...{ id, type: 'hub-event', z: TAB, name: '', version: 1, hub: 'hub', connection: true, asRun: true },
  ...{ rehearsal: true, file: '', maxSize: '10', keep: '5', x: 200, y: 100, wires: [[]] },
  ...fields,
});

const full = node('full', { connection: false, file: editor.env('LOG'), maxSize: editor.env('SIZE'), keep: '0' });
const wrong = node('wrong', { hub: '', file: 'log', maxSize: '0', keep: '1.5' });

describe('the dialog of event', () => {
  let bench: Bench;
  const page = () => bench.page;
  const isShown = (name: string) => page().isVisible(`#node-input-${name}`);

  before(async function () {
    this.timeout(60_000);
    bench = await openBench();
    await bench.deploy(hub, node('fresh', {}), full, wrong);
  });

  after(() => bench?.close());

  afterEach(async () => {
    if (await page().$('#node-dialog-cancel')) await editor.press(page(), 'node-dialog-cancel');
    should(bench.complaints).eql([]);
  });

  it('chooses what is told, and saves it', async () => {
    await editor.openNode(page(), 'fresh');
    for (const kind of ['connection', 'asRun', 'rehearsal'])
      should(await page().isChecked(`#node-input-${kind}`)).be.true();
    await page().uncheck('#node-input-asRun');
    await editor.press(page(), 'node-dialog-ok');
    const { x } = await editor.exported(page(), 'fresh');
    should(await editor.exported(page(), 'fresh')).eql(node('fresh', { asRun: false, x }));
  });

  it('asks how large the file may get and how many stay only where there is a file', async () => {
    await editor.openNode(page(), 'fresh');
    should([await isShown('maxSize'), await isShown('keep')]).eql([false, false]);
    await page().fill('#node-input-file', 'as-run.jsonl');
    should([await isShown('maxSize'), await isShown('keep')]).eql([true, true]);
    await page().fill('#node-input-maxSize', '-1');
    should(await editor.reasonBelow(page(), 'node-input-maxSize')).equal('Max. size (MB): must be a number above 0');
    await page().fill('#node-input-maxSize', '0.5');
    await page().fill('#node-input-keep', '');
    should(await page().locator('.hub-reason:visible').allInnerTexts()).eql([]);
    await editor.press(page(), 'node-dialog-ok');
    should(await editor.exported(page(), 'fresh')).match({ file: 'as-run.jsonl', maxSize: '0.5', keep: '' });
    should(await editor.reasons(page(), 'fresh')).eql([]);
  });

  it('leaves a node as it was saved', async () => {
    await editor.openNode(page(), 'full');
    await editor.press(page(), 'node-dialog-ok');
    const { x } = await editor.exported(page(), 'full');
    should(await editor.exported(page(), 'full')).eql({ ...full, x });
    should(await editor.reasons(page(), 'full')).eql([]);
  });

  it('tells what is wrong, also before it was open', async () => {
    const reasons = [
      'No hub is chosen',
      'Max. size (MB): must be a number above 0',
      'Old files: must be a whole number, 0 or more',
    ];
    should(await editor.reasons(page(), 'wrong')).eql(reasons);
    await editor.openNode(page(), 'wrong');
    should(await page().locator('.hub-reason:visible').allInnerTexts()).eql(reasons);
  });
});
