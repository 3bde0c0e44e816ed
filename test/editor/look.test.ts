import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import should from 'should';
import { barriersIn } from '../axe.js';
import { pageToken } from '../page-token.js';
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
  unfold,
  visible,
} from './look-dialog.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { holdAnswer, page, TAB, useFolder, useSimulator, useStage } from './stage.js';

describe('the dialog of a look', () => {
  const hostile = '<img src=x onerror=alert(1)>';

  const wrong = look('wrong', {
    ...{ hub: '', operation: 'launch', look: 'x'.repeat(65), fade: '-1', curve: 'Bounce', interval: '0.05' },
    ...{ restore: 'always', maxAbsence: 'long', y: 220 },
    properties: [
      { ...home, engine: hostile },
      { ...scoreboard('Away', 'Text/Away'), engine: hostile },
      { ...home, engine: hostile },
    ],
    restores: [{ engine: hostile, mode: 'off' }],
  });

  const stage = useStage();
  const simulator = useSimulator();
  const done = () => editor.closeDialog(page(), 'node-dialog-ok');

  beforeEach(() => stage.deploy(picking.hubAt(simulator.url), look('fresh', {}), full, wrong));

  it('leaves a node as it was saved', async () => {
    await editor.openNode(page(), 'full');
    await done();
    await becomes(() => editor.exportedNode(page(), 'full'), full);
    await becomes(() => editor.reasons(page(), 'full'), []);
    should(await page().evaluate(() => window.RED.nodes.dirty())).be.false();
  });

  it('saves the reaction to the return of each engine', async () => {
    await editor.openNode(page(), 'full');
    const labels = page().locator('#hub-look-restores label:visible');
    await becomes(() => labels.allInnerTexts(), ['Restore: Gone', 'Restore: Arena']);
    await editor.chooseOption(page(), 'hub-restore-1', 'off');
    await editor.chooseOption(page(), 'hub-restore-0', '');
    await done();
    await becomes(() => editor.exportedNode(page(), 'full'), { ...full, restores: [{ engine: 'Arena', mode: 'off' }] });
  });

  it('shows errors, also before it opens, and hostile names as text', async () => {
    const choices = 'must be one of Recall, Store, Compare, Restore, Delete, List';
    const reasons = [
      'No hub is chosen',
      `Operation: ${choices}`,
      'Look: must be a name of at most 64 characters that is not empty',
      'Properties, row 3: this property is in the table twice',
      'Fade (s): must be a number, 0 or more',
      'Curve: must be one of linear, ease in, ease out, ease in and out, constant (no fade)',
      'Poll interval (s): must be 0, or a number from 0.1',
      'Restore: must be one of off, ask, automatic',
      'Ask after an absence of (s): must be a number, 0 or more',
    ];
    await becomes(() => editor.reasons(page(), 'wrong'), reasons);
    await editor.openNode(page(), 'wrong');
    await becomes(() => editor.reasonsShown(page()), reasons);
    await becomes(
      () => rowTexts(page()),
      [`${hostile} › Scoreboard › Home`, `${hostile} › Scoreboard › Away`, `${hostile} › Scoreboard › Home`],
    );
    should(await page().$('img[src="x"]')).be.null();
    await rows(page()).nth(1).getByLabel(/^Fade/).fill('soon');
    const shown = () => editor.reasonBelow(page(), 'hub-look-table');
    await becomes(shown, 'Properties, row 2: Fade (s): must be a number, 0 or more');
    await becomes(
      () => rows(page()).evaluateAll((all) => all.map((row) => row.classList.contains('hub-wrong'))),
      [false, true, true],
    );
    await rows(page()).nth(1).getByLabel(/^Fade/).fill('0');
    await rows(page()).nth(2).getByRole('button').click();
    await becomes(shown, '');
  });

  it('needs properties to store, also by a hold, but not to recall', async () => {
    await editor.openNode(page(), 'fresh');
    const shown = () => editor.reasonBelow(page(), 'hub-look-table');
    await becomes(shown, '');
    await page().check('#node-input-holdStores');
    await becomes(shown, 'Properties: choose at least one. Store reads them.');
    await page().uncheck('#node-input-holdStores');
    await becomes(shown, '');
    await editor.chooseOption(page(), 'node-input-operation', 'store');
    await becomes(shown, 'Properties: choose at least one. Store reads them.');
    await becomes(() => page().isVisible('#node-input-holdStores'), false);
    await editor.chooseOption(page(), 'node-input-operation', 'compare');
    await becomes(shown, '');
  });

  it('needs polls to restore an engine, and shows that a constant curve does not fade', async () => {
    await editor.openNode(page(), 'full');
    const shown = () => editor.reasonBelow(page(), 'node-input-interval');
    const needed = 'Poll interval (s): must be 0.1 or more, because Restore needs the polls';
    await page().fill('#node-input-interval', '0');
    await becomes(shown, needed);
    await editor.chooseOption(page(), 'node-input-restore', 'off');
    await becomes(shown, needed);
    await editor.chooseOption(page(), 'hub-restore-0', 'off');
    await becomes(shown, '');
    const hint = () => page().isVisible('#hub-look-jumps');
    should(await hint()).be.false();
    await editor.chooseOption(page(), 'node-input-curve', 'Constant');
    await becomes(hint, true);
    await page().fill('#node-input-fade', '0');
    await becomes(hint, false);
  });
});

