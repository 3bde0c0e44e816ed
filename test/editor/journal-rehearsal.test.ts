import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { isCommand } from '../joined-reads.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

/** The simulator's item 512 has the buttons In and Out. */
const key = (id: string, name: string, label: string, y: number) => [
  picking.inject(`press-${id}`, id, 1),
  {
    ...{ id, type: 'hub-playout-item', z: TAB, name, version: 1, hub: 'hub', operation: 'pressItemButton' },
    expiry: picking.NEVER_LATE,
    params: {
      rundownId: { type: 'num', value: '51', label: 'Evening' },
      itemId: { type: 'num', value: '512', label: 'Anchor' },
      buttonKey: { type: 'str', value: label },
    },
    ...{ x: 300, y, wires: [[]] },
  },
];

describe('the journal in rehearsal', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const rows = () => page().locator('.hub-side .hub-side-rows .hub-side-row');

  before(async () => {
    simulator = await startSimulator();
    await bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub', rehearsal: 'true' }),
      ...key('wrong-key', '', 'Wave', 100),
      ...key('right-key', 'Key 2', 'In', 200),
    );
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page().click('#hub-side-tab-journal');
    await page().mouse.move(5, 5);
  });

  after(() => simulator?.close());

  it('shows which command would fail and why, and sends none', async () => {
    await picking.sendFrom(page(), 'press-wrong-key');
    await becomes(() => rows().count(), 1);
    const row = rows().first();
    should((await row.innerText()).replace(/\s+/g, ' ')).containEql('rehearsal: would fail: no button Wave');
    await row.press('Enter');
    should(await page().locator('.hub-side .hub-side-sentence').innerText()).equal(
      'Anchor › Wave (Studio hub): rehearsal – would fail: no button "Wave" – choose in (In), out (Out).',
    );
    // A row with the focus is being read, so nothing new appears.
    await page().focus('#hub-side-tab-journal');
    await picking.sendFrom(page(), 'press-right-key');
    await eventually(async () => {
      should(await rows().count()).equal(2);
      should((await rows().first().innerText()).replace(/\s+/g, ' ')).match(/ Key 2 rehearsal Press item button/);
    });
    should(simulator.journal.filter(isCommand)).eql([]);
  });
});
