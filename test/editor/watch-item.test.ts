import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

describe('the dialog of a watch of one item', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let hub: Simulator;
  const page = () => bench.page;

  before(async () => {
    hub = await startSimulator({ dialect: 2 });
    const user = picking.setter('user', { operation: 'listEngines' });
    await bench.deploy(picking.hubAt(hub.url, { dialect: '2', linearSegment: 'lino' }), user);
  });

  after(() => hub?.close());

  it('lists the items of the rundown by name, and shows the state of the chosen one below the node', async () => {
    await picking.add(page(), { id: 'w', type: 'hub-watch', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'w');
    await page().selectOption('#node-input-operation', 'listLinearItems');
    await picking.pick(page(), 'item', ['News Show', '101'], ['Evening News', '201'], ['Headlines', '2012']);
    for (const [param, name] of [
      ['engineId', 'News Show'],
      ['rundownId', 'Evening News'],
      ['item', 'Headlines'],
    ] as const)
      await becomes(() => picking.shownText(page(), param), name);
    await editor.closeDialog(page(), 'node-dialog-ok');
    should((await editor.exportedNode(page(), 'w')).params).eql({
      engineId: { type: 'num', value: '101', label: 'News Show' },
      rundownId: { type: 'num', value: '201', label: 'Evening News' },
      item: { type: 'num', value: '2012', label: 'Headlines' },
    });
    should(await editor.reasons(page(), 'w')).eql([]);
    await picking.deploy(page());
    const status = () => page().locator('[id="w"] .red-ui-flow-node-status-label').textContent();
    await becomes(status, 'ready');
    await fetch(`${hub.url}/api/rest/v1/lino/rundown/101/play/2012/0`, { method: 'PUT' });
    await becomes(status, 'on air');
  });

  it('keeps the choice while the show is stopped', async () => {
    await fetch(`${hub.url}/api/rest/v1/launcher/101/stop`, { method: 'PUT' });
    await editor.openNode(page(), 'w');
    await picking.opener(page(), 'item').click();
    await eventually(async () => should(await picking.noteText(page())).match(/not running/));
    await page().keyboard.press('Escape');
    should(await picking.shownText(page(), 'item')).equal('Headlines');
    await editor.closeDialog(page(), 'node-dialog-ok');
    should((await editor.exportedNode(page(), 'w')).params).have.property('item', {
      ...{ type: 'num', value: '2012', label: 'Headlines' },
    });
  });
});