describe('the table of properties in the dialog of a look', () => {
  const opacity = {
    ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
    ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
  };

  const stage = useStage();
  const simulator = useSimulator();
  const done = () => editor.closeDialog(page(), 'node-dialog-ok');

  beforeEach(() =>
    stage.deploy(
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

  it('adds at most 500 properties', async () => {
    const many = Array.from({ length: 499 }, (_, index) => ({
      ...home,
      property: `P${index}`,
      propertyPath: `P${index}`,
    }));
    await stage.deploy(picking.hubAt(simulator.url), look('many', { properties: many }));
    await editor.openNode(page(), 'many');
    await unfold(page(), 'Arena');
    await addAll(page(), 'Cine Camera').click();
    await becomes(() => note(page()), 'A table has at most 500 properties. Not added: 2.');
    should(await rows(page()).count()).equal(500);
    await becomes(() => rows(page()).last().locator('.hub-property').innerText(), 'Arena › Cine Camera › Track');
  });
});

describe('the comparison in the dialog of a look', () => {
  const hostile = '<img src=x onerror=alert(1)>';

  /** More values than the table shows. None of them is on the hub. */
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...visible,
      property: `P${index}`,
      propertyPath: `P${index}`,
      value: 0,
    }));

  /** The score does not exist on the hub, and *Visible* has the value of the hub. */
  const day = [
    { ...home, value: hostile },
    { ...visible, property: 'Score', propertyPath: 'Gone', value: 3 },
    { ...visible, value: false },
  ];

  const stage = useStage();
  const folder = useFolder();
  const simulator = useSimulator();

  before(async () => {
    const file = join(folder, 'looks.json');
    const looks = { Day: day, Night: [{ ...visible, value: false }], Full: many(200), Large: many(203) };
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    await stage.deploy(picking.hubAt(simulator.url), look('compared', { file, interval: '0' }));
    // Until the node runs, there is nothing to compare.
    await eventually(async () => {
      const answer = await fetch(new URL('/graphics-hub/looks', page().url()), {
        headers: await pageToken(page().url()),
      });
      should(((await answer.json()) as { id: string }[]).map(({ id }) => id)).eql(['compared']);
    });
  });

  const result = () => page().locator('#hub-look-compared').innerText();
  const cells = () =>
    page()
      .locator('#hub-look-differences tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));

  it('lists each differing property with both values, as text', async () => {
    await editor.openNode(page(), 'compared');
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await becomes(result, 'changed (2)');
    should(await cells()).eql([
      ['Arena › Scoreboard › Home', `"${hostile}"`, '"Zürich"'],
      ['Arena › Scoreboard › Score', '3', 'missing'],
    ]);
    should(await page().$('img[src="x"]')).be.null();
    should(await barriersIn(page(), '#dialog-form')).eql([]);
    await page().fill('#node-input-look', 'Night');
    await page().click('#hub-look-compare');
    await becomes(result, 'No differences.');
    should(await cells()).eql([]);
  });

  it('is about the look that is chosen: it goes with another name, also while its answer is awaited', async () => {
    await editor.openNode(page(), 'compared');
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await becomes(result, 'changed (2)');
    await page().fill('#node-input-look', 'Übergabe');
    await becomes(result, '');
    should(await cells()).eql([]);
    const answer = await holdAnswer('looks/compared');
    await page().fill('#node-input-look', 'Day');
    await page().click('#hub-look-compare');
    await page().fill('#node-input-look', 'Night');
    await page().click('#hub-look-compare');
    await becomes(result, 'No differences.');
    await answer();
    await page().evaluate(() => new Promise(requestAnimationFrame));
    should(await result()).equal('No differences.');
    should(await cells()).eql([]);
  });

  it('shows the first 200 properties, and the number of the others', async () => {
    await editor.openNode(page(), 'compared');
    const more = () => page().locator('#hub-look-differences').getByText('More:').allInnerTexts();
    for (const [name, count, expected] of [
      ['Full', 200, []],
      ['Large', 203, ['More: 3']],
    ] as const) {
      await page().fill('#node-input-look', name);
      await page().click('#hub-look-compare');
      await becomes(result, `changed (${count})`);
      should(await cells()).have.length(200);
      should(await more()).eql(expected);
    }
  });

  it('names the looks of the file if the look does not exist', async () => {
    await editor.openNode(page(), 'compared');
    await page().click('#hub-look-compare');
    await becomes(result, /Day, Full, Large, Night/);
  });
});

