import type { Locator } from 'playwright-core';
import should from 'should';
import { findNode, setAtOnce } from '../../dist/simulator/state/engine.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { page, useSimulator, useStage } from './stage.js';

describe('the layout of a dialog', () => {
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

  const stage = useStage();
  const simulator = useSimulator();

  before(async () => {
    // An engine stores 0.1 as the nearest 32-bit float.
    const mixer = findNode(simulator.state, 1, 'Mixer_0')!;
    setAtOnce(mixer, { 'Overlay//Opacity/0': Math.fround(0.1) }, Date.now());
    await stage.deploy(
      picking.hubAt(simulator.url, { headers: ['X-One', '', '', '', '', '', '', ''] }),
      picking.setter('user', { params: property }),
      picking.setter('faded', { params: opacity }),
      picking.setter('moved', {
        params: { ...opacity, propertyPath: { type: 'str', value: 'Overlay//Position/0' } },
      }),
    );
  });

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
        const { backgroundColor: colour } = (node as HTMLElement).style;
        const icon = node.querySelector<HTMLElement>('.red-ui-palette-icon')?.style.backgroundImage;
        return { text: label.textContent ?? '', lines: lines.size, fits, colour, icon };
      }),
    );
    should(labels.length).be.aboveOrEqual(16);
    // Controls, commands, watches, panels, lamps, looks and cues, events and remotes have a colour each.
    should([new Set(labels.map(({ colour }) => colour)).size, new Set(labels.map(({ icon }) => icon)).size]).eql([
      ...[8, labels.length],
    ]);
    for (const { text, lines, fits } of labels) {
      should(text).not.match(/-/).and.not.be.oneOf('watch', 'batch');
      should({ text, lines, fits }).eql({ text, lines: 1, fits: true });
    }
  });
});

describe('hints of a dialog', () => {
  const opacity = {
    engineId: { type: 'num', value: '1', label: 'Studio A' },
    nodePath: { type: 'str', value: 'Mixer_0' },
    propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
  };

  const typed = (type: string, value: string) => ({ params: { ...opacity, Value: { type, value } } });

  const stage = useStage();
  const simulator = useSimulator();

  before(async () => {
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.setter('many', typed('str', 'many')),
      picking.setter('half', typed('num', '0.5')),
      picking.setter('text', typed('str', '0.5')),
      picking.setter('yes', typed('bool', 'true')),
      picking.setter('vector', typed('json', '{"x":1}')),
      picking.setter('carried', typed('msg', 'payload')),
      picking.setter('eased', { params: { ...opacity, Duration: { type: 'num', value: '2' } } }),
    );
  });

  const kind = () => page().locator('.hub-field:has(#hub-param-Value) .hub-absent').innerText();
  const presentValueLoaded = () => becomes(() => picking.hubText(page(), 'propertyPath'), 'Overlay Opacity · now 1');

  for (const id of ['many', 'yes', 'vector'])
    it(`mark a literal of another kind than the property: ${id}`, async () => {
      await editor.openNode(page(), id);
      await becomes(kind, 'The property is a number at present: 1');
    });

  for (const id of ['half', 'text', 'carried'])
    it(`do not mark a fitting or unknown value: ${id}`, async () => {
      await editor.openNode(page(), id);
      await presentValueLoaded();
      should(await kind()).equal('');
    });

  it('fold rarely used fields until one has a value', async () => {
    const more = page().locator('.hub-more');
    await editor.openNode(page(), 'half');
    should(await more.getAttribute('open')).be.null();
    should(await page().locator('#hub-param-Duration').isVisible()).be.false();
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await editor.openNode(page(), 'eased');
    should(await more.getAttribute('open')).equal('');
    await editor.widget(page(), 'hub-param-Duration').waitFor();
  });

  it('remove a mark when the value fits, and mark nothing offline', async () => {
    await editor.openNode(page(), 'many');
    await becomes(kind, /a number/);
    await editor.type(page(), 'hub-param-Value', '0.7');
    await becomes(kind, '');
    await editor.closeDialog(page(), 'node-dialog-cancel');
    const undo = simulator.trouble({ hangUp: 'before' });
    try {
      await editor.openNode(page(), 'many');
      await becomes(() => picking.bannerText(page()), /^Disconnected\. Check the hub\./);
      should(await kind()).equal('');
    } finally {
      undo();
    }
  });

  it('select the hub if there is only one', async () => {
    const hubOf = (type: string) =>
      page().evaluate((it) => {
        const { view } = window.RED as unknown as {
          view: { createNode(type: string, x: number, y: number): { node: { hub: string } } };
        };
        return view.createNode(it, 100, 100).node.hub;
      }, type);
    const types = await page().$$eval('#red-ui-palette-graphics_hub .red-ui-palette-node', (nodes) =>
      nodes.map((node) => String(node.getAttribute('data-palette-type'))),
    );
    const withHub = [
      'hub-engine-property',
      'hub-playout-item',
      'hub-linear-play',
      'hub-batch',
      'hub-watch',
      'hub-event',
    ];
    should(types).containDeep(withHub);
    for (const type of withHub) should(await hubOf(type)).equal('hub', type);
    await stage.deploy(picking.hubAt(simulator.url), picking.hubAt(simulator.url, { id: 'other' }));
    for (const type of withHub) should(await hubOf(type)).equal('', type);
  });
});
