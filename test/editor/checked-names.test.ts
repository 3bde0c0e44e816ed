import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { nodeNames } from '../flows/stage.js';
import { pageToken } from '../page-token.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { cueOf, cuesNode, writeList } from './cue-list.js';
import { control } from './deck.js';
import { look } from './look-dialog.js';
import { becomes } from './page.js';
import * as picking from './picking.js';
import { openTree } from './tree.js';

/** Parameters with values that no hub has. */
const gone = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: 'str', value, label: 'Übergabe' }]));

const PROPERTY = { engineId: '9101', nodePath: 'Gone_0', propertyPath: 'Gone//日本語/0' };
const BUTTON = { rundownId: '9201', itemId: '9202', buttonKey: '送る' };
const LINEAR = { engineId: '9301', rundownId: '9302', itemId: '9303' };
const GRAPH = { graphId: '9501', engineHostId: '9502' };
const NEWSROOM = { ncsID: 'ncs9', roID: 'ro9', storyID: 'story9', itemID: 'item9', buttonKey: 'take9' };

type Saved = Readonly<Record<string, unknown>>;

const command = (operation: string, values: Readonly<Record<string, string>>): Saved => ({
  operation,
  params: gone(values),
});

/** The file with the only look, `Übergabe`. */
const folder = join(tmpdir(), `checked-names-${process.pid}`);
const file = join(folder, 'looks.json');

/**
 * Each node of the package, saved with names of things, looks and cues that do not exist, and all these names. The dialogs
 * save other names too, but not of these: of files, of controls and of topics.
 */
const NODES: Readonly<Record<string, { readonly saved?: Saved; readonly names: readonly string[] }>> = {
  'hub-config': { names: [] },
  control: {
    saved: {
      ...{ surface: 'streamdeck', control: 'key 7', kind: 'button' },
      actions: [
        { on: 'press', does: 'command', ...command('pressItemButton', BUTTON) },
        { on: 'hold', does: 'look', look: '日本語 96' },
        { on: 'double', does: 'cue', cueOperation: 'goto', cue: '96.5' },
        { on: 'release', ...command('loadGraph', GRAPH) },
      ],
    },
    names: [...Object.values(BUTTON), '日本語 96', '96.5', ...Object.values(GRAPH)],
  },
  'engine-property': { saved: command('setProperty', PROPERTY), names: Object.values(PROPERTY) },
  'engine-function': {
    saved: command('callFunction', { engineId: '9101', nodePath: 'Gone_0', functionPath: 'Gone//Play/0' }),
    names: ['9101', 'Gone_0', 'Gone//Play/0'],
  },
  'playout-item': { saved: command('pressItemButton', BUTTON), names: Object.values(BUTTON) },
  launcher: { saved: command('launch', { configID: '9601' }), names: ['9601'] },
  'linear-play': { saved: command('playItem', LINEAR), names: Object.values(LINEAR) },
  'newsroom-mos': { saved: command('pressNewsroomButton', NEWSROOM), names: Object.values(NEWSROOM) },
  graph: { saved: command('loadGraph', GRAPH), names: Object.values(GRAPH) },
  // Its entries are JSON or come from a message.
  batch: { saved: { operation: 'batch', params: { entries: { type: 'msg', value: 'payload' } } }, names: [] },
  watch: {
    saved: command('listLinearItems', { engineId: '9301', rundownId: '9302', item: '9303' }),
    names: ['9301', '9302', '9303'],
  },
  event: { saved: {}, names: [] },
  panel: { saved: { kind: 'fader', params: gone(PROPERTY) }, names: Object.values(PROPERTY) },
  lamp: { saved: { surface: 'streamdeck', control: 'key 0' }, names: [] },
  look: {
    saved: {
      operation: 'recall',
      look: '日本語 97',
      properties: [{ engine: 'Übergabe', node: 'Mixer', property: '日本語' }],
      file,
    },
    names: ['Übergabe › Mixer › 日本語', '日本語 97'],
  },
  // The check of the steps of cue lists has a test of its own.
  cues: { saved: { list: 'Empty' }, names: [] },
  remote: { names: [] },
};

