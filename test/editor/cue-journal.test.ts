import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { importReadyList, LIST } from '../cue-lists.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { operate } from './cue-list.js';
import { becomes } from './page.js';
import * as picking from './picking.js';

/** The ready list, whose second part of cue 30 takes the lower third out after 3 s. */
const cues = {
  ...{ id: 'cues', type: 'hub-cues', z: TAB, name: 'Show', version: 1, hub: 'hub', list: LIST, operation: 'go' },
  ...{ onGo: 'next', lockout: '0', expiry: picking.NEVER_LATE, x: 300, y: 100, wires: [[], []] },
};
const press = {
  ...picking.inject('press-go', 'cues', 1),
  props: [
    { p: 'operation', v: 'goto', vt: 'str' },
    { p: 'cue', v: '30', vt: 'str' },
  ],
};

describe('the row of a cue in the journal of the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const rows = () => page().locator('.hub-side .hub-side-row');

  before(async () => {
    simulator = await startSimulator();
    await bench.deploy(picking.hubAt(simulator.url), cues, press);
    await importReadyList(page().url());
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page().click('#hub-side-tab-journal');
  });
  after(() => simulator?.close());

  it('has the cue, and its steps with names in its details', async () => {
    await picking.sendFrom(page(), 'press-go');
    const command = () => rows().first().locator('.hub-side-command').innerText();
    // The first step is shown for 3 s only, which a loaded machine can miss.
    await becomes(command, 'Cue 30 Anchor (steps: 2)');
    should(await rows().count()).equal(1);
    await rows().first().click();
    await becomes(
      () => page().locator('.hub-side-steps li').allInnerTexts(),
      ['Press item button: Evening News › Anchor › In · done', 'Press item button: Evening News › Anchor › Out · done'],
    );
  });

  it('has a Go of the sidebar that played no cue, with the reason', async () => {
    // New rows wait while the pointer or the focus is on the rows.
    await page().click('#hub-side-tab-journal');
    await operate(page(), 'cues', 'goto', '日本語');
    await becomes(() => rows().first().locator('.hub-side-command').innerText(), 'Cue 日本語');
    await rows().first().click();
    const sentence = page().locator('.hub-side-rows li').first().locator('.hub-side-sentence');
    await becomes(() => sentence.innerText(), /^Cue 日本語 \(.*not sent – .* choose 10, 20, 30.*\[Show\]$/);
  });
});
