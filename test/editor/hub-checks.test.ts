import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { literal } from '../flows/stage.js';
import { TEST_TIMEOUT, useBench } from './bench.js';
import { cueOf, cuesNode, message, writeList } from './cue-list.js';
import { becomes, closeDialog, openNode } from './page.js';
import * as picking from './picking.js';
import { openTree } from './tree.js';

const params = (nodePath: string, label: string) => ({
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: nodePath, label },
  propertyPath: { type: 'msg', value: 'topic' },
  Value: { type: 'msg', value: 'payload' },
});

describe('the checks of a hub in the sidebar', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const card = () => page().locator('.hub-side-hubs li');
  const rows = () => card().locator('.hub-side-checks .hub-side-row');

  const openTab = () =>
    page().evaluate(() => (window.RED as unknown as { workspaces: { active(): string } }).workspaces.active());

  /** Missing names that the editor found by itself. */
  const found = () => card().locator('.hub-side-missing .hub-side-row');
  const mark = () => page().locator('.hub-missing');
  const checks: string[] = [];

  const deploy = () =>
    bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      { id: 'tab2', type: 'tab', label: 'Second' },
      picking.setter('present', { params: params('Mixer_0', 'Mixer'), name: 'Mixer fader' }),
      picking.setter('gone', { params: params('Gone_0', '"><b>Old</b> mixer'), name: 'Old fader', z: 'tab2' }),
    );

  before(async () => {
    page().on('request', (request) => {
      if (request.url().includes('/check-flows/')) checks.push(request.url());
    });
    simulator = await startSimulator();
    await deploy();
    await openTree(page());
    await page().click('#hub-side-tab-hubs');
  });

  after(() => simulator?.close());

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
    await writeList(page(), 'Checked', { '10': cueOf('Anchor', [message('atem'), gone]) });
    await bench.deploy(
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
    await bench.deploy(
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
