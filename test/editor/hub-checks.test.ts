import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { barriersIn } from '../axe.js';
import { literal, nodeNames } from '../flows/stage.js';
import { pageToken } from '../page-token.js';
import { PAGED } from '../saved-values.js';
import { cueOf, cuesNode, message, writeList } from './cue-list.js';
import { control } from './deck.js';
import { look } from './look-dialog.js';
import { becomes, closeDialog, openNode } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useFolder, useSimulator, useStage } from './stage.js';
import { openTree } from './tree.js';

describe('the checks of a hub in the sidebar', () => {
  const params = (nodePath: string, label: string) => ({
    engineId: { type: 'num', value: '1', label: 'Studio A' },
    nodePath: { type: 'str', value: nodePath, label },
    propertyPath: { type: 'msg', value: 'topic' },
    Value: { type: 'msg', value: 'payload' },
  });

  const stage = useStage();
  const simulator = useSimulator();
  const card = () => page().locator('.hub-side-hubs li');
  const rows = () => card().locator('.hub-side-checks .hub-side-row');

  const openTab = () =>
    page().evaluate(() => (window.RED as unknown as { workspaces: { active(): string } }).workspaces.active());

  /** Missing names that the editor found by itself. */
  const found = () => card().locator('.hub-side-missing .hub-side-row');
  const mark = () => page().locator('.hub-missing');
  const checks: string[] = [];

  const deploy = () =>
    stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      { id: 'tab2', type: 'tab', label: 'Second' },
      picking.setter('present', { params: params('Mixer_0', 'Mixer'), name: 'Mixer fader' }),
      picking.setter('gone', { params: params('Gone_0', '"><b>Old</b> mixer'), name: 'Old fader', z: 'tab2' }),
    );

  before(async () => {
    page().on('request', (request) => {
      if (request.url().includes('/check-flows/')) checks.push(request.url());
    });
    await deploy();
    await openTree(page());
    await page().click('#hub-side-tab-hubs');
  });

  it('lists a missing name by itself, leads to the node, and marks it', async () => {
    await becomes(() => card().locator('.hub-side-missing strong').first().innerText(), 'Problems in the flows: 1');
    should(await found().innerText()).match(
      /^Old fader\s+Node "><b>Old<\/b> mixer \(Gone_0\) is missing on the hub\.$/,
    );
    should(await mark().count()).equal(0);
    await found().click();
    await becomes(openTab, 'tab2');
    await becomes(
      () => mark().locator('title').textContent(),
      'Node "><b>Old</b> mixer (Gone_0) is missing on the hub.',
    );
    should(await page().locator('#gone .hub-missing').count()).equal(1);
    // Once for each deploy and connection.
    should(checks).have.length(1);
    await page().evaluate(() => window.RED.workspaces.show('tab'));
  });

  it('lists missing things and unchecked values by keyboard, and leads to the node', async () => {
    const button = card().getByText('Check flows against this hub', { exact: true });
    await button.focus();
    await page().keyboard.press('Enter');
    await becomes(
      () => card().locator('.hub-side-checks [role=status]').first().innerText(),
      'Found: 3. Missing: 1. Not checked: 2. Not read: 0.',
    );
    should(await rows().allInnerTexts()).match([/^Mixer fader/, /^Old fader/, /^Old fader/]);
    const missing = card().locator('.hub-side-checks [data-verdict=missing]');
    should(await missing.innerText()).match(/Old fader\s+Node "><b>Old<\/b> mixer \(Gone_0\) is missing on the hub\./);
    should(await barriersIn(page(), '.hub-side')).eql([]);
    await missing.focus();
    await page().keyboard.press('Enter');
    await becomes(openTab, 'tab2');
  });

  it('finds the thing after it exists', async () => {
    const [engine] = simulator.state.engines;
    engine!.nodes.push({ path: 'Gone_0', name: 'Old', properties: [], functions: [] });
    await card().getByText('Check flows against this hub', { exact: true }).click();
    await becomes(
      () => card().locator('.hub-side-checks [role=status]').first().innerText(),
      'Found: 4. Missing: 0. Not checked: 2. Not read: 0.',
    );
  });

  it('lists the renamed things and those that would be held, as the dialog does', async () => {
    const names = simulator.state.engines.map(({ host }) => host.displayName);
    const rename = (...now: readonly string[]) => {
      for (const [index, { host }] of simulator.state.engines.entries())
        Object.assign(host, { displayName: now[index] });
    };
    const check = () => card().getByText('Check flows against this hub', { exact: true }).click();
    const state = () => card().locator('.hub-side-checks [role=status]').first().innerText();
    const row = (verdict: string) => card().locator(`.hub-side-checks [data-verdict=${verdict}]`).first().innerText();
    await deploy();
    rename('Übergabe', '日本語', ...names.slice(2));
    await check();
    await becomes(state, /Renamed: 2\. Name and id do not match: 0\./);
    should(await row('renamed')).match(/Engine Studio A \(1\) is now Übergabe \(1\) on the hub\./);
    rename('Übergabe', 'Studio A', ...names.slice(2));
    await check();
    await becomes(state, /Renamed: 0\. Name and id do not match: 2\./);
    should(await row('twoThings')).match(/“Studio A” was saved with the id 1\. .* 1 is now “Übergabe”.* has the id 2/);
    await openNode(page(), 'present');
    await becomes(() => page().locator('.hub-absent').first().innerText(), /On the hub, 1 is now “Übergabe”/);
    await closeDialog(page(), 'node-dialog-cancel');
    rename(...names);
    await deploy();
    await becomes(() => found().count(), 0);
  });

  it('lists the steps of the cue lists of this hub that would fail', async () => {
    const gone = {
      does: 'command',
      operation: 'setProperty',
      delay: 0,
      params: { ...params('Gone_1', 'Gone'), propertyPath: literal('P'), Value: literal(1) },
    } as const;
    await writeList('Checked', { '10': cueOf('Anchor', [message('atem'), gone]) });
    await stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      picking.hubAt(simulator.url, { id: 'other', name: 'Other hub' }),
      cuesNode('cues', { list: 'Checked', name: 'Evening show' }),
      cuesNode('cues of another hub', { hub: 'other', list: 'Other' }),
    );
    const studio = card().filter({ hasText: 'Studio hub' });
    await studio.getByText('Check flows against this hub', { exact: true }).click();
    await becomes(
      () => studio.locator('.hub-side-checks [role=status]').first().innerText(),
      'Found: 0. Missing: 0. Not checked: 0. Not read: 0. Steps that would fail: 1',
    );
    should(await studio.locator('.hub-side-checks .hub-side-row').allInnerTexts()).match([
      /^Evening show\s+Cue 10, step 2: .*Gone/,
    ]);
  });

  it('checks by itself after a deploy and after an outage, and not if it is switched off', async () => {
    await deploy();
    await found().waitFor({ state: 'hidden' });
    await becomes(() => mark().count(), 0);
    const [engine] = simulator.state.engines;
    engine!.nodes.pop();
    const undo = simulator.trouble({ hangUp: 'before' });
    await becomes(() => card().locator('.hub-side-head').innerText(), /hub offline/);
    undo();
    await found().waitFor();
    await stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub', checkNames: 'false' }),
      picking.setter('gone', { params: params('Gone_0', 'Old mixer') }),
    );
    await becomes(() => card().locator('.hub-side-head').innerText(), /connected/);
    const before = checks.length;
    await page().waitForResponse((response) => response.url().endsWith('/graphics-hub/hubs'));
    await page().waitForResponse((response) => response.url().endsWith('/graphics-hub/hubs'));
    should(checks).have.length(before);
  });

  it('shows the report on the hub, which an issue may contain', async () => {
    const button = card().getByText('Check this hub', { exact: true });
    await button.focus();
    await page().keyboard.press('Enter');
    await card().locator('pre').waitFor({ timeout: 50_000 });
    const report = await card().locator('pre').innerText();
    should(report).containEql('All answers match docs/develop/interface.md.');
    for (const name of ['Studio', 'Mixer', simulator.url, '8090']) should(report).not.containEql(name);
    should(await barriersIn(page(), '.hub-side')).eql([]);
    await card().getByText('Copy', { exact: true }).waitFor();
  });

  it('explains a hub that does not answer', async () => {
    await simulator.close();
    await card().getByText('Check flows against this hub', { exact: true }).click();
    await becomes(() => card().locator('.hub-side-checks [role=status]').first().innerText(), /Not read: 2\./);
    await card().getByText('Check this hub', { exact: true }).click();
    await becomes(() => card().locator('.hub-side-checks [role=status]').last().innerText(), /^Hub offline\./);
  });
});

