import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import should from 'should';
import { press } from '../package/recipe-stage.js';
import { recordPicture } from '../pictures.js';
import { control } from './deck.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { page, useFolder, useSimulator, useStage } from './stage.js';
import { num, str } from './tree-rows.js';

/** The place of the moving picture, if pictures are taken. Encoding needs `img2webp`: on Debian in the package `webp`. */
const FILE = process.env.PICTURES && join(process.env.PICTURES, 'moving.webp');

/** Eight seconds. */
const FRAMES = 64;
const FRAME_MS = 125;

/** Maximum size in bytes, because the first screen of the README loads it. */
const LARGEST = 1_000_000;

/** The windows, and the picture of both, in px. */
const EDITOR = { width: 1050, height: 480 };
const OUTPUT = { width: 1232, height: 1000 };
const PICTURE = { width: 1026, height: 330 };

/** The parts of the editor: the flow, and the page of keys in the sidebar. */
const FLOW = { x: 0, y: 85, width: 475, height: 190 };
const KEYS = { x: 736, y: 110, width: 314, height: 140 };

const camera = { engineId: num('1', 'Studio A'), nodePath: str('Tracked Camera_0', 'Tracked Camera') };
const lowerThird = { engineId: num('1', 'Studio A'), nodePath: str('Lower Third_0', 'Lower Third') };

const midi = (id: string, name: string, kind: string, params: object, fields: object) =>
  control(id, {
    ...{ name, surface: 'midi', kind, takeover: 'jump', interval: '0.5', low: '0', high: '1', x: 370 },
    actions: [{ on: 'press', does: 'command', operation: 'setProperty', params }],
    ...fields,
  });

/** A fader and a pad of a MIDI controller. An inject node sends its messages. */
const flow = [
  { ...picking.inject('controller', 'zoom', 0), name: 'MIDI controller', x: 120, y: 100, wires: [['zoom', 'pad']] },
  midi(
    'zoom',
    'Fader 1: zoom',
    'fader',
    { ...camera, propertyPath: str('Lens//Zoom/0', 'Zoom'), Value: { type: 'msg', value: 'payload' } },
    { control: 'cc 1/7', text: 'Zoom', step: '0.01', y: 60 },
  ),
  midi(
    'pad',
    'Pad: lower third',
    'button',
    { ...lowerThird, propertyPath: str('Status//Visible/0', 'Visible'), Value: { type: 'bool', value: 'true' } },
    { control: 'note 1/36', text: 'Name', toggle: true, y: 140 },
  ),
];

/** From 0 to 1, slow at both ends. */
const ease = (part: number): number => (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, part)))) / 2;

/** The fader at a frame, 0 to 127: up in the first half, and down at the end. */
const faderAt = (frame: number): number => Math.round(127 * (ease((frame - 4) / 24) - ease((frame - 46) / 14)));

/** The frames in which the pad is pressed: the lower third appears, and disappears. */
const PRESSES = [30, 44];

/** The frames of a test: the start, the fader up, the lower third, the end. */
const CHECKED = [0, 28, 31, FRAMES - 1];

