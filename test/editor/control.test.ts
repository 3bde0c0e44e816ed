import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { panelDialog, sender, sendTo } from './panel-dialog.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';
import { num, str } from './tree-rows.js';

/** A control as it is saved. Fields that are not here are blank. */
const control = <Fields extends object>(id: string, fields?: Fields) => ({
  ...{ id, type: 'hub-control', z: TAB, name: '', version: 1, hub: 'hub', surface: 'streamdeck', control: '' },
  ...{ kind: 'button', actions: [], toggle: false, lockout: '', holdTime: '', doubleTime: '', inverted: false },
  ...{ from: '', to: '', low: '0', high: '1', step: '', curve: 'linear', takeover: 'jump' },
  ...{ coding: 'twosComplement', acceleration: '', pair: false, light: '', text: '', states: [], touch: '' },
  ...{ repeat: '', interval: '1', x: editor.X, y: 100, wires: [[], []] },
  ...(fields as Fields),
});

describe('the dialog of control', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let hub: Simulator;
  const page = () => bench.page;
  const input = (field: string) => page().locator(`#node-input-${field}`);
  const send = sendTo(page);
  const { learned, recognised, command } = panelDialog(page);
  const key = (index: number, pressed: boolean) => ({ topic: index, payload: { event: pressed ? 'down' : 'up' } });

  before(async () => {
    hub = await startSimulator();
    await bench.deploy(picking.hubAt(hub.url), control('fresh'), ...sender('fresh'));
  });
  after(() => hub?.close());

  it('shot', async () => {
    await editor.openNode(page(), 'fresh');
    await page().waitForTimeout(800);
    await page().setViewportSize({ width: 1400, height: 1600 });
    await page().locator('.red-ui-tray').last().screenshot({ path: '/tmp/ctl1.png' });
    await editor.chooseOption(page(), 'node-input-kind', 'fader');
    await page().waitForTimeout(800);
    await page().locator('.red-ui-tray').last().screenshot({ path: '/tmp/ctl2.png' });
  });
});
