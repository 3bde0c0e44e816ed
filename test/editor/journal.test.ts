import { readFileSync } from 'node:fs';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { freePort } from '../free-port.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';

const VALUES = 50;

const property = (propertyPath: object) => ({
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath,
  Value: { type: 'msg', value: 'payload' },
});

const opacity = property({ type: 'str', value: 'Overlay//Opacity/0', label: 'Overlay Opacity' });

/** A press of `press-ID` moves the fader ID from 0 to 1. `func` sends its values. */
const fader = (id: string, func: string, fields: object = {}) => [
  picking.inject(`press-${id}`, `sweep-${id}`, 1),
  {
    id: `sweep-${id}`,
    type: 'function',
    z: TAB,
    name: '',
    func,
    outputs: 1,
    x: 200,
    y: 40,
    wires: [[id]],
  },
  picking.setter(id, {
    name: id,
    params: opacity,
    expiry: picking.NEVER_LATE,
    wires: [[`sweep-${id}`]],
    ...fields,
  }),
];

/** Sends each value after the answer to the previous one, so the pauses are short on any machine. */
const VALUE_BY_VALUE = `const n = msg.next ?? 0; if (n < ${VALUES}) return { payload: n / ${VALUES - 1}, next: n + 1 };`;

/** Sends all values at once, because a lost hub does not answer. */
const AT_ONCE = `for (let n = 0; n < ${VALUES}; n++) node.send({ payload: n / ${VALUES - 1} });`;

/** A press of `press-targets` sends a value to 210 properties that the hub does not have. */
const manyTargets = [
  picking.inject('press-targets', 'targets', 1),
  {
    id: 'targets',
    type: 'function',
    z: TAB,
    name: '',
    func: 'for (let n = 0; n < 210; n++) node.send({ path: `Gone${n}`, payload: n });',
    outputs: 1,
    x: 200,
    y: 240,
    wires: [['many targets']],
  },
  picking.setter('many targets', {
    name: 'many targets',
    params: property({ type: 'msg', value: 'path' }),
    y: 280,
  }),
  {
    id: 'catch',
    type: 'catch',
    z: TAB,
    name: '',
    scope: ['many targets'],
    uncaught: false,
    x: 80,
    y: 320,
    wires: [[]],
  },
];

const button = [
  picking.inject('press-button', 'button', 1),
  {
    id: 'button',
    type: 'hub-playout-item',
    z: TAB,
    name: 'button',
    version: 1,
    hub: 'hub',
    operation: 'pressItemButton',
    expiry: picking.NEVER_LATE,
    params: {
      rundownId: { type: 'num', value: '51' },
      itemId: { type: 'num', value: '512' },
      buttonKey: { type: 'str', value: 'In' },
    },
    x: 300,
    y: 200,
    wires: [[]],
  },
];