describe('the check of flows against a hub', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const card = () => page().locator('.hub-side-hubs li');
  const listed = () => card().locator('.hub-side-missing');
  const rowsOf = (list: string) =>
    card()
      .locator(`${list} .hub-side-row[data-verdict=missing]`)
      .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(': ')));
  const hub = () => picking.hubAt(simulator.url, { name: 'Studio hub' });
  /** Presses the button of the check and waits for its end. */
  const check = async () => {
    await card().getByText('Check flows against this hub', { exact: true }).click();
    await becomes(() => card().locator('.hub-side-checks [role=status]').first().innerText(), /^Found: /);
  };

  before(async () => {
    const value = { engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity', value: 1 };
    mkdirSync(folder);
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: { Übergabe: [value] } }));
    simulator = await startSimulator();
    await bench.deploy(hub());
    await openTree(page());
    await page().click('#hub-side-tab-hubs');
  });
  after(async () => {
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a row in this table for each node of the package', () => {
    should(Object.keys(NODES).sort()).eql([...nodeNames].sort());
  });

  it('finds every name that a node saves, also in a subflow, and none that exists or of a disabled node', async () => {
    const nodes = Object.entries(NODES).flatMap(([name, { saved }]) =>
      saved
        ? [
            {
              id: name,
              type: `hub-${name}`,
              z: TAB,
              name,
              version: 1,
              hub: 'hub',
              ...saved,
              x: 200,
              y: 60,
              wires: [[]],
            },
          ]
        : [],
    );
    const actions = [{ on: 'press', does: 'command', ...command('launch', { configID: '9601' }) }];
    // The second action of a fader never runs.
    const fader = [
      { on: 'press', ...command('launch', { configID: '9701' }) },
      { on: 'hold', ...command('launch', { configID: '9702' }) },
    ];
    await bench.deploy(
      hub(),
      { id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [], env: [] },
      ...nodes,
      control('inner', { z: 'sub', name: 'inner', control: 'key 8', actions }),
      control('fader', { name: 'fader', surface: 'midi', control: 'cc 1/7', kind: 'fader', actions: fader }),
      control('present', {
        name: 'present',
        control: 'key 10',
        actions: [{ on: 'press', does: 'look', look: 'Übergabe' }],
      }),
      control('off', { name: 'off', control: 'key 9', actions, d: true }),
    );
    await check();
    const expected = [
      ...Object.entries(NODES).flatMap(([name, { names }]) => names.map((each) => `${name} ${each}`)),
      'inner 9601',
      'fader 9701',
    ].sort();
    const all = expected.map((each) => each.split(/ (.*)/)[1] as string);
    const found = (await rowsOf('.hub-side-checks')).map((row) => {
      const [name, sentence = ''] = row.split(': ');
      // Some names are in others.
      const value = all.filter((each) => sentence.includes(each)).sort((one, other) => other.length - one.length)[0];
      return `${name} ${value}`;
    });
    should(found.sort()).eql(expected);
  });

  it('lists a look or a cue that is gone at once, also without a deploy, until it exists again', async () => {
    const rename = async (from: string, to: string) => {
      const answer = await fetch(new URL('/graphics-hub/looks/looks', page().url()), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await pageToken(page().url())) },
        body: JSON.stringify({ action: 'rename', look: from, to }),
      });
      should(await answer.json()).eql({ entries: [] });
    };
    const cues = { '10': cueOf('Begrüßung'), '10.5': cueOf('Übergabe') };
    await writeList(page(), 'Sendung', cues);
    await bench.deploy(
      hub(),
      look('looks', { file, properties: [], interval: '0' }),
      cuesNode('cues', { list: 'Sendung' }),
      control('look', { name: 'Recall', actions: [{ on: 'press', does: 'look', look: 'Übergabe' }] }),
      control('cue', {
        ...{ name: 'Jump', control: 'key 1', y: 100 },
        actions: [{ on: 'press', does: 'cue', cueOperation: 'goto', cue: '10.5' }],
      }),
    );
    const problems = () => rowsOf('.hub-side-missing');
    await becomes(problems, []);
    await becomes(async () => {
      await check();
      return card().locator('.hub-side-checks [role=status]').first().innerText();
    }, /^Found: 2\. Missing: 0\./);
    await rename('Übergabe', '日本語');
    await becomes(problems, ['Recall: No look "Übergabe" – choose 日本語.']);
    await becomes(
      () => page().locator('#look .hub-missing title').textContent(),
      'No look "Übergabe" – choose 日本語.',
    );
    await writeList(page(), 'Sendung', { '10': cues['10'] });
    await becomes(problems, ['Recall: No look "Übergabe" – choose 日本語.', 'Jump: No cue "10.5" – choose 10.']);
    await check();
    should(await rowsOf('.hub-side-checks')).eql(await problems());
    await rename('日本語', 'Übergabe');
    await writeList(page(), 'Sendung', cues);
    await becomes(problems, []);
    await becomes(() => page().locator('.hub-missing').count(), 0);
  });

  it('lists two nodes on one control of one device, leads to each, and marks both', async () => {
    const source = (id: string, ...to: string[]) => ({
      id,
      type: 'function',
      z: TAB,
      func: '',
      outputs: 1,
      x: 100,
      y: 200,
      wires: [to],
    });
    await bench.deploy(
      hub(),
      { id: 'tab2', type: 'tab', label: 'Second' },
      source('deck', 'one', 'two', 'dial'),
      source('second deck', 'other deck'),
      control('one', { name: 'Übergabe' }),
      control('two', { name: '日本語 <b>', y: 100 }),
      control('other deck', { y: 140 }),
      control('other flow', { z: 'tab2' }),
      control('other surface', { surface: 'xkeys', y: 180 }),
      control('disabled', { d: true, y: 220 }),
      ...['blank', 'too'].map((id) => control(id, { control: '', y: 260 })),
      ...['all', 'again'].map((id) => control(id, { control: '*', y: 300 })),
      control('dial', { control: 'dial 0', kind: 'encoder', y: 340 }),
      // A copy without a wire.
      control('copy', { name: 'Copy', control: 'dial 0', kind: 'encoder', y: 380 }),
    );
    // The bench does not deploy in the editor.
    await page().evaluate(() =>
      (window.RED as unknown as { events: { emit(name: string): void } }).events.emit('deploy'),
    );
    const sentence = (name: string, other: string) =>
      `Two nodes have the control ${name} (Stream Deck). A press also runs “${other}”.`;
    const expected = [
      `Übergabe: ${sentence('key 0', '日本語 <b>')}`,
      `日本語 <b>: ${sentence('key 0', 'Übergabe')}`,
      /^.*: Two nodes have the control dial 0 \(Stream Deck\)\. A press also runs “Copy”\.$/,
      /^Copy: Two nodes have the control dial 0/,
    ];
    await becomes(() => listed().locator('strong').first().innerText(), 'Problems in the flows: 4');
    should(await rowsOf('.hub-side-missing')).match(expected);
    await check();
    should(await rowsOf('.hub-side-checks')).match(expected);
    await becomes(() => page().locator('#two .hub-missing title').textContent(), sentence('key 0', 'Übergabe'));
    should(await page().locator('.hub-missing').count()).equal(4);
    await page().evaluate(() => window.RED.workspaces.show('tab2'));
    await listed().getByText('Übergabe', { exact: true }).click();
    await becomes(() => page().evaluate(() => window.RED.workspaces.active()), TAB);
  });
});