describe('the file of the looks, in the dialog', () => {
  /** A file with one value in each look. */
  const fileOf = (values: Readonly<Record<string, number>>): string =>
    `{
 "format": "graphics-hub-looks",
 "version": 1,
 "looks": {
${Object.entries(values)
  .map(
    ([name, value]) =>
      `  "${name}": [\n   {"engine":"Arena","node":"Mixer","property":"Opacity","value":${value}}\n  ]`,
  )
  .join(',\n')}
 }
}
`;

  const stage = useStage();
  const folder = useFolder();
  let file: string;

  const look = (id: string) => ({
    ...{ id, type: 'hub-look', z: TAB, hub: 'hub', version: 1, interval: '0', file },
    ...{ x: editor.X, y: 100, wires: [[], []] },
  });

  beforeEach(async () => {
    file = join(folder, 'looks.json');
    await writeFile(file, fileOf({ Day: 1, Night: 0 }));
    await stage.deploy(picking.hubAt('http://127.0.0.1:9'), look('deployed'));
    await editor.openNode(page(), 'deployed');
  });

  const result = () => page().locator('#hub-look-file').innerText();

  async function importFile(content: string): Promise<void> {
    const [chooser] = await Promise.all([page().waitForEvent('filechooser'), page().click('#hub-look-import')]);
    await chooser.setFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  }

  it('is exported', async () => {
    const [download] = await Promise.all([page().waitForEvent('download'), page().click('#hub-look-export')]);
    should(download.suggestedFilename()).equal('looks.json');
    should(await readFile(await download.path(), 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
    should(await result()).equal('');
  });

  it('gets the imported looks. The others stay', async () => {
    await importFile(fileOf({ Evening: 0.5, Night: 0.25 }));
    await becomes(result, 'The looks of the file were imported.');
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Evening: 0.5, Night: 0.25 }));
  });

  it('stays as it is if the imported text is broken, and the reason is shown as text', async () => {
    await importFile('{\n<img src=x onerror=alert(1)>');
    await becomes(result, /^The file is broken\. Correct it\. other\.json, line 2 is not JSON: /);
    should(await page().$('img[src="x"]')).be.null();
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
  });

  it('stays as it is if the imported text is larger than Node-RED accepts', async () => {
    await importFile('x'.repeat(5_300_000));
    await becomes(result, /^The file is larger than Node-RED accepts \(default: 5 MB\)\. Raise apiMaxLength/);
    should(stage.browserErrors.splice(0)).match([/status of 413/]);
    should(await readFile(file, 'utf8')).equal(fileOf({ Day: 1, Night: 0 }));
  });

  it('needs a deployed node', async () => {
    await editor.closeDialog(page(), 'node-dialog-cancel');
    await picking.add(page(), look('other'));
    await editor.openNode(page(), 'other');
    await page().click('#hub-look-export');
    await becomes(result, 'To export or import the looks, deploy this node first.');
    // The browser reports the answer.
    const lines = stage.browserErrors.splice(0);
    should(lines).match([/404 .*\/looks\/other\/file/]);
  });
});