describe('the journal for shows', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  let simulator: Simulator;
  const page = () => bench.page;
  const root = () => page().locator('.hub-side');
  const rows = () => root().locator('.hub-side-row');
  const press = (id: string) => picking.sendFrom(page(), `press-${id}`);
  const showSection = (section: 'hubs' | 'journal') => page().click(`#hub-side-tab-${section}`);
  const showSidebar = () => page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));

  /** The number of failures on the card of a hub. */
  const failures = (hub: string) => root().locator('.hub-side-hubs li', { hasText: hub }).locator('dd').last();

  /** The number of errors in the debug sidebar. */
  const errors = () => page().locator('.red-ui-debug-msg').count();

  before(async () => {
    simulator = await startSimulator();
    await bench.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      picking.hubAt(`http://127.0.0.1:${await freePort()}`, { id: 'lost', name: 'Lost hub' }),
      ...fader('fader', VALUE_BY_VALUE),
      ...fader('other fader', VALUE_BY_VALUE, {
        params: property({ type: 'str', value: 'Default/DoTransition/Duration/0', label: 'Transition Duration' }),
      }),
      // Without a name to compare, the first value fails before the last one arrives.
      ...fader('lost fader', AT_ONCE, {
        hub: 'lost',
        params: { ...property({ type: 'str', value: 'Overlay//Opacity/0' }), engineId: { type: 'num', value: '1' } },
      }),
      ...button,
      ...manyTargets,
    );
    await showSidebar();
  });

  after(() => simulator?.close());

  it('has one row for each of two movements and ten presses', async () => {
    await showSection('journal');
    await page().mouse.move(5, 5);
    for (const id of ['fader', 'other fader']) await press(id);
    for (let times = 0; times < 10; times += 1) await press('button');
    await eventually(async () => {
      const texts = (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
      should(texts).have.length(12, texts.join('\n'));
      should(texts.filter((text) => / button done Press item button: 51 › 512 › In$/.test(text))).have.length(10);
      const movement = (name: string) =>
        new RegExp(`^[0-9:.]+ ${name} done Studio A › Mixer › .*: 0 → 1 in \\d+\\.\\d s, ${VALUES} values$`);
      for (const name of ['fader', 'other fader'])
        should(texts.filter((text) => movement(name).test(text))).have.length(1, texts.join('\n'));
    });
  });

  it('gives one error at the start and one at the end of a movement on a lost hub', async () => {
    const hubs = root().locator('#hub-side-hub');
    await hubs.selectOption('lost');
    await press('lost fader');
    await becomes(() => rows().first().innerText(), /lost fader\s+not sent: hub offline\s+.*: 0 → 1 in/);
    await becomes(errors, 2);
    await hubs.selectOption('hub');
  });

  it('links the number of failures to the failed commands, which have their reasons', async () => {
    await showSection('hubs');
    await becomes(() => failures('Lost hub').innerText(), '1');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    simulator.trouble({ operation: 'pressItemButton', times: 1, status: 422 });
    await press('button');
    await becomes(() => failures('Studio hub').innerText(), '1');
    await failures('Studio hub').getByRole('button', { name: '1: show in the journal' }).press('Enter');
    await becomes(
      () =>
        rows()
          .allInnerTexts()
          .then((texts) => texts.length),
      1,
    );
    should(await rows().innerText()).match(/button\s+refused: 422 wrong value/);
    await becomes(() => page().evaluate(() => (document.activeElement as HTMLSelectElement).value), 'failed');
    should(await root().locator('#hub-side-hub option:checked').innerText()).equal('Studio hub');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await rows().press('Enter');
    should(await root().locator('.hub-side-sentence').innerText()).match(
      /^.+ › .+ \(Studio hub\): refused – wrong value \(422\)\. Check it\. .*\[button\]$/,
    );
    await rows().press('Enter');
    should(await root().locator('.hub-side-sentence').isVisible()).be.false();
    await showSection('hubs');
    // A failure counts for a minute.
    await press('lost fader');
    await failures('Lost hub').getByRole('button').press('Enter');
    await becomes(() => rows().first().innerText(), /lost fader\s+not sent: hub offline\s+.*: 0 → 1 in/);
    await page().keyboard.press('Home');
    await becomes(() => root().getByLabel('Outcome').inputValue(), '');
  });

  it('shows one line for each row, a red bar for a failure, a blue one for rehearsal, and the rest after a click', async () => {
    await showSection('hubs');
    const card = root().locator('.hub-side-hubs li', { hasText: 'Studio hub' });
    const rehearsal = card
      .getByRole('switch')
      .or(card.getByRole('checkbox'))
      .or(card.locator('[aria-pressed]'))
      .first();
    await rehearsal.click();
    await root().locator('.hub-side-banner').waitFor();
    await press('button');
    await rehearsal.click();
    await root().locator('.hub-side-banner').waitFor({ state: 'hidden' });
    await showSection('journal');
    await root().locator('#hub-side-hub').selectOption('hub');
    await rows().filter({ hasText: 'rehearsal' }).first().waitFor();
    const looks = await rows().evaluateAll((all) =>
      all.map((row) => {
        const [icon, bar] = [row.querySelector('i')!, getComputedStyle(row).borderLeftColor];
        return { icon: icon.className, bar, height: row.getBoundingClientRect().height };
      }),
    );
    should(new Set(looks.map(({ height }) => height)).size).equal(1);
    should(looks[0]!.height).be.below(28);
    const barOf = (icon: string) => [...new Set(looks.filter((one) => one.icon.includes(icon)).map(({ bar }) => bar))];
    const [red] = barOf('fa-ban');
    should(barOf('fa-ban')).have.length(1);
    should(barOf('fa-pause-circle')).eql(['rgb(42, 122, 226)']);
    should(barOf('fa-check')).eql(['rgba(0, 0, 0, 0)']);
    should(red!.match(/\d+/g)!.map(Number)[0]).be.above(150);
    const refused = rows().filter({ hasText: 'refused' });
    const details = refused.locator('xpath=following-sibling::*');
    should(await details.isVisible()).be.false();
    await refused.press('Enter');
    should(await refused.getAttribute('aria-expanded')).equal('true');
    should(await details.innerText()).match(/button \(Studio hub\).*refused: 422 wrong value.*took \d+ ms.*Check it/s);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await details.getByRole('button', { name: 'Show the node' }).click();
    await refused.click();
    should(await details.isVisible()).be.false();
  });

  it('shows all hubs, copies the rows, and saves them and the as-run table as CSV', async () => {
    const all = root().getByRole('button', { name: 'All hubs' });
    should(await rows().filter({ hasText: 'lost fader' }).count()).equal(0);
    await all.click();
    await rows().filter({ hasText: 'lost fader' }).first().waitFor();
    should(await rows().filter({ hasText: 'Press item button' }).count()).be.above(9);
    const saved = async (name: string) => {
      const download = page().waitForEvent('download');
      await root().getByRole('button', { name, exact: true }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const journal = await saved('Save as CSV');
    should(journal).startWith('\ufeffTime,Hub,Node,Outcome,Command,Details\r\n');
    should(journal).match(/\r\n[-0-9]{10} [:0-9]{8}\.\d{3},Studio hub,button,done,Press item button: 51 › 512 › In,/);
    should(journal).match(/,Lost hub,lost fader,not sent: hub offline,/);
    const lines = (await saved('Export')).split('\r\n');
    should(lines[0]).equal('\ufeffGraphic,Show or rundown,Date,In,Out,Length,Who,State,UTC offset');
    // Ten presses of In show one graphic.
    should(lines[1]).match(/^512,51,[-0-9]{10},[:0-9]{8},,,button,on air,UTC[+-]\d\d:\d\d$/);
    should(lines).have.length(3);
    await page().evaluate(() => {
      const { clipboard } = window.RED as unknown as { clipboard: { copyText(text: string): void } };
      Object.assign(window, { copied: '' });
      clipboard.copyText = (text) => Object.assign(window, { copied: text });
    });
    await root().getByRole('button', { name: 'Copy', exact: true }).click();
    const copied = await page().evaluate(() => (window as unknown as { copied: string }).copied);
    should(copied).startWith('Time\tHub\tNode\tOutcome\tCommand\tDetails\n');
    should(copied.split('\n').length).equal(journal.trimEnd().split('\r\n').length);
    await all.click();
    await becomes(() => rows().filter({ hasText: 'lost fader' }).count(), 0);
  });

  it('keeps the presses in the list when many movements follow', async () => {
    await root().locator('#hub-side-hub').selectOption('hub');
    await press('targets');
    const count = (hasText: string) => rows().filter({ hasText }).count();
    await becomes(() => count('many targets'), 200);
    should(await count('Press item button')).equal(12);
    should(await count(' → 1 in ')).equal(2);
  });

  for (const language of ['de', 'ja'])
    it(`fits into 320 px in ${language}`, async () => {
      const { journal, hubs } = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8')).sidebar;
      await inNarrowSidebar(page(), language, async (fits) => {
        await press('lost fader');
        const link = failures('Lost hub').getByRole('button');
        await eventually(async () =>
          should(await link.getAttribute('aria-label')).equal(
            hubs.showFailures.replace('__count__', await link.innerText()),
          ),
        );
        await fits();
        await link.press('Enter');
        await eventually(async () => should(await rows().first().innerText()).match(/0 → 1/));
        should(await root().locator('option:checked', { hasText: journal.allFailures }).count()).equal(1);
        await fits();
        // Node-RED's debug sidebar throws if an error arrives while the page loads.
        await becomes(errors, 2);
      });
    });
});