describe('the moving picture of the README', () => {
  const stage = useStage();
  const simulator = useSimulator();
  let output: Page;
  let mixer: Page;
  const folder = useFolder();

  before(async () => {
    // The lower third keeps the name of its last item.
    for (const key of ['in', 'out']) await press(simulator, key);
    await stage.deploy(picking.hubAt(simulator.url, { name: 'News hub' }), ...flow);
    await page().setViewportSize(EDITOR);
    await page().evaluate(() => {
      window.RED.actions.invoke('core:toggle-palette');
      window.RED.actions.invoke('graphics-hub:show-sidebar');
    });
    await page().click('#hub-side-tab-hubs');
    await page().click('#hub-side-tab-keys');
    await keys().nth(1).waitFor();
    output = await page().context().newPage();
    await output.setViewportSize(OUTPUT);
    await output.emulateMedia({ reducedMotion: 'reduce' });
    await output.goto(simulator.url);
    mixer = await page().context().newPage();
    await mixer.setViewportSize(PICTURE);
  });

  after(async () => {
    await output?.close();
    await mixer?.close();
  });

  const keys = () => page().locator('#hub-side-keys .hub-key');
  const light = () =>
    keys()
      .filter({ hasText: 'Name' })
      .evaluate((key) => getComputedStyle(key).backgroundColor);

  async function send(...raw: readonly number[]): Promise<void> {
    const message = { payload: raw.slice(1), midi: { raw, channel: 1 } };
    const props = Object.entries(message).map(([p, v]) => ({ p, v: JSON.stringify(v), vt: 'json' }));
    const { status } = await fetch(new URL('/inject/controller', page().url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ __user_inject_props__: props }),
    });
    should(status).equal(200);
  }

  /** The picture zooms from 1 to 2. */
  const untilZoomed = (fader: number) =>
    eventually(async () => {
      const transform = (await output.locator('#program-camera').getAttribute('transform')) ?? '';
      const [, scale] = /scale\(([\d.]+)\)/.exec(transform) ?? [];
      should(Number(scale)).be.approximately(1 + fader / 127, 0.01);
      const shown = await keys().filter({ hasText: 'Zoom' }).innerText();
      should(Number(shown.split('\n')[1])).be.approximately(fader / 127, 0.01);
    });

  const untilLit = (isOn: boolean) =>
    eventually(async () => {
      should(await output.locator('#program-lower-third:not([data-off])').count()).equal(Number(isOn));
      should(await light()).equal(isOn ? 'rgb(255, 0, 0)' : 'rgb(0, 0, 0)');
    });

  /** The flow, a drawing of the fader and the pad with its light, the page of keys, and the program. */
  async function takeFrame(name: string, fader: number): Promise<string> {
    const pictures = await Promise.all([
      page().screenshot({ clip: FLOW }),
      page().screenshot({ clip: KEYS }),
      output.locator('#picture-program').screenshot(),
    ]);
    const [nodes, shownKeys, program] = pictures.map(
      (png) => `<img src="data:image/png;base64,${png.toString('base64')}">`,
    );
    await mixer.setContent(
      `<style>
        body { margin: 0; display: flex; gap: 8px; background: #fff; font: 14px sans-serif }
        .left { width: ${FLOW.width}px } .right img { height: ${PICTURE.height}px }
        .panel { display: flex; gap: 8px } .panel > div { width: 150px; padding: 12px; box-sizing: border-box }
        input { width: 100%; margin: 12px 0 } .pad { width: 40px; height: 40px; border-radius: 6px }
      </style>
      <div class="left">${nodes}<div class="panel">
        <div>Fader 1<input type="range" max="127" value="${fader}"><div class="pad" style="background: ${await light()}"></div></div>
        ${shownKeys}
      </div></div>
      <div class="right">${program}</div>`,
    );
    const path = join(folder, `${name}.png`);
    await mixer.screenshot({ path });
    return path;
  }

  it('shows a fader, the picture that follows, and a lamp', async () => {
    const files: string[] = [];
    let isOn = false;
    let fader = -1;
    for (let frame = 0; frame < FRAMES; frame += 1) {
      if (!FILE && !CHECKED.includes(frame) && !PRESSES.includes(frame)) continue;
      if (fader !== faderAt(frame)) {
        fader = faderAt(frame);
        await send(0xb0, 7, fader);
        await untilZoomed(fader);
      }
      if (PRESSES.includes(frame)) {
        for (const force of [127, 0]) await send(0x90, 36, force);
        isOn = !isOn;
      }
      await untilLit(isOn);
      files.push(await takeFrame(String(frame).padStart(3, '0'), fader));
    }
    const contents = files.map((file) => readFileSync(file).toString('base64'));
    should(new Set(contents).size).be.above(3);
    if (!FILE) return;
    const options = ['-loop', '0', '-lossy', '-q', '60', '-m', '6', '-d', String(FRAME_MS)];
    execFileSync('img2webp', [...options, ...files, '-o', FILE]);
    should(statSync(FILE).size).be.below(LARGEST);
    recordPicture(FILE);
  });
});
