import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { arrow, full, home, look, rows, rowTexts, scoreboard, unfold } from './look-dialog.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';

const hostile = '<img src=x onerror=alert(1)>';

const wrong = look('wrong', {
  ...{ hub: '', operation: 'launch', look: 'x'.repeat(65), fade: '-1', curve: 'Bounce', interval: '0.05' },
  ...{ restore: 'always', maxAbsence: 'long', y: 220 },
  properties: [
    { ...home, engine: hostile },
    { ...scoreboard('Away', 'Text/Away'), engine: hostile },
    { ...home, engine: hostile },
  ],
  restores: [{ engine: hostile, mode: 'off' }],
});

describe('the dialog of a look', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const done = () => editor.closeDialog(page(), 'node-dialog-ok');

  before(async () => {
    simulator = await startSimulator();
  });

  after(() => simulator?.close());

  beforeEach(() => bench.deploy(picking.hubAt(simulator.url), look('fresh', {}), full, wrong));

  it('leaves a node as it was saved', async () => {
    await editor.openNode(page(), 'full');
    await done();
    await becomes(() => editor.exportedNode(page(), 'full'), full);
    await becomes(() => editor.reasons(page(), 'full'), []);
    should(await page().evaluate(() => window.RED.nodes.dirty())).be.false();
  });

  it('saves the reaction to the return of each engine', async () => {
    await editor.openNode(page(), 'full');
    const labels = page().locator('#hub-look-restores label:visible');
    await becomes(() => labels.allInnerTexts(), ['Restore: Gone', 'Restore: Arena']);
    await editor.chooseOption(page(), 'hub-restore-1', 'off');
    await editor.chooseOption(page(), 'hub-restore-0', '');
    await done();
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, restores: [{ engine: 'Arena', mode: 'off' }] });
  });

  it('shows errors, also before it opens, and hostile names as text', async () => {
    const choices = 'must be one of Recall, Store, Compare, Restore, Delete, List';
    const reasons = [
      'No hub is chosen',
      `Operation: ${choices}`,
      'Look: must be a name of at most 64 characters that is not empty',
      'Properties, row 3: this property is in the table twice',
      'Fade (s): must be a number, 0 or more',
      'Curve: must be one of linear, ease in, ease out, ease in and out, constant (no fade)',
      'Poll interval (s): must be 0, or a number from 0.1',
      'Restore: must be one of off, ask, automatic',
      'Ask after an absence of (s): must be a number, 0 or more',
    ];
    await becomes(() => editor.reasons(page(), 'wrong'), reasons);
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonsShown(page()), reasons);
    await becomes(
      () => rowTexts(page()),
      [`${hostile} › Scoreboard › Home`, `${hostile} › Scoreboard › Away`, `${hostile} › Scoreboard › Home`],
    );
    should(await page().$('img[src="x"]')).be.null();
    await rows(page()).nth(1).getByLabel(/^Fade/).fill('soon');
    const shown = () => editor.reasonBelow(page(), 'hub-look-table');
    await becomes(shown, 'Properties, row 2: Fade (s): must be a number, 0 or more');
    await becomes(
      () => rows(page()).evaluateAll((all) => all.map((row) => row.classList.contains('hub-wrong'))),
      [false, true, true],
    );
    await rows(page()).nth(1).getByLabel(/^Fade/).fill('0');
    await rows(page()).nth(2).getByRole('button').click();
    await becomes(shown, '');
  });

  it('needs properties to store, also by a hold, but not to recall', async () => {
    await editor.openNode(page(), 'fresh');
    const shown = () => editor.reasonBelow(page(), 'hub-look-table');
    await becomes(shown, '');
    await page().check('#node-input-holdStores');
    await becomes(shown, 'Properties: choose at least one. Store reads them.');
    await page().uncheck('#node-input-holdStores');
    await becomes(shown, '');
    await editor.chooseOption(page(), 'node-input-operation', 'store');
    await becomes(shown, 'Properties: choose at least one. Store reads them.');
    await becomes(() => page().isVisible('#node-input-holdStores'), false);
    await editor.chooseOption(page(), 'node-input-operation', 'compare');
    await becomes(shown, '');
  });

  it('needs polls to restore an engine, and shows that a constant curve does not fade', async () => {
    await editor.openNode(page(), 'full');
    const shown = () => editor.reasonBelow(page(), 'node-input-interval');
    const needed = 'Poll interval (s): must be 0.1 or more, because Restore needs the polls';
    await page().fill('#node-input-interval', '0');
    await becomes(shown, needed);
    await editor.chooseOption(page(), 'node-input-restore', 'off');
    await becomes(shown, needed);
    await editor.chooseOption(page(), 'hub-restore-0', 'off');
    await becomes(shown, '');
    const hint = () => page().isVisible('#hub-look-jumps');
    should(await hint()).be.false();
    await editor.chooseOption(page(), 'node-input-curve', 'Constant');
    await becomes(hint, true);
    await page().fill('#node-input-fade', '0');
    await becomes(hint, false);
  });

  it('has no barriers with rows, errors and an open tree', async () => {
    await editor.openNode(page(), 'full');
    await unfold(page(), 'Arena', 'Scoreboard');
    await arrow(page(), 'Location').click();
    await rows(page()).first().getByLabel(/^Fade/).fill('soon');
    await becomes(() => editor.reasonBelow(page(), 'hub-look-table'), /^Properties, row 1: Fade/);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#dialog-form')).eql([]));
  });

  it('labels the node by its look and operation, and its outputs', async () => {
    const labels = (id: string) =>
      page().evaluate(
        `(({_def: {label, outputLabels}}, node) =>
          [label.call(node), ...[0, 1].map((index) => outputLabels.call(node, index))]
        )(RED.nodes.node('${id}'), RED.nodes.node('${id}'))`,
      );
    should(await labels('fresh')).eql(['Recall · msg.look', 'answers', 'states of looks']);
    should(await labels('full')).eql(['Interview', 'answers', 'states of looks']);
  });
});
