import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { linkPackage } from '../link-package.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { LOAD_TIMEOUT, TEST_TIMEOUT, useBench } from './bench.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

const Z = 'tab';

const literal = (value: string | number) => ({ type: typeof value === 'number' ? 'num' : 'str', value: String(value) });

const position = { z: Z, x: 100, y: 100 };

/** A page with one group, as the editor of Dashboard 2 saves it. */
const layout = [
  { id: Z, type: 'tab', label: 'Flow' },
  { id: 'base', type: 'ui-base', name: 'UI', path: '/dashboard', includeClientData: true, acceptsClientConfig: [] },
  {
    ...{ id: 'theme', type: 'ui-theme', name: 'Theme' },
    colors: {
      ...{ surface: '#ffffff', primary: '#0094ce', bgPage: '#eeeeee', groupBg: '#ffffff', groupOutline: '#cccccc' },
    },
    sizes: { pagePadding: '12px', groupGap: '12px', groupBorderRadius: '4px', widgetGap: '12px', density: 'default' },
  },
  {
    ...{ id: 'page', type: 'ui-page', name: 'Desk', ui: 'base', path: '/desk', icon: 'home', layout: 'grid' },
    ...{ theme: 'theme', breakpoints: [{ name: 'Default', px: 0, cols: 12 }], order: 1, className: '' },
    ...{ visible: 'true', disabled: 'false' },
  },
  {
    ...{ id: 'group', type: 'ui-group', name: 'Show', page: 'page', width: '6', height: '1', order: 1 },
    ...{ showTitle: true, className: '', visible: 'true', disabled: 'false', groupType: 'default' },
  },
];

const widget = (id: string, type: string, fields: object, ...wires: string[]) => ({
  ...{ id, type, ...position, group: 'group', name: id, label: id, order: 1, width: 0, height: 0, className: '' },
  ...{ topic: 'topic', topicType: 'msg', wires: [wires], ...fields },
});

/** Sends each press in three ways: down, up, and click. */
const button = (id: string, ...wires: string[]) =>
  widget(
    id,
    'ui-button',
    {
      ...{ enableClick: true, payload: 'true', payloadType: 'bool', emulateClick: false, buttonColor: '', icon: '' },
      ...{ iconPosition: 'left', iconColor: '', textColor: '', tooltip: '' },
      ...{ enablePointerdown: true, pointerdownPayload: 'true', pointerdownPayloadType: 'bool' },
      ...{ enablePointerup: true, pointerupPayload: 'false', pointerupPayloadType: 'bool' },
    },
    ...wires,
  );

const slider = widget(
  'opacity',
  'ui-slider',
  { ...{ min: 0, max: 100, step: 1, outs: 'all', passthru: false, thumbLabel: 'true', showTicks: 'false' } },
  'fader',
);

const hubNode = (id: string, type: string, fields: object, ...wires: string[]) => ({
  ...{ id, type: `hub-${type}`, ...position, name: '', version: 1, hub: 'hub', wires: [wires], ...fields },
});

const opacity = {
  engineId: literal(1),
  nodePath: literal('Mixer_0'),
  propertyPath: literal('Overlay//Opacity/0'),
};
const visible = {
  engineId: literal(1),
  nodePath: literal('Lower Third_0'),
  propertyPath: literal('Status//Visible/0'),
};
const item = { rundownId: literal(51), itemId: literal(512), buttonKey: literal('In') };

const flow = (baseUrl: string) => [
  ...layout,
  { id: 'hub', type: 'hub-config', name: '', version: 1, baseUrl, auth: 'none', dialect: '1', linearSegment: 'linear' },
  slider,
  hubNode('fader', 'panel', { hub: '', source: 'dashboard', kind: 'fader', from: '0', to: '100' }, 'setter'),
  hubNode('setter', 'engine-property', {
    operation: 'setProperty',
    params: { ...opacity, Value: { type: 'msg', value: 'payload' } },
  }),
  // The slider shows the hub's value, and adds the watch's message to the next one it sends.
  hubNode('present', 'watch', { operation: 'getProperty', params: opacity, interval: '0.2', path: 'Value' }, 'percent'),
  {
    ...{ id: 'percent', type: 'change', ...position, name: '', action: '', property: '', from: '', to: '', reg: false },
    ...{ rules: [{ t: 'set', p: 'payload', pt: 'msg', to: 'payload * 100', tot: 'jsonata' }], wires: [['opacity']] },
  },
  button('take', 'next', 'pressed'),
  // One press goes to its node directly, the other one through a panel.
  hubNode('next', 'linear-play', {
    operation: 'playNext',
    params: { engineId: literal(101), preview: literal(0) },
    actOn: '',
    expiry: picking.NEVER_LATE,
  }),
  hubNode('pressed', 'panel', { hub: '', kind: 'button' }, 'in'),
  hubNode('in', 'playout-item', { operation: 'pressItemButton', params: item, actOn: '', expiry: picking.NEVER_LATE }),
  hubNode('onAir', 'watch', { operation: 'getProperty', params: visible, interval: '0.2', path: 'Value' }, 'lamp'),
  hubNode('lamp', 'lamp', { hub: '', surface: 'dashboard', control: '', states: [] }, 'take', 'state'),
  widget('state', 'ui-text', { format: '{{msg.payload}}', value: 'payload', valueType: 'msg', layout: 'row-left' }),
];

