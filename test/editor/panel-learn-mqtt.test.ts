import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { pageToken } from '../page-token.js';
import { type Broker, mayLackBroker, startBroker } from '../world/broker.js';
import { reload, TAB, TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import { panel, panelDialog, play } from './panel-dialog.js';
import * as picking from './picking.js';

const EVIL = '<img src=x onerror="document.title=1">$t(x)';

const SESSION = { clientid: '', protocolVersion: '4', keepalive: '60', cleansession: true, autoConnect: true };

const RECEIVED = { datatype: 'auto-detect', nl: false, rap: true, rh: 0, x: 80, y: 40, wires: [['desk']] };

describe('Learn in the dialog of panel, with a broker', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let hub: Simulator;
  let broker: Broker;
  const page = () => bench.page;
  const { recognised, message, gesture, command, learned, isShown } = panelDialog(page);

  before(async function () {
    if (mayLackBroker) this.skip();
    hub = await startSimulator();
    broker = await startBroker();
    await bench.deploy(
      picking.hubAt(hub.url),
      { id: 'broker', type: 'mqtt-broker', broker: '127.0.0.1', port: `${broker.port}`, usetls: false, ...SESSION },
      { id: 'in', type: 'mqtt in', z: TAB, topic: '#', qos: '1', broker: 'broker', ...RECEIVED },
      panel('desk', 'play'),
      play('play'),
    );
    await subscribed();
  });

  after(async () => {
    await broker?.close();
    await hub?.close();
  });

  /** Waits until the node receives the messages of the broker. */
  const subscribed = async () => {
    const expectReport = async (text: string) => {
      const url = new URL('/graphics-hub/panel/desk', page().url());
      const answer = await fetch(url, { headers: await pageToken(page().url()) });
      should(await answer.text()).containEql(text);
    };
    await editor.eventually(async () => {
      await broker.publish('ready', 'ON');
      await expectReport('ready ON');
    });
    // The last one of these may still be on its way, and would be learned.
    await broker.publish('ready', 'OFF');
    await editor.eventually(() => expectReport('ready OFF'));
  };

  it('explains a device, then its next message', async () => {
    await editor.openNode(page(), 'desk');
    await page().click('#hub-learn');
    await broker.publish('zigbee2mqtt/desk', '{"action":"single","battery":100}');
    await becomes(learned, 'Learned: zigbee2mqtt: button “single”');
    should(await message()).equal('zigbee2mqtt/desk {"action":"single","battery":100}');
    should(await gesture()).equal('MQTT · zigbee2mqtt/desk · button a press');
    should(await command()).equal('a press (true) → Play next · News Show → program, after a deploy');
    await broker.publish('zigbee2mqtt/desk', '{"action":"hold","battery":100}');
    await becomes(recognised, 'zigbee2mqtt: button “hold”');
    should(await gesture()).equal('MQTT · zigbee2mqtt/desk · button a hold');
    should(await learned()).equal('Learned: zigbee2mqtt: button “single”');
    // A battery report is not a gesture.
    await broker.publish('zigbee2mqtt/desk', '{"battery":99}');
    await broker.publish('zigbee2mqtt/desk', '{"action":"2_double"}');
    await becomes(message, 'zigbee2mqtt/desk {"action":"2_double"}');
    should(await recognised()).equal('zigbee2mqtt: button “2_double”');
    // The topic alone selects all buttons of the device.
    should(await command()).match(/^a press \(true\) → Play next/);
  });

  it('shows markup as text', async () => {
    await editor.openNode(page(), 'desk');
    await broker.publish('desk/evil', EVIL);
    await becomes(message, `desk/evil ${EVIL}`);
    should(await recognised()).match(/^This message is not recognised/);
    should([await isShown('gesture'), await isShown('command')]).eql([false, false]);
    await broker.publish('desk/evil', JSON.stringify({ action: 'single', name: EVIL }));
    await becomes(recognised, 'MQTT: button “single”');
    should(await message()).equal(`desk/evil ${JSON.stringify({ action: 'single', name: EVIL })}`);
    should(await page().title()).not.equal('1');
    should(await page().$('#dialog-form img')).be.null();
  });

  it('cuts a message of 1 MB, and shows the next one', async () => {
    await editor.openNode(page(), 'desk');
    const most = 300;
    await broker.publish('long/text', 'x'.repeat(1_000_000));
    await becomes(message, `long/text ${'x'.repeat(most - 'long/text …'.length)}…`);
    await broker.publish('long/json', JSON.stringify({ action: 'single', note: 'y'.repeat(1_000_000) }));
    await becomes(message, /^long\/json \{"action":"single","note":"y+…$/);
    should(await message()).have.length(most);
    await broker.publish('long/text', 'OFF');
    await becomes(message, 'long/text OFF');
    should(await recognised()).equal('MQTT switch: on and off');
  });

  it('fits its text into 320 px', async () => {
    try {
      for (const language of ['de', 'ja']) await expectFit(language);
    } finally {
      await showIn(page(), undefined);
    }
  });

  async function expectFit(language: string): Promise<void> {
    const words = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8')).panel;
    await showIn(page(), language);
    await editor.openNode(page(), 'desk');
    await narrowDialog(page());
    await page().click('#hub-learn');
    await becomes(() => page().innerText('#hub-learn'), words.learning);
    should(await cutOff(page())).eql([]);
    await broker.publish('zigbee2mqtt/desk', JSON.stringify({ action: 'hold', note: 'y'.repeat(1000) }));
    const sentence = words.recognised.of.event.replace('__device__', 'zigbee2mqtt').replace('__word__', 'hold');
    await becomes(learned, words.learned.replace('__control__', sentence));
    should(await recognised()).equal(sentence);
    should(await cutOff(page())).eql([]);
  }
});

/** Shows the editor in a language. Undefined: in that of the browser. */
async function showIn(page: Page, language: string | undefined): Promise<void> {
  await page.evaluate((it) => {
    if (it) localStorage.setItem('editor-language', it);
    else localStorage.removeItem('editor-language');
    window.RED.nodes.dirty(false);
  }, language);
  await reload(page);
}

/** The form has padding at both sides. */
const narrowDialog = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.red-ui-tray, .red-ui-tray-body'))
      part.style.width = '320px';
    document.querySelector<HTMLElement>('#dialog-form')!.style.width = '280px';
  });

/** The visible elements around Learn that are wider than the dialog, or that have text outside of them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { right } = document.querySelector('#dialog-form')!.getBoundingClientRect();
    const elements = document.querySelectorAll<HTMLElement>(
      '#hub-live-panel, #hub-live-panel *, .form-row:has(#hub-learn) > :not(label, input)',
    );
    return [...elements]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().right > right || one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.id} ${one.innerText}`);
  });