describe('the check of flows against a hub', () => {
  /** Parameters with values that no hub has. */
  const gone = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { type: 'str', value, label: 'Übergabe' }]),
    );

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
  const folder = useFolder();
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
    surface: { names: [] },
  };

  const stage = useStage();
  const simulator = useSimulator();
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
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks: { Übergabe: [value] } }));
    await stage.deploy(hub());
    await openTree(page());
    await page().click('#hub-side-tab-hubs');
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
    await stage.deploy(
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
    await writeList('Sendung', cues);
    await stage.deploy(
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
    await writeList('Sendung', { '10': cues['10'] });
    await becomes(problems, ['Recall: No look "Übergabe" – choose 日本語.', 'Jump: No cue "10.5" – choose 10.']);
    await check();
    should(await rowsOf('.hub-side-checks')).eql(await problems());
    await rename('日本語', 'Übergabe');
    await writeList('Sendung', cues);
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
    const deck = { ...PAGED, name: 'Pult 2' };
    await stage.deploy(
      hub(),
      { id: 'tab2', type: 'tab', label: 'Second' },
      deck,
      source('deck', 'one', 'two', 'dial', 'news', 'weather', 'every page'),
      control('one', { name: 'Übergabe' }),
      control('two', { name: '日本語 <b>', y: 100 }),
      control('other flow', { z: 'tab2', surface: deck.id }),
      control('other surface', { surface: 'xkeys', y: 180 }),
      // A key of every page shares its press with each page. Two pages are never shown at once.
      control('news', { ...{ surface: deck.id, page: 'news', control: 'key 5' }, y: 420 }),
      control('weather', { ...{ surface: deck.id, page: '天気', control: 'key 5' }, y: 460 }),
      control('every page', { ...{ surface: deck.id, name: '全', control: 'key 6' }, y: 500 }),
      control('key of news', { ...{ surface: deck.id, page: 'news', name: 'Ü', control: 'key 6' }, y: 540 }),
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
      '全: Two nodes have the control key 6 (Pult 2). A press also runs “Ü”.',
      'Ü: Two nodes have the control key 6 (Pult 2). A press also runs “全”.',
      /^.*: Two nodes have the control dial 0 \(Stream Deck\)\. A press also runs “Copy”\.$/,
      /^Copy: Two nodes have the control dial 0/,
    ];
    await becomes(() => listed().locator('strong').first().innerText(), 'Problems in the flows: 6');
    should(await rowsOf('.hub-side-missing')).match(expected);
    await check();
    should(await rowsOf('.hub-side-checks')).match(expected);
    await becomes(() => page().locator('#two .hub-missing title').textContent(), sentence('key 0', 'Übergabe'));
    should(await page().locator('.hub-missing').count()).equal(6);
    await page().evaluate(() => window.RED.workspaces.show('tab2'));
    await listed().getByText('Übergabe', { exact: true }).click();
    await becomes(() => page().evaluate(() => window.RED.workspaces.active()), TAB);
  });
});