describe('a page of Dashboard 2', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let userDir: string;
  const page = () => bench.page;

  before(async () => {
    hub = await startSimulator();
    userDir = mkdtempSync(join(tmpdir(), 'hub-dashboard-'));
    linkPackage(userDir);
    linkPackage(userDir, join(process.cwd(), 'node_modules/@flowfuse/node-red-dashboard'));
    nodeRed = await startNodeRed(userDir);
    const deployed = await fetch(`${nodeRed.url}/flows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(flow(hub.url)),
    });
    should(deployed.status).equal(204);
    // A page that opens while the dashboard starts can stay empty.
    for (const end = Date.now() + LOAD_TIMEOUT; !(await hasSlider()) && Date.now() < end; );
    // Errors of this empty page do not concern the tests.
    bench.browserErrors.length = 0;
  });

  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const hasSlider = async () => {
    await page().goto(`${nodeRed.url}/dashboard/desk`);
    return page()
      .waitForSelector('[role=slider]')
      .then(Boolean, () => false);
  };
  const sent = (operation: string) => hub.journal.filter((entry) => entry.operation === operation);
  /** The commands of the button: of its node directly, and through the panel. */
  const presses = () => [sent('playNext').length, sent('pressItemButton').length];
  const values = () => sent('setProperty').map(({ body }) => (body as { Value: number }).Value);
  const text = () => page().innerText('.nrdb-ui-text-value');
  const takeButton = () => page().getByRole('button', { name: 'take' });
  const colour = () => takeButton().evaluate((one) => getComputedStyle(one).backgroundColor);

  it('moves a property by its slider, also if it follows the hub, and sends the last value last', async () => {
    const thumb = page().locator('[role=slider]');
    const position = async () => Number(await thumb.getAttribute('aria-valuenow'));
    // The hub's value comes first.
    await eventually(async () => should(await position()).equal(100));
    const place = () => page().locator('.v-slider-track__background').boundingBox();
    // The page moves while it loads.
    const track = await eventually(async () => {
      const before = await place();
      await page().waitForTimeout(300);
      should(await place()).eql(before);
      return before!;
    });
    const across = (part: number) => [track.x + part * track.width, track.y + track.height / 2] as const;
    await page().mouse.move(...across(1));
    await page().mouse.down();
    for (const part of [0.1, 0.9, 0, 0.5]) await page().mouse.move(...across(part), { steps: 8 });
    await page().mouse.up();
    const last = await eventually(async () => {
      const now = await position();
      // The slider can show an earlier value of the hub for a moment.
      should(now).be.within(48, 52);
      return now;
    });
    await eventually(() => should(values().at(-1)).equal(last / 100));
    should(values().length).be.above(1);
    for (const value of values()) should(value).be.within(0, 1);
    await page().waitForTimeout(1000);
    should(values().at(-1)).equal(last / 100);
    await becomes(position, last);
  });

  it('fires once for each press, and its lamp shows the effect', async () => {
    await becomes(text, 'off');
    await becomes(colour, 'rgb(0, 0, 0)');
    await takeButton().click();
    await becomes(text, 'program');
    await becomes(colour, 'rgb(255, 0, 0)');
    await takeButton().click();
    await becomes(async () => presses(), [2, 2]);
    await page().waitForTimeout(1000);
    should(presses()).eql([2, 2]);
  });

  it('fires once for each of two browsers that press the button at the same time', async () => {
    const before = sent('playNext').length;
    const other = await page().context().newPage();
    try {
      await other.goto(`${nodeRed.url}/dashboard/desk`);
      const buttons = [page(), other].map((each) => each.getByRole('button', { name: 'take' }));
      for (const each of buttons) await each.hover();
      for (const each of [page(), other]) await each.mouse.down();
      await eventually(() => should(sent('playNext')).have.length(before + 2));
      for (const each of [page(), other]) await each.mouse.up();
      await becomes(async () => presses(), [before + 2, before + 2]);
      await page().waitForTimeout(1000);
      should(presses()).eql([before + 2, before + 2]);
    } finally {
      await other.close();
    }
  });

  it('fires by a key after a press that ended beside the button', async () => {
    const before = sent('playNext').length;
    await takeButton().hover();
    await page().mouse.down();
    await page().mouse.move(5, 5);
    await page().mouse.up();
    await becomes(async () => presses(), [before + 1, before + 1]);
    // A click within 2 s could still be that of the press.
    await page().waitForTimeout(2200);
    should(sent('playNext')).have.length(before + 1);
    await takeButton().hover();
    await takeButton().press('Enter');
    await eventually(() => should(sent('playNext')).have.length(before + 2));
    await eventually(() => should(sent('pressItemButton')).have.length(before + 2));
  });
});
