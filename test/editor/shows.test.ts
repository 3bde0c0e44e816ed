import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

const SHOW = ['News Show', '101'] as const;
const RUNDOWN = ['Evening News', '201'] as const;
const number = ([label, value]: readonly [string, string]) => ({ type: 'num', value, label });

describe('the dialogs of shows, on a hub of revision 2', function () {
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

  /** Fills in and deploys a new node with this operation. Returns its saved parameters. */
  async function saveNew(id: string, operation: string, fill: () => Promise<void>) {
    await picking.add(page(), { id, type: 'hub-linear-play', z: TAB, hub: 'hub' }, picking.inject(`${id} in`, id, 1));
    await editor.openNode(page(), id);
    await page().selectOption('#node-input-operation', operation);
    await fill();
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => editor.reasons(page(), id), []);
    await picking.deploy(page());
    return (await editor.exportedNode(page(), id)).params as object;
  }
  const sends = async (id: string, path: string) => {
    await picking.sendFrom(page(), `${id} in`);
    await eventually(() => should(hub.journal.some((entry) => entry.path.endsWith(path))).be.true());
  };

  it('everything out: the show from the list, the output by its name', async () => {
    const saved = await saveNew('out', 'everythingOut', async () => {
      await picking.pick(page(), 'engineId', SHOW);
      await editor.chooseOption(page(), 'hub-param-preview', '1');
    });
    should(saved).match({ engineId: number(SHOW), preview: { value: '1' } });
    await sends('out', '/lino/rundown/101/clear/1');
  });

  it('a show, also by its id in the launcher', async () => {
    const saved = await saveNew('show', 'getShow', () => picking.pick(page(), 'engineId', SHOW));
    should(saved).eql({ engineId: number(SHOW) });
    await sends('show', '/launcher');
  });

  it('an item that is played only if it is available', async () => {
    const saved = await saveNew('play', 'playItem', async () => {
      await picking.pick(page(), 'itemId', SHOW, RUNDOWN, ['Headlines', '2012']);
      await editor.chooseOption(page(), 'hub-param-preview', '0');
      await editor.chooseOption(page(), 'hub-param-onlyIfAvailable', 'true');
    });
    should(saved).match({
      engineId: number(SHOW),
      itemId: number(['Headlines', '2012']),
      rundownId: number(RUNDOWN),
      onlyIfAvailable: { type: 'bool', value: 'true' },
    });
    await sends('play', '/lino/rundown/101/play/2012/0');
  });
});
