import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { sortCues } from '../../dist/cues/list.js';
import { cue, cueOf, cuesNode, cueTexts, operate, readList, set, writeList } from './cue-list.js';
import { look } from './look-dialog.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { allow, openSection, page, TAB, useFolder, useSimulator, useStage } from './stage.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0', value: 0.5 },
};

/** The items with their first buttons. */
const ITEMS = ['Opener › Play', 'Anchor › In', 'Reporter › In', 'Weather › Next', 'Headlines › Play'];

describe('cues from the tree', () => {
  const stage = useStage();
  const simulator = useSimulator();
  const folder = useFolder();
  const press = (key: string) => page().keyboard.press(key);
  const addAs = (value: 'nodes' | 'cue') => page().selectOption('.hub-side-top select', value);
  const note = () => page().locator('#hub-side-tree > [aria-live]').innerText();
  const click = (label: string, key: 'Shift' | 'Control') => tree.click(page(), tree.row(page(), label), key);
  const nodes = () => tree.nodesOf(page(), 'hub-cues');
  const namesOf = async (list: string) =>
    [...sortCues(Object.entries((await readList(list)).cues))].map(([number, { name }]) => `${number} ${name}`);

  /** Shows a flow with these nodes, and the tree. */
  async function open(...others: object[]): Promise<void> {
    await stage.deploy(picking.hubAt(simulator.url), ...others);
    await tree.openTree(page());
    await tree.reload(page());
    await addAs('cue');
  }

  before(async () => {
    const looks = { Evening: [property], Night: [{ ...property, value: 1 }] };
    writeFileSync(join(folder, 'looks.json'), JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
  });

  beforeEach(() => simulator.reset());

  it('become a list of items, properties and looks, which plays', async () => {
    await open(look('looks', { file: join(folder, 'looks.json'), properties: [property] }));
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    // An item acts by its first button.
    await tree.click(page(), tree.row(page(), 'Opener'));
    await click('Headlines', 'Shift');
    await press('Insert');
    await becomes(note, /^Added to “cues”: 10 … 50\. Added to the flow\. Click Deploy\.$/);
    await tree.unfold(page(), 'Studio A', 'Mixer');
    await tree.click(page(), tree.row(page(), 'Overlay Opacity'));
    await click('Program Channel', 'Control');
    await press('Insert');
    await becomes(note, /^Added to “cues”: 60, 70\.$/);
    await page().click('#hub-side-tab-looks');
    await page().getByRole('button', { name: 'Add as cue: Evening' }).click();
    const lookNote = () => page().locator('.hub-side-look', { hasText: 'Evening' }).locator('.hub-side-note').first();
    await becomes(() => lookNote().innerText(), /^Added to “cues”: 80\.$/);
    await picking.deploy(page());
    const [id = '', ...others] = await nodes();
    should(others).eql([]);
    should(await namesOf(id)).eql([
      ...ITEMS.map((name, index) => `${index + 1}0 ${name}`),
      ...['60 Mixer › Program Channel = CAM 1', '70 Mixer › Overlay Opacity = 1', '80 Evening'],
    ]);
    const { cues } = await readList(id);
    const command = { does: 'command', delay: 0 };
    const item = { buttonKey: str('in', 'In'), itemId: num('512', 'Anchor'), rundownId: num('51', 'Evening News') };
    should(cues['20']!.steps).eql([{ ...command, operation: 'pressItemButton', params: item }]);
    const mixer = { engineId: num('1', 'Studio A'), nodePath: str('Mixer_0', 'Mixer') };
    const opacity = { ...mixer, propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity') };
    const params = { ...opacity, Value: { type: 'num', value: '1' } };
    should(cues['70']!.steps).eql([{ ...command, operation: 'setProperty', params }]);
    should(cues['80']!.steps).eql([{ does: 'look', look: 'Evening', delay: 0 }]);
    await openSection('cues');
    await becomes(async () => (await cueTexts()).length, 8);
    await page().locator('.hub-cue-go').click();
    await becomes(() => cue('10').getAttribute('data-state'), 'done');
    should(simulator.state.playout.presses.length).equal(1);
  });

  it('are added by the menu to the list that was used last, and as steps of the selected cue', async () => {
    await open(
      cuesNode('first', { list: 'Tree 1', name: 'First' }),
      cuesNode('second', { list: 'Tree 2', name: 'Second', y: 200 }),
    );
    await writeList('Tree 1', {});
    await writeList('Tree 2', { '5': cueOf('Five', [set(1)]), '10.5': cueOf('Ten', [set(1)]) });
    await openSection('cues');
    await cue('5').click();
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
    const { cues } = await readList('Tree 2');
    should(['5', '20', '30'].map((number) => cues[number]!.steps.length)).eql([3, 1, 2]);
    should(await namesOf('Tree 1')).eql([]);
  });

  it('are not lost if two editors add some at once, and need the permission and a value', async () => {
    await open(cuesNode('shared', { list: 'Tree shared' }));
    await writeList('Tree shared', {});
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    let isFirst = true;
    // Another editor writes between the read and the write of this one.
    await page().route('**/cues/lists/**', async (route) => {
      if (route.request().method() === 'POST' && isFirst) {
        isFirst = false;
        await writeList('Tree shared', { '40': cueOf('Other', [set(1)]) });
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
    await allow(['hub-cues.read', 'flows.write', 'hub-config.*']);
    const menu = await tree.openMenu(page(), 'Studio A');
    should(await menu.getByText('Add as cue').count()).equal(0);
    await press('Escape');
    await allow(undefined);
  });

  it('go to the cue on standby, and nowhere on a locked flow without a list', async () => {
    await open(cuesNode('standby', { list: 'Tree standby' }));
    await writeList('Tree standby', { '10': cueOf('One', [set(1)]), '20': cueOf('Two', [set(1)]) });
    await eventually(async () => {
      const answer = await operate('standby', 'next');
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
