import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import type { LookStep } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { cueOf, cuesNode, message, operate, readList, writeList } from './cue-list.js';
import { look } from './look-dialog.js';
import { becomes, eventually, watchFor } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};
const LOOKS = { Evening: [{ ...property, value: 0.5 }], Night: [{ ...property, value: 1 }] };

const LIST = 'Übergabe 1';
const recall = (name: string): LookStep => ({ does: 'look', look: name, fade: 1, delay: 0.5 });
const timeOut = (name: string) =>
  ({ afterwards: { does: 'timeOut', after: 5, from: 'start', steps: [recall(name)] } }) as const;
const CUES = {
  '10': cueOf('Übergabe', [message('atem'), recall('Evening')]),
  '20.5': cueOf('Guest', [recall('Night')], timeOut('Evening')),
  '30': cueOf('End', [recall('Night')]),
};

const core = (id: string, type: string, y: number, fields: object) => ({
  ...{ id, type, name: id, z: 'tab', x: 400, y, wires: [[]] },
  ...fields,
});

describe('a look that is renamed in the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  let folder: string;
  const page = () => bench.page;
  const file = () => join(folder, 'looks.json');
  const bar = () => page().locator('#hub-side-looks .hub-side-uses:visible');
  const boxes = () => bar().getByRole('checkbox');
  const stored = () => Object.keys(JSON.parse(readFileSync(file(), 'utf8')).looks);

  before(async () => {
    simulator = await startSimulator();
    folder = mkdtempSync(join(tmpdir(), 'look-uses-'));
  });
  after(async () => {
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const storeLooks = () =>
    writeFileSync(file(), JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: LOOKS }));

  beforeEach(async () => {
    storeLooks();
    const fields = { file: file(), properties: [property], interval: '0.2' };
    await bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      look('looks', { ...fields, name: 'All looks' }),
      look('key', { ...fields, name: 'Evening key', look: 'Evening', y: 160 }),
      look('night', { ...fields, name: 'Night key', look: 'Night', y: 220 }),
      look('elsewhere', { ...fields, name: 'Other file', look: 'Evening', file: join(folder, 'other.json'), y: 280 }),
      core('inject', 'inject', 340, {
        props: [
          { p: 'look', v: 'Evening', vt: 'str' },
          { p: 'label', v: 'Evening', vt: 'str' },
        ],
      }),
      core('change', 'change', 400, {
        rules: [
          { t: 'set', p: 'look', pt: 'msg', to: 'Evening', tot: 'str' },
          { t: 'set', p: 'look', pt: 'flow', to: 'Evening', tot: 'str' },
        ],
      }),
      core('switch', 'switch', 460, {
        ...{ property: 'look', propertyType: 'msg', checkall: 'true', outputs: 2, wires: [[], []] },
        rules: [
          { t: 'eq', v: 'Evening', vt: 'str' },
          { t: 'eq', v: 'Night', vt: 'str' },
        ],
      }),
      core('control', 'hub-control', 580, {
        ...{ version: 1, hub: 'hub', surface: 'streamdeck', control: 'key 0', wires: [[], []] },
        actions: ['looks', 'night', 'elsewhere'].map((lookNode, index) => ({
          ...{ on: ['press', 'hold', 'double'][index], does: 'look', lookOperation: 'recall' },
          ...{ lookNode, look: lookNode === 'night' ? 'Night' : 'Evening' },
        })),
      }),
      // The hub has looks of two files, and a cue names none.
      cuesNode('show', { list: LIST, y: 640 }),
      core('beside', 'switch', 520, {
        ...{ property: 'payload', propertyType: 'msg', checkall: 'true', outputs: 1 },
        rules: [{ t: 'eq', v: 'Evening', vt: 'str' }],
      }),
    );
    await writeList(page(), LIST, { '10': cueOf('Übergabe', [recall('Evening')]) });
    await openLooks();
  });

  async function openLooks(): Promise<void> {
    await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
    await page().click('#hub-side-tab-looks');
  }

  /** Renames *Evening* at the node *All looks*. */
  async function rename(to: string): Promise<void> {
    const group = page().locator('#hub-side-looks section').filter({ hasText: 'All looks' });
    await group.getByRole('button', { name: 'Rename: Evening' }).click();
    await group.getByRole('textbox', { name: 'New name of Evening' }).fill(to);
    await page().keyboard.press('Enter');
    await eventually(() => should(stored()).containEql(to));
  }

  /** The saved names in each node. */
  const names = () =>
    page().evaluate(() => {
      const node = (id: string) => window.RED.nodes.node(id) as unknown as Record<string, never>;
      const rows = (id: string, field: string, text: string): string[] =>
        (node(id)[field] as unknown as Record<string, string>[]).map((row) => String(row[text]));
      return [
        ...['key', 'night', 'elsewhere'].map((id) => String(node(id).look)),
        ...[rows('inject', 'props', 'v'), rows('change', 'rules', 'to')],
        ...[rows('switch', 'rules', 'v'), rows('beside', 'rules', 'v'), rows('control', 'actions', 'look')],
      ];
    });
  const EVENINGS = ['Evening', 'Night', 'Evening'];
  const OLD = [
    ...['Evening', 'Night', 'Evening'],
    ...[['Evening', 'Evening'], ['Evening', 'Evening'], ['Evening', 'Night'], ['Evening'], EVENINGS],
  ];
  const NEW = [
    ...['Sunset', 'Night', 'Evening'],
    ...[['Sunset', 'Evening'], ['Sunset', 'Evening'], ['Sunset', 'Night'], ['Evening']],
    ['Sunset', 'Night', 'Evening'],
  ];
  const undo = async () => {
    await page().click('#red-ui-workspace-chart', { position: { x: 700, y: 600 } });
    await page().keyboard.press('Control+z');
  };

  it('lists the nodes that use its old name, and changes them as one undo step', async () => {
    await rename('Sunset');
    await becomes(() => bar().locator('span').innerText(), /^Still with the old name “Evening”: 5\./);
    should(await bar().locator('li').allInnerTexts()).eql(['Evening key', 'inject', 'change', 'switch', 'control']);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    should(await names()).eql(OLD);
    const highlighted = await watchFor(page(), '.red-ui-flow-node-highlighted');
    await bar().getByRole('button', { name: 'inject' }).click();
    await highlighted();
    await bar().getByRole('button', { name: 'Update the names' }).press('Enter');
    await becomes(names, NEW);
    should(await bar().count()).equal(0);
    await undo();
    await becomes(names, OLD);
  });

  it('changes only the ticked nodes, or none of them', async () => {
    await rename('Sunset');
    await becomes(() => boxes().count(), 5);
    await bar().getByRole('checkbox', { name: 'switch' }).uncheck();
    await bar().getByRole('button', { name: 'Update the names' }).click();
    await becomes(names, [...NEW.slice(0, 5), OLD[5], ...NEW.slice(6)]);
    const group = page().locator('#hub-side-looks section').filter({ hasText: 'All looks' });
    await group.getByRole('button', { name: 'Rename: Sunset' }).click();
    await page().keyboard.type('Dusk');
    await page().keyboard.press('Enter');
    await becomes(() => bar().locator('li').allInnerTexts(), ['Evening key', 'inject', 'change', 'control']);
    await bar().getByRole('button', { name: 'Not now' }).click();
    should(await bar().count()).equal(0);
    should(await names()).eql([...NEW.slice(0, 5), OLD[5], ...NEW.slice(6)]);
  });

  it('leaves its old name empty at the key, until the node has the new one', async () => {
    await rename('Sunset');
    const card = page()
      .locator('#hub-side-looks section')
      .filter({ hasText: 'Evening key' })
      .locator('.hub-side-look', { has: page().getByText('Evening', { exact: true }) });
    await becomes(() => card.locator('.hub-side-head > span > span').innerText(), 'empty');
    should(await card.getByRole('button').count()).equal(0);
  });

  /** Two lists on the hub of the look, and one that also another hub plays. */
  async function openLists(): Promise<void> {
    storeLooks();
    await bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      picking.hubAt(simulator.url, { id: 'other', name: 'Other hub' }),
      look('looks', { file: file(), properties: [property], interval: '0.2', name: 'All looks' }),
      cuesNode('show', { list: LIST, name: 'Evening show' }),
      cuesNode('second', { list: 'Zweite', y: 160 }),
      cuesNode('elsewhere', { list: 'Fremde', hub: 'other', y: 220 }),
    );
    await writeList(page(), LIST, CUES);
    await writeList(page(), 'Zweite', { '1': cueOf('Ende', [recall('Night')]) });
    await writeList(page(), 'Fremde', { '1': cueOf('Ende', [recall('Evening')]) });
    await openLooks();
  }
  const cuesOf = async (list: string) => (await readList(page(), list)).cues;
  const update = () => bar().getByRole('button', { name: 'Update the names' }).click();

  it('lists the cue lists of its hub, and changes them without a loss of the edits of others', async () => {
    await openLists();
    await rename('Sunset');
    await becomes(() => bar().locator('li').allInnerTexts(), ['Evening show: 10, 20.5']);
    should(await cuesOf(LIST)).eql(CUES);
    // Somebody saves the list between the read and the write of the update.
    const edited = { ...CUES, '40': cueOf('日本語', [recall('Evening')]) };
    let writes = 0;
    const path = `**/cues/lists/${encodeURIComponent(LIST)}`;
    await page().route(path, async (route) => {
      if (route.request().method() === 'POST' && writes++ === 0) await writeList(page(), LIST, edited);
      await route.continue();
    });
    await update();
    const expected = {
      '10': cueOf('Übergabe', [message('atem'), recall('Sunset')]),
      '20.5': cueOf('Guest', [recall('Night')], timeOut('Sunset')),
      '30': cueOf('End', [recall('Night')]),
      '40': cueOf('日本語', [recall('Sunset')]),
    };
    await becomes(() => cuesOf(LIST), expected);
    await page().unroute(path);
    should(writes).equal(2);
    should(await bar().count()).equal(0);
    should(await cuesOf('Fremde')).eql({ '1': cueOf('Ende', [recall('Evening')]) });
    // The node plays the new list without a deploy.
    should((await operate(page(), 'show', 'standby', '40')).state.standby).match({ number: '40' });
  });

  it('leaves a cue list that is not ticked, and names one that cannot be changed', async () => {
    await openLists();
    await rename('Sunset');
    await becomes(() => boxes().count(), 1);
    await boxes().uncheck();
    await update();
    should(await bar().count()).equal(0);
    should(await cuesOf(LIST)).eql(CUES);
    await page().getByRole('button', { name: 'Rename: Sunset' }).click();
    await page().getByRole('textbox', { name: 'New name of Sunset' }).fill('Evening');
    await page().keyboard.press('Enter');
    await eventually(() => should(stored()).containEql('Evening'));
    should(await bar().count()).equal(0);
    await rename('Dusk');
    await becomes(() => boxes().count(), 1);
    await page().route('**/cues/lists/*', (route) => route.abort());
    await update();
    await becomes(() => bar().innerText(), 'Not changed: Evening show: 10, 20.5. Node-RED does not answer.');
    await page().unroute('**/cues/lists/*');
    should(await cuesOf(LIST)).eql(CUES);
    bench.browserErrors.splice(0);
  });
});
