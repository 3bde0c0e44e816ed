import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { sortCues } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { allow, cue, cueOf, cuesNode, cueTexts, openCues, operate, readList, set, writeList } from './cue-list.js';
import { look } from './look-dialog.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';
import { doubleClick } from './user-actions.js';

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0', value: 0.5 },
};

/** The items with their first buttons. */
const ITEMS = ['Opener › Play', 'Anchor › In', 'Reporter › In', 'Weather › Next', 'Headlines › Play'];

describe('cues from the tree', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  let folder: string;
  const page = () => bench.page;
  const press = (key: string) => page().keyboard.press(key);
  const addAs = (value: 'nodes' | 'cue') => page().selectOption('.hub-side-top select', value);
  const note = () => page().locator('#hub-side-tree > [aria-live]').innerText();
  const click = (label: string, key: 'Shift' | 'Control') => tree.click(page(), tree.row(page(), label), key);
  const addLook = (name: string) =>
    page()
      .getByRole('button', { name: `Add as cue: ${name}` })
      .click();
  const lookNote = (name: string) =>
    page().locator('.hub-side-look', { hasText: name }).locator('.hub-side-note').first().innerText();
  const nodes = () => tree.nodesOf(page(), 'hub-cues');
  const namesOf = async (list: string) =>
    [...sortCues(Object.entries((await readList(page(), list)).cues))].map(([number, { name }]) => `${number} ${name}`);

  /** Shows a flow with these nodes, and the tree. */
  async function open(...others: object[]): Promise<void> {
    await bench.deploy(picking.hubAt(simulator.url), ...others);
    await tree.openTree(page());
    await tree.reload(page());
    await addAs('cue');
  }

  before(async () => {
    simulator = await startSimulator();
    folder = mkdtempSync(join(tmpdir(), 'cues-'));
    const looks = { Evening: [property], Night: [{ ...property, value: 1 }] };
    writeFileSync(join(folder, 'looks.json'), JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
  });

  beforeEach(() => simulator.reset());

  after(async () => {
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('become a list of ten, of five items, two looks, two properties and a message, in at most 45 actions', async () => {
    const file = join(folder, 'looks.json');
    await open(look('looks', { file, properties: [property] }));
    await addAs('nodes');
    await page().click('#hub-side-tab-hubs');
    let id = '';
    const added = (text: RegExp) => becomes(note, text);
    /** Each is one click, key or text. */
    const actions: (() => Promise<unknown>)[] = [
      () => page().click('#hub-side-tab-tree'),
      () => addAs('cue'),
      () => tree.click(page(), tree.row(page(), 'Playout rundowns')),
      () => tree.click(page(), tree.row(page(), 'Evening News')),
      // An item acts by its first button.
      () => tree.click(page(), tree.row(page(), 'Opener')),
      () => click('Headlines', 'Shift'),
      () => press('Insert'),
      () => added(/^Added to “cues”: 10 … 50\. Added to the flow\. Click Deploy\.$/),
      () => tree.click(page(), tree.row(page(), 'Studio A')),
      () => tree.click(page(), tree.row(page(), 'Mixer')),
      () => tree.click(page(), tree.row(page(), 'Overlay Opacity')),
      () => click('Program Channel', 'Control'),
      () => press('Insert'),
      () => added(/^Added to “cues”: 60, 70\.$/),
      () => page().click('#hub-side-tab-looks'),
      () => addLook('Evening'),
      async () => {
        // The note of the first one moves the button of the second one.
        await becomes(() => lookNote('Evening'), /^Added to “cues”: 80\.$/);
        await addLook('Night');
      },
      () => becomes(() => lookNote('Night'), /^Added to “cues”: 90\.$/),
      // The message.
      async () => {
        [id = ''] = await nodes();
        await doubleClick(page().locator(`[id="${id}"] .red-ui-flow-node`));
        await page().locator('#hub-cues .hub-cue-row').first().waitFor();
      },
      () => page().getByRole('button', { name: 'Add cue' }).click(),
      () => page().getByRole('textbox', { name: 'Name: 100' }).fill('Cut'),
      () => page().locator('[data-add=message]').first().click(),
      () => page().getByRole('textbox', { name: 'Topic' }).fill('atem'),
      () => page().click('#node-dialog-ok'),
      () => picking.deploy(page()),
    ];
    should(actions.length).be.belowOrEqual(45);
    for (const act of actions) await act();
    should(await nodes()).eql([id]);
    await becomes(
      () => namesOf(id),
      [
        ...ITEMS.map((name, index) => `${index + 1}0 ${name}`),
        ...[
          '60 Mixer › Program Channel = CAM 1',
          '70 Mixer › Overlay Opacity = 1',
          '80 Evening',
          '90 Night',
          '100 Cut',
        ],
      ],
    );
    const { cues } = await readList(page(), id);
    should(cues['20']!.steps).eql([
      {
        ...{ does: 'command', operation: 'pressItemButton', delay: 0 },
        params: { buttonKey: str('in', 'In'), itemId: num('512', 'Anchor'), rundownId: num('51', 'Evening News') },
      },
    ]);
    should(cues['70']!.steps).eql([
      {
        ...{ does: 'command', operation: 'setProperty', delay: 0 },
        params: {
          Value: { type: 'num', value: '1' },
          engineId: num('1', 'Studio A'),
          nodePath: str('Mixer_0', 'Mixer'),
          propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
        },
      },
    ]);
    should(cues['80']!.steps).eql([{ does: 'look', look: 'Evening', delay: 0 }]);
    should(cues['100']!.steps).eql([{ does: 'message', topic: 'atem', payload: true, delay: 0 }]);
    // The deployed list plays.
    await openCues(page());
    await becomes(async () => (await cueTexts(page())).length, 10);
    await page().locator('.hub-cue-go').click();
    await becomes(() => cue(page(), '10').getAttribute('data-state'), 'done');
    should(simulator.state.playout.presses.length).equal(1);
  });

  it('are added by the menu to the list that was used last, and as steps of the selected cue', async () => {
    await open(
      cuesNode('first', { list: 'Tree 1', name: 'First' }),
      cuesNode('second', { list: 'Tree 2', name: 'Second', y: 200 }),
    );
    await writeList(page(), 'Tree 1', {});
    await writeList(page(), 'Tree 2', { '5': cueOf('Five', [set(1)]), '10.5': cueOf('Ten', [set(1)]) });
    await openCues(page());
    await cue(page(), '5').click();
    await page().click('#hub-side-tab-tree');
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await tree.click(page(), tree.row(page(), 'Opener'));
    await click('Anchor', 'Control');
    await (await tree.openMenu(page(), 'Anchor')).getByText('Add to cue 5', { exact: true }).click();
    await becomes(note, 'Added to cue 5. Steps: 2');
    await (await tree.openMenu(page(), 'Anchor')).getByText('Add 2 rows as cues').click();
    await becomes(note, 'Added to “Second”: 20, 30.');
    // The cue that was added last gets the next step.
    await (await tree.openMenu(page(), 'Reporter')).getByText('Add to cue 30').click();
    await becomes(note, 'Added to cue 30. Steps: 1');
    should(await namesOf('Tree 2')).eql(['5 Five', '10.5 Ten', '20 Opener › Play', '30 Anchor › In']);
    const { cues } = await readList(page(), 'Tree 2');
    should(['5', '20', '30'].map((number) => cues[number]!.steps.length)).eql([3, 1, 2]);
    should(await namesOf('Tree 1')).eql([]);
  });

  it('are not lost if two editors add some at once, and need the permission and a value', async () => {
    await open(cuesNode('shared', { list: 'Tree shared' }));
    await writeList(page(), 'Tree shared', {});
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    let isFirst = true;
    // Another editor writes between the read and the write of this one.
    await page().route('**/cues/lists/**', async (route) => {
      if (route.request().method() === 'POST' && isFirst) {
        isFirst = false;
        await writeList(page(), 'Tree shared', { '40': cueOf('Other', [set(1)]) });
      }
      await route.continue();
    });
    await tree.click(page(), tree.row(page(), 'Opener'));
    await press('Insert');
    await becomes(note, 'Added to “cues Tree shared”: 50.');
    await page().unroute('**/cues/lists/**');
    should(await namesOf('Tree shared')).eql(['40 Other', '50 Opener › Play']);
    await tree.click(page(), tree.row(page(), 'Evening News', 2));
    await press('Insert');
    await becomes(note, '“Evening News” is not a command with a value, so it cannot be a cue.');
    await allow(page(), ['hub-cues.read', 'flows.write', 'hub-config.*']);
    const menu = await tree.openMenu(page(), 'Studio A');
    should(await menu.getByText('Add as cue').count()).equal(0);
    await press('Escape');
    await allow(page(), undefined);
  });

  it('go to the cue on standby, and nowhere on a locked flow without a list', async () => {
    await open(cuesNode('standby', { list: 'Tree standby' }));
    await writeList(page(), 'Tree standby', { '10': cueOf('One', [set(1)]), '20': cueOf('Two', [set(1)]) });
    await eventually(async () => {
      const answer = await operate(page(), 'standby', 'next');
      should(answer.state.standby?.number).equal('20');
    });
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await (await tree.openMenu(page(), 'Opener')).getByText('Add to the cue on standby').click();
    await becomes(note, 'Added to cue 20. Steps: 1');
    await open();
    await page().evaluate((tab) => {
      (window.RED.nodes as unknown as { workspace(id: string): { locked: boolean } }).workspace(tab).locked = true;
    }, TAB);
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await tree.click(page(), tree.row(page(), 'Opener'));
    await press('Insert');
    await becomes(() => page().locator('#red-ui-notifications').innerText(), /The flow is locked/);
    should(await nodes()).eql([]);
    await page().evaluate((tab) => {
      (window.RED.nodes as unknown as { workspace(id: string): { locked: boolean } }).workspace(tab).locked = false;
    }, TAB);
  });
});
