import type { Locator } from 'playwright-core';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { findNode, setAtOnce } from '../../dist/simulator/state/engine.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';

/** Maximum width of borders, in px. */
const BORDER = 2;

const property = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Gone_0' },
  propertyPath: { type: 'str', value: '' },
};

const opacity = {
  ...property,
  nodePath: { type: 'str', value: 'Mixer_0' },
  propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
};

describe('the layout of a dialog', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
    // An engine stores 0.1 as the nearest 32-bit float.
    const mixer = findNode(simulator.state, 1, 'Mixer_0')!;
    setAtOnce(mixer, { 'Overlay//Opacity/0': Math.fround(0.1) }, Date.now());
    await bench.deploy(
      picking.hubAt(simulator.url, { headers: ['X-One', '', '', '', '', '', '', ''] }),
      picking.setter('user', { params: property }),
      picking.setter('faded', { params: opacity }),
      picking.setter('moved', {
        params: { ...opacity, propertyPath: { type: 'str', value: 'Overlay//Position/0' } },
      }),
    );
  });

  after(() => simulator?.close());

  afterEach(async () => {
    await page().setViewportSize({ width: 1400, height: 1000 });
  });

  /** The horizontal range of an element and its width, in px. */
  async function horizontalRange(locator: Locator): Promise<{ left: number; right: number }> {
    const { x, width } = await eventually(async () => (await locator.boundingBox())!);
    return { left: x, right: x + width };
  }

  async function areFlush(locator: Locator, other: Locator): Promise<void> {
    const [one, two] = await Promise.all([horizontalRange(locator), horizontalRange(other)]);
    should(one.left).be.approximately(two.left, BORDER);
    should(one.right).be.approximately(two.right, BORDER);
  }

  const panel = () => page().locator('.red-ui-popover-panel:has(.hub-picker)');

  it('aligns a list of the hub with its field', async () => {
    await editor.openNode(page(), 'user');
    for (const param of ['engineId', 'propertyPath']) {
      await picking.opener(page(), param).click();
      await areFlush(panel(), editor.widget(page(), `hub-param-${param}`));
      await page().keyboard.press('Escape');
      await picking.search(page()).waitFor({ state: 'detached' });
    }
  });

  it('fits a list into a narrow dialog', async () => {
    await page().setViewportSize({ width: 620, height: 800 });
    await editor.openNode(page(), 'user');
    await picking.opener(page(), 'engineId').click();
    await picking.options(page()).first().waitFor();
    const [list, tray] = await Promise.all([horizontalRange(panel()), horizontalRange(page().locator('.red-ui-tray'))]);
    should(list.left).be.aboveOrEqual(Math.max(0, tray.left) - BORDER);
    should(list.right).be.belowOrEqual(Math.min(620, tray.right) + BORDER);
    should(list.right - list.left).be.aboveOrEqual(200);
    const box = await panel().boundingBox();
    should(box!.y + box!.height).be.belowOrEqual(800);
  });

  it('aligns the tree, hints and reasons with the fields', async () => {
    await editor.openNode(page(), 'user');
    await page().locator('.hub-browse summary').press('Enter');
    const field = editor.widget(page(), 'hub-param-engineId');
    await page().locator('.hub-browse .hub-tree').waitFor();
    await areFlush(page().locator('.hub-browse .hub-tree'), field);
    for (const below of ['.hub-mark', '.hub-reason'])
      should((await horizontalRange(page().locator(`${below}:visible`).first())).left).be.approximately(
        (await horizontalRange(field)).left,
        BORDER,
      );
  });

  it('aligns the list of headers with the fields', async () => {
    await editor.openConfig(page(), 'hub');
    const list = page().locator('.red-ui-editableList:has(#hub-headers)');
    for (const field of ['baseUrl', 'auth']) await areFlush(list, page().locator(`#node-config-input-${field}`));
  });

  it('marks a value that the hub does not list by a colour and an icon', async () => {
    await editor.openNode(page(), 'user');
    const mark = page().locator('.hub-mark', { hasText: 'Not on the hub' });
    await mark.waitFor();
    const styles = await mark.evaluate((text) => ({
      icon: getComputedStyle(text, '::before').content,
      colour: getComputedStyle(text).color,
      usual: getComputedStyle(document.querySelector('.hub-hint:not(.hub-absent)')!).color,
    }));
    should(styles.icon).equal('"\uf071"');
    should(styles.colour).not.equal(styles.usual);
  });

  it('shows the fade of a number, and a component only of a value that has some', async () => {
    const row = (param: string) => page().locator(`.form-row:has(#hub-param-${param})`);
    await editor.openNode(page(), 'faded');
    await becomes(() => row('Component').isVisible(), false);
    should(await row('Duration').isVisible()).be.true();
    should(await row('Interpolation').isVisible()).be.false();
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'moved');
    await becomes(() => picking.hubText(page(), 'propertyPath'), /Overlay Position · now/);
    should(await row('Component').isVisible()).be.true();
    should(await row('Duration').isVisible()).be.false();
    await editor.closeDialog(page(), 'node-dialog-cancel');
    // The hub does not know this one, so both stay.
    await editor.openNode(page(), 'user');
    await page().locator('.hub-mark', { hasText: 'Not on the hub' }).waitFor();
    should(await row('Component').isVisible()).be.true();
  });

  it('searches the tree of a dialog', async () => {
    await editor.openNode(page(), 'faded');
    const browse = page().locator('.hub-browse');
    await browse.locator('summary').press('Enter');
    await browse.getByText('Studio B', { exact: true }).waitFor();
    await browse.getByRole('textbox').fill('studio b');
    await becomes(() => browse.locator('.hub-label').allTextContents(), ['Studio B']);
  });

  it('has no empty band in a list', async () => {
    await editor.openNode(page(), 'user');
    await picking.opener(page(), 'engineId').click();
    await picking.options(page()).first().waitFor();
    const heights = await page().evaluate(() => {
      const height = (part: string) => document.querySelector(part)!.getBoundingClientRect().height;
      const last = [...document.querySelectorAll('.hub-options [role=option]')].at(-1)!.getBoundingClientRect();
      const list = document.querySelector('.hub-options')!.getBoundingClientRect();
      return [height('.hub-path'), height('.hub-note'), Math.max(0, list.bottom - last.bottom) > 4];
    });
    should(heights).eql([0, 0, false]);
    await page().keyboard.press('Escape');
  });

  it('rounds fractions', async () => {
    await editor.openNode(page(), 'faded');
    await becomes(() => picking.hubText(page(), 'propertyPath'), 'Overlay Opacity · now 0.1');
  });

  it('shows a hint for the choice below "Start in"', async () => {
    await editor.openConfig(page(), 'hub');
    await editor.unfold(page(), '#hub-more');
    const hint = () => page().locator('#hub-start').innerText();
    await becomes(hint, /^Commands are sent\./);
    await editor.chooseOption(page(), 'node-config-input-rehearsal', 'true');
    await becomes(hint, /^Commands are not sent/);
    await editor.chooseVariable(page(), 'node-config-input-rehearsal', editor.env('START'));
    await becomes(hint, '');
  });

  it('shows each name of the palette in one line, without a hyphen', async () => {
    const labels = await page().$$eval('#red-ui-palette-graphics_hub .red-ui-palette-node', (nodes) =>
      nodes.map((node) => {
        const label = node.querySelector('.red-ui-palette-label')!;
        const range = document.createRange();
        range.selectNodeContents(label);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const fits = label.scrollWidth <= label.clientWidth;
        return { text: label.textContent ?? '', lines: lines.size, fits };
      }),
    );
    should(labels.length).be.aboveOrEqual(10);
    for (const { text, lines, fits } of labels) {
      should(text).not.match(/-/).and.not.be.oneOf('watch', 'batch');
      should({ text, lines, fits }).eql({ text, lines: 1, fits: true });
    }
  });
});
