import { readFileSync } from 'node:fs';
import should from 'should';
import { cueOf, message, set, writeList } from './cue-list.js';
import * as editor from './page.js';
import * as picking from './picking.js';
import { inLanguage, page, TAB, useStage } from './stage.js';

/** The narrowest dialog that Node-RED opens, in px. */
const NARROWEST = 500;

/** The width of a form on a small screen, in px. */
const SMALL = 320;

const LIST = 'Texts that fit';

/** Steps of all types, and times. */
const cues = {
  '10': cueOf('', [set(1), { does: 'look', look: 'Evening', delay: 0 }], {
    afterwards: { does: 'timeOut', after: 5, from: 'confirmed', steps: [message('a')] },
  }),
  '20': cueOf(''),
};

const operation = { z: TAB, hub: 'hub', params: {}, wires: [[]] };

const nodes = [
  { ...operation, id: 'lamp', type: 'hub-lamp', surface: 'mqtt', states: [{ state: 'program', colour: '#ff0000' }] },
  { ...operation, id: 'button', type: 'hub-panel', kind: 'button' },
  { ...operation, id: 'fader', type: 'hub-panel', kind: 'fader', takeover: 'pickUp' },
  {
    ...{ ...operation, id: 'control', type: 'hub-control', control: 'key 0', toggle: true },
    states: [{ state: 'program', colour: '#ff0000' }],
    actions: [
      { on: 'press', does: 'command', operation: 'stopLaunch', params: {}, secondPress: true },
      { on: 'hold', does: 'look', look: '', lookOperation: 'recall' },
    ],
  },
  { ...operation, id: 'strip', type: 'hub-control', surface: 'mcu', control: 'fader 1', kind: 'fader', actions: [] },
  { ...operation, id: 'call', type: 'hub-engine-function', operation: 'callFunction' },
  { ...operation, id: 'batch', type: 'hub-batch', operation: 'batch' },
  { ...operation, id: 'remote', type: 'hub-remote', role: 'panel' },
  { ...operation, id: 'cues', type: 'hub-cues', operation: 'go', list: LIST },
  {
    ...{ ...operation, id: 'look', type: 'hub-look', operation: 'recall', fade: '2', curve: 'Constant' },
    properties: [{ engine: 'Studio A', node: 'Tracked Camera', property: 'Calibration Points' }],
  },
];

describe('the texts of the dialogs', () => {
  const stage = useStage();

  before(async () => {
    await stage.deploy(picking.hubAt('http://127.0.0.1:9'), ...nodes);
    await writeList(LIST, cues);
  });

  /** The texts that leave the form or their label, and the placeholders that are cut. */
  const badTexts = (width: number) =>
    page()
      .locator('.red-ui-tray-body form')
      .first()
      .evaluate((form, px) => {
        form.style.width = `${px}px`;
        const canvas = document.createElement('canvas').getContext('2d')!;
        const { right } = form.getBoundingClientRect();
        const shown = [...form.querySelectorAll<HTMLElement>('*')].filter((it) => it.checkVisibility());
        const outside = shown.filter((it) => it.getBoundingClientRect().right > right + 1);
        const cutLabels = shown.filter((it) => it.tagName === 'LABEL' && it.scrollWidth > it.clientWidth + 1);
        const cutInputs = shown.filter((it) => {
          if (!(it instanceof HTMLInputElement) || it.value) return false;
          const { font, paddingLeft, paddingRight } = getComputedStyle(it);
          canvas.font = font;
          const room = it.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return canvas.measureText(it.placeholder).width > room;
        });
        return [...outside, ...cutLabels, ...cutInputs].map((it) => it.id || it.textContent?.trim() || it.className);
      }, width);

  // Of the languages, German has the longest words, and Japanese the widest letters.
  for (const language of ['de', 'ja'])
    it(`are in the language of the editor, and fit: ${language}`, () =>
      inLanguage(language, async () => {
        const words = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8'));
        await editor.openNode(page(), 'call');
        const label = page().locator('#hub-operation label[for="node-input-operation"]');
        should(await label.innerText()).equal(words.editor.operation);
        const option = page().locator('#node-input-operation option:checked');
        should(await option.textContent()).equal(words.operations.callFunction);
        await editor.closeDialog(page(), 'node-dialog-cancel');
        const expectFitting = async (id: string, width: number) =>
          should({ id, width, bad: await badTexts(width) }).eql({ id, width, bad: [] });
        for (const id of ['hub', ...nodes.map((node) => node.id)]) {
          if (id === 'hub') await editor.openConfig(page(), id);
          else await editor.openNode(page(), id);
          if (id === 'cues') await page().locator('.hub-cue-row').nth(1).waitFor();
          // An opened part can have more of them.
          const opened = () =>
            page().$$eval('.red-ui-tray-body details:not([open])', (all) => {
              for (const each of all) (each as HTMLDetailsElement).open = true;
              return all.length;
            });
          await editor.becomes(opened, 0);
          const { width } = (await page().locator('.red-ui-tray').last().boundingBox())!;
          should(width).be.belowOrEqual(NARROWEST + 40, id);
          await expectFitting(id, NARROWEST - 40);
          await expectFitting(id, SMALL);
          await editor.closeDialog(page(), id === 'hub' ? 'node-config-dialog-cancel' : 'node-dialog-cancel');
        }
      }));
});
