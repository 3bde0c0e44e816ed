import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import {
  addAll,
  arrow,
  branch,
  camera,
  full,
  home,
  look,
  moveDownTo,
  note,
  rows,
  rowTexts,
  scoreboard,
  tick,
  tree,
  unfold,
  visible,
} from './look-dialog.js';
import * as editor from './page.js';
import { becomes } from './page.js';
import * as picking from './picking.js';

const opacity = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};

describe('the table of properties in the dialog of a look', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const done = () => editor.closeDialog(page(), 'node-dialog-ok');

  before(async () => {
    simulator = await startSimulator();
  });

  after(() => simulator?.close());

  beforeEach(() =>
    bench.deploy(
      picking.hubAt(simulator.url),
      picking.hubAt('http://127.0.0.1:9', { id: 'lost', name: 'Lost' }),
      look('fresh', {}),
      full,
      look('offline', { hub: 'lost', properties: [home] }),
    ),
  );

  it('adds ticked properties, a whole node and a component, and saves their names', async () => {
    await editor.openNode(page(), 'fresh');
    await unfold(page(), 'Arena', 'Scoreboard');
    await tick(page(), 'Home').check();
    await tick(page(), 'Visible').check();
    await addAll(page(), 'Cine Camera').click();
    await becomes(() => note(page()), 'Properties added: 3');
    await unfold(page(), 'Video Wall', 'Ticker');
    await tick(page(), 'Speed').check();
    await arrow(page(), 'Location').click();
    await tick(page(), 'z').check();
    await becomes(
      () => rowTexts(page()),
      [
        'Arena › Scoreboard › Home',
        'Arena › Scoreboard › Visible',
        'Arena › Cine Camera › Track',
        'Arena › Cine Camera › Render Target',
        'Arena › Cine Camera › Focus Curve',
        'Video Wall › Ticker › Speed',
        'Arena › Scoreboard › Location › z',
      ],
    );
    await done();
    const properties = [
      home,
      visible,
      ...['Track', 'Render Target', 'Focus Curve'].map(camera),
      { engine: 'Video Wall', node: 'Ticker', property: 'Speed' },
      { ...scoreboard('Location', 'Root/Relative Location'), component: 'z' },
    ];
    await becomes(() => editor.exportedNode(page(), 'fresh'), look('fresh', { properties }));
    await becomes(() => editor.reasons(page(), 'fresh'), []);
  });

  it('adds a property by the keyboard', async () => {
    await editor.openNode(page(), 'fresh');
    await page().locator('.hub-browse > summary').press('Enter');
    await branch(page(), 'Studio A').waitFor();
    // The search is before the tree.
    for (const key of ['Tab', 'Tab', 'Enter']) await page().keyboard.press(key);
    await moveDownTo(page(), 'Mixer');
    await page().keyboard.press('Enter');
    await moveDownTo(page(), 'Overlay Opacity');
    await page().keyboard.press('Space');
    await becomes(() => tick(page(), 'Overlay Opacity').isChecked(), true);
    await becomes(() => rowTexts(page()), ['Studio A › Mixer › Overlay Opacity']);
    await rows(page()).getByLabel('Fade (s): Studio A › Mixer › Overlay Opacity').fill('1.5');
    await rows(page()).getByLabel('Recall: Studio A › Mixer › Overlay Opacity').press('Space');
    await rows(page()).getByLabel('Name: Studio A › Mixer › Overlay Opacity').fill('Bug');
    await done();
    const properties = [{ ...opacity, name: 'Bug', recall: false, fade: '1.5' }];
    await becomes(() => editor.exportedNode(page(), 'fresh'), look('fresh', { properties }));
  });

  it('marks the properties of the table, adds none twice, and removes a row by its tick or its button', async () => {
    await editor.openNode(page(), 'full');
    await unfold(page(), 'Arena', 'Scoreboard');
    await becomes(() => tick(page(), 'Home').isChecked(), true);
    await becomes(() => tick(page(), 'Away').isChecked(), false);
    await addAll(page(), 'Scoreboard').click();
    // One row has a blank path: it is another property than the one with the path.
    await becomes(() => note(page()), 'Properties added: 6');
    await becomes(() => tick(page(), 'Away').isChecked(), true);
    await addAll(page(), 'Scoreboard').click();
    await becomes(() => note(page()), 'Properties added: 0');
    should(await rows(page()).count()).equal(8);
    await tick(page(), 'Away').uncheck();
    should(await rows(page()).count()).equal(7);
    for (const label of ['Home Score', 'Location', 'Glow Colour', 'Line-up'])
      await rows(page())
        .getByRole('button', { name: `Remove Arena › Scoreboard › ${label}` })
        .press('Enter');
    await becomes(() => tick(page(), 'Line-up').isChecked(), false);
    await rows(page()).first().getByRole('button').click();
    await becomes(() => rowTexts(page()), ['Arena › Scoreboard › Visible', 'Arena › Scoreboard › Visible']);
    await done();
    const properties = [{ ...visible, nodePath: '', recall: false, fade: '0.5' }, visible];
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, properties });
  });

  it('searches the open levels of the tree', async () => {
    await editor.openNode(page(), 'fresh');
    await unfold(page(), 'Arena', 'Scoreboard');
    await tick(page(), 'Home').waitFor();
    await page().getByRole('textbox', { name: 'type to search' }).fill('home score');
    await becomes(() => tree(page()).locator('.hub-label').allTextContents(), ['Arena', 'Scoreboard', 'Home Score']);
    await tick(page(), 'Home Score').check();
    await becomes(() => rowTexts(page()), ['Arena › Scoreboard › Home Score']);
  });

  it('shows why the hub lists nothing, and keeps the rows', async () => {
    await editor.openNode(page(), 'offline');
    await page().click('.hub-browse > summary');
    await becomes(() => tree(page()).innerText(), /No connection to the hub at http:\/\/127\.0\.0\.1:9/);
    await rows(page()).getByLabel(/^Name/).fill('Left');
    await page().selectOption('#node-input-hub', 'hub');
    await branch(page(), 'Arena').waitFor();
    await done();
    const properties = [{ ...home, name: 'Left' }];
    await becomes(() => editor.exportedNode(page(), 'offline'), look('offline', { properties }));
  });

  it('adds at most 500 properties', async () => {
    const many = Array.from({ length: 499 }, (_, index) => ({
      ...home,
      property: `P${index}`,
      propertyPath: `P${index}`,
    }));
    await bench.deploy(picking.hubAt(simulator.url), look('many', { properties: many }));
    await editor.openNode(page(), 'many');
    await unfold(page(), 'Arena');
    await addAll(page(), 'Cine Camera').click();
    await becomes(() => note(page()), 'A table has at most 500 properties. Not added: 2.');
    should(await rows(page()).count()).equal(500);
    await becomes(() => rows(page()).last().locator('.hub-property').innerText(), 'Arena › Cine Camera › Track');
  });
});
