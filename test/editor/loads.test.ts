import should from 'should';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { setter } from './picking.js';
import { doubleClick } from './user-actions.js';

const hub = { id: 'hub', type: 'hub-config', version: 1, baseUrl: 'http://127.0.0.1:9', dialect: '1', auth: 'none' };

/** As version 1.0.0 saved it. */
const saved = setter('load', {
  type: 'hub-graph',
  operation: 'loadGraph',
  params: { graphId: { type: 'num', value: '12' }, engineHostId: { type: 'num', value: '3' } },
});

const RESETS = /^Puts all values of the engine back to its first ones, each time it is sent\./;

describe('the dialog of a load', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  const sentence = () => page().locator('#node-input-operation ~ .hub-hint').first().innerText();

  before(() => bench.deploy(hub, saved));

  it('shows that it resets the engine, and leaves a saved node without a second press', async () => {
    await editor.openNode(page(), 'load');
    for (const operation of ['loadGraph', 'loadRgraph', 'loadUstate']) {
      await page().selectOption('#node-input-operation', operation);
      should(await sentence()).match(RESETS);
      should(await page().isChecked('#node-input-secondPress')).be.false();
    }
    await page().selectOption('#node-input-operation', 'listGraphs');
    should(await sentence()).equal('Reads only. Nothing changes on air.');
    await editor.closeDialog(page(), 'node-dialog-cancel');
  });

  it('asks for a second press in a new node', async () => {
    const added = await editor.drag(page(), 'hub-graph', 500, 200);
    should(await editor.exportedNode(page(), String(await added.getAttribute('id')))).have.property(
      'secondPress',
      true,
    );
    await doubleClick(added);
    await editor.waitForDialog(page(), 'node-dialog-ok');
    await becomes(() => page().isChecked('#node-input-secondPress'), true);
    should(await sentence()).match(RESETS);
    await editor.closeDialog(page(), 'node-dialog-cancel');
  });
});
