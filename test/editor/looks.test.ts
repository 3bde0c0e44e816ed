import { readFileSync } from 'node:fs';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { reload, useBench } from './bench.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';

/** Minimum contrast of text in WCAG 2, level AA. */
const CONTRAST = 4.5;

const node = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Gone_0' },
  propertyPath: { type: 'str', value: '' },
  Value: { type: 'json', value: '{"x":1,"y":2}' },
};

describe('the looks of the dialogs', function () {
  this.timeout(120_000);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;

  before(async () => {
    simulator = await startSimulator();
    await bench.deploy(picking.hubAt(simulator.url), picking.setter('user', { params: node }));
  });

  after(() => simulator?.close());

  /** The texts with low contrast inside these elements, with their contrast, and the number of all texts. */
  const lowContrastTexts = (...within: readonly string[]) =>
    page().evaluate(
      ([selector, least]) => {
        type Colour = readonly [red: number, green: number, blue: number, alpha: number];
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
        const parsed = (colour: string): Colour => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
          return [red, green, blue, alpha / 255];
        };
        const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => {
          const mix = (top: number, below: number) => top * a + below * (1 - a);
          return [mix(r, r2), mix(g, g2), mix(b, b2), 1];
        };
        const backgroundOf = (element: Element | null): Colour => {
          if (!element) return [255, 255, 255, 1];
          const own = parsed(getComputedStyle(element).backgroundColor);
          return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
        };
        const opacityOf = (element: Element | null): number =>
          element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
        const luminance = ([red, green, blue]: Colour) => {
          const [r = 0, g = 0, b = 0] = [red, green, blue]
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrastOf = (element: Element) => {
          const background = backgroundOf(element);
          const [red, green, blue, alpha] = parsed(getComputedStyle(element).color);
          const text = over([red, green, blue, alpha * opacityOf(element)], background);
          const [light = 0, dark = 0] = [luminance(text), luminance(background)].sort((one, other) => other - one);
          return (light + 0.05) / (dark + 0.05);
        };
        const withText = [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (element) =>
            element.checkVisibility() &&
            [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()),
        );
        const all = withText.map((element) => ({
          text: element.innerText.trim().slice(0, 40),
          kind: `${element.tagName.toLowerCase()}.${element.className}`,
          contrast: contrastOf(element),
        }));
        return { count: all.length, hard: all.filter(({ contrast }) => contrast < least) };
      },
      [within.flatMap((part) => [part, `${part} *`]).join(), CONTRAST] as const,
    );

  const inThemes = (look: () => Promise<void>) => inEachTheme(page(), look);

  const isReadable = async (count: number, ...within: readonly string[]) => {
    const found = await lowContrastTexts(...within);
    should(found.hard).eql([]);
    should(found.count).be.aboveOrEqual(count);
  };

  it('are readable in each theme: fields, hints, marks and reasons', async () => {
    await editor.openNode(page(), 'user');
    await page().click('.hub-live summary');
    await eventually(async () => should(await picking.hubText(page(), 'nodePath')).match(/^Not on the hub/));
    await inThemes(() => isReadable(25, '#hub-operation'));
  });

  it('are readable in each theme: the list', async () => {
    await editor.openNode(page(), 'user');
    await picking.opener(page(), 'propertyPath').click();
    await eventually(async () => should(await picking.noteText(page())).match(/404|not/i));
    await inThemes(() => isReadable(2, '.hub-picker'));
    await page().keyboard.press('Escape');
    await picking.opener(page(), 'engineId').click();
    await picking.options(page()).first().hover();
    await inThemes(() => isReadable(9, '.hub-picker'));
  });

  it('are readable in each theme: the tree', async () => {
    await editor.openNode(page(), 'user');
    await page().click('.hub-browse summary');
    const entry = (label: string) => page().locator('.hub-browse .hub-tree').getByText(label, { exact: true });
    for (const label of ['Studio A', 'Mixer', 'Overlay Opacity']) {
      await entry(label).waitFor();
      await entry(label).click();
    }
    await inThemes(() => isReadable(20, '.hub-browse'));
  });

  it('are readable in each theme: the configuration', async () => {
    await editor.openConfig(page(), 'hub');
    await editor.unfold(page(), '#hub-more');
    await page().fill('#node-config-input-maxInFlight', 'many');
    await page().click('#hub-test');
    // A button below the mouse has Node-RED's own colours.
    await page().locator('#hub-more summary').hover();
    await eventually(async () => should(await page().locator('.hub-tested').innerText()).match(/Engines: 4/));
    await inThemes(() =>
      isReadable(
        15,
        '#hub-test',
        '.hub-star',
        '.hub-reason',
        '.hub-hint',
        '.hub-heading',
        '#hub-more label',
        '.hub-tested',
      ),
    );
  });

  for (const language of ['de', 'fr', 'es', 'ja', 'tr'])
    it(`speak ${language}`, async () => {
      const words = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8'));
      await page().evaluate((it) => localStorage.setItem('editor-language', it), language);
      try {
        await reload(page());
        await editor.openNode(page(), 'user');
        const label = page().locator('#hub-operation label[for="node-input-operation"]');
        should(await label.innerText()).equal(words.editor.operation);
        const option = page().locator('#node-input-operation option:checked');
        should(await option.textContent()).equal(words.operations.setProperty);
        await eventually(async () => should(await picking.hubText(page(), 'nodePath')).equal(words.pick.notListed));
      } finally {
        await page().evaluate(() => localStorage.removeItem('editor-language'));
      }
    });
});
