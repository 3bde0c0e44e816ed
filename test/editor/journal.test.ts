import { readFileSync } from 'node:fs';
import should from 'should';
import { barriersIn } from '../axe.js';
import { importReadyList, LIST } from '../cue-lists.js';
import { freePort } from '../free-port.js';
import { isCommand } from '../joined-reads.js';
import { operate } from './cue-list.js';
import { REVISION_2 } from './deck.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { openSection, page, showSidebar, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import { num, str } from './tree-rows.js';

describe('the journal for shows', () => {
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

  const BUTTON = {
    rundownId: { type: 'num', value: '51' },
    itemId: { type: 'num', value: '512' },
    buttonKey: { type: 'str', value: 'In' },
  };

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
      params: BUTTON,
      x: 300,
      y: 200,
      wires: [[]],
    },
  ];

  const stage = useStage();
  const simulator = useSimulator();
  const root = () => page().locator('.hub-side');
  const rows = () => root().locator('.hub-side-row');
  const press = (id: string) => picking.sendFrom(page(), `press-${id}`);
  const showSection = (section: 'hubs' | 'journal') => page().click(`#hub-side-tab-${section}`);

  /** The number of failures on the card of a hub. */
  const failures = (hub: string) => root().locator('.hub-side-hubs li', { hasText: hub }).locator('dd').last();

  /** The number of errors in the debug sidebar. */
  const errors = () => page().locator('.red-ui-debug-msg').count();

  before(async () => {
    await stage.deploy(
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
      // One press more than the journal shows.
      ...fader('Übergabe', 'return [Array.from({ length: 201 }, () => ({ payload: 1 }))];', {
        ...{ type: 'hub-playout-item', operation: 'pressItemButton', hub: 'lost', params: BUTTON },
      }),
    );
    await showSidebar(page());
  });

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

  it('shows all hubs, copies the rows, and saves them and the as-run table as CSV', async () => {
    await root().locator('#hub-side-hub').selectOption('hub');
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

  it('keeps the failure of one hub after many failures of the other one', async () => {
    const all = root().getByRole('button', { name: 'All hubs' });
    await all.click();
    await press('Übergabe');
    const count = (text: string) => rows().filter({ hasText: text }).count();
    await becomes(() => count('Übergabe'), 200);
    should(await count('refused: 422')).equal(1);
    await all.click();
  });

  for (const language of ['de', 'ja'])
    it(`fits into 320 px in ${language}`, async () => {
      const { journal, hubs } = JSON.parse(readFileSync(`locales/${language}/hub-config.json`, 'utf8')).sidebar;
      await inNarrowSidebar(language, async (fits) => {
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

describe('the journal of rehearsals, cues and other clients', () => {
  const stage = useStage();
  const simulator = useSimulator({ dialect: 2, restartTime: 0 });
  const root = () => page().locator('.hub-side');
  const rows = () => root().locator('.hub-side-rows .hub-side-row');
  const show = async (hub: object, ...nodes: object[]) => {
    await stage.deploy(picking.hubAt(simulator.url, { name: 'Studio hub', ...REVISION_2, ...hub }), ...nodes);
    await openSection('journal');
    await page().mouse.move(5, 5);
  };
  /** New rows wait while the focus is on the rows. */
  const leaveRows = () => page().focus('#hub-side-tab-journal');

  it('shows which command of a rehearsal would fail and why, and sends none', async () => {
    // The item has the buttons In and Out.
    const key = (id: string, name: string, label: string, y: number) => [
      picking.inject(`press-${id}`, id, 1),
      {
        ...{ id, type: 'hub-playout-item', z: TAB, name, version: 1, hub: 'hub', operation: 'pressItemButton' },
        params: { rundownId: num('51', 'Evening'), itemId: num('512', 'Anchor'), buttonKey: str(label, label) },
        ...{ expiry: picking.NEVER_LATE, x: 300, y, wires: [[]] },
      },
    ];
    await show({ rehearsal: 'true' }, ...key('wrong', '', 'Wave', 100), ...key('right', 'Key 2', 'In', 200));
    const text = async () => (await rows().first().innerText()).replace(/\s+/g, ' ');
    await picking.sendFrom(page(), 'press-wrong');
    await becomes(text, /rehearsal: would fail: no button Wave/);
    await rows().first().press('Enter');
    should(await root().locator('.hub-side-sentence').innerText()).equal(
      'Anchor › Wave (Studio hub): rehearsal – would fail: no button "Wave" – choose in (In), out (Out).',
    );
    await leaveRows();
    await picking.sendFrom(page(), 'press-right');
    await becomes(text, / Key 2 rehearsal Press item button/);
    should(simulator.journal.filter(isCommand)).eql([]);
  });

  it('exports the graphics that others played, by their names, between two times', async () => {
    const params = { engineId: num('101', 'News Show'), rundownId: num('201', 'Evening News') };
    const watch = { id: 'watch', type: 'hub-watch', z: TAB, version: 1, hub: 'hub', operation: 'listLinearItems' };
    await show({}, { ...watch, params, interval: '0.2', x: 300, y: 200, wires: [[]] });
    // The first answer of the watch must be from before the play.
    const answers = () => simulator.journal.filter(({ statusCode }) => statusCode === 200);
    await eventually(() => should(answers().map(({ operation }) => operation)).containEql('listLinearItems'));
    const put = (path: string) => fetch(`${simulator.url}/api/rest/v1/lino/rundown/101/${path}`, { method: 'PUT' });
    const exported = async () => {
      const download = page().waitForEvent('download');
      await root().getByRole('button', { name: 'Export', exact: true }).click();
      const [, ...lines] = readFileSync(await (await download).path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      return lines.map((line) => line.split(','));
    };
    await put('play/2012/0');
    await eventually(async () =>
      should(await exported()).match([['Headlines', 'Evening News', /./, /./, '', '', 'others', 'on air']]),
    );
    await put('out/2012/0');
    await eventually(async () =>
      should(await exported()).match([['Headlines', 'Evening News', /./, /./, /./, /./, 'others', 'confirmed']]),
    );
    // The period is from an hour ago until now, or it ended some minutes before the graphic.
    const now = Date.now();
    const time = (minutes: number) => new Date(now + 60_000 * minutes).toTimeString().slice(0, 5);
    // After the next midnight, it began on the day before.
    const midnight = new Date(now - 60_000 * 30).setHours(24, 0, 0, 0);
    for (const [clock, from, to, count] of [
      [now, time(-60), time(1), 1],
      [now, time(-60), time(-5), 0],
      [midnight, time(-29), '', 1],
      [now, '', '', 1],
    ] as const) {
      await page().evaluate((at) => void Object.assign(Date, { now: () => at }), clock);
      await root().getByLabel('From', { exact: true }).fill(from);
      await root().getByLabel('To', { exact: true }).fill(to);
      should(await exported()).have.length(count);
    }
    await page().evaluate(() => void Object.assign(Date, { now: () => performance.timeOrigin + performance.now() }));
    should(await barriersIn(page(), '.hub-side')).eql([]);
  });

  it('shows a cue with its steps, and a Go that played none, with the reason', async () => {
    const fields = { z: TAB, name: 'Show', version: 1, hub: 'hub', list: LIST, operation: 'go', onGo: 'next' };
    await show(
      {},
      { ...fields, id: 'cues', type: 'hub-cues', lockout: '0', expiry: '60', x: 300, y: 100, wires: [[]] },
    );
    await importReadyList(page().url());
    await operate('cues', 'goto', '30');
    const command = () => rows().first().locator('.hub-side-command').innerText();
    // The first step is shown for 3 s only, which a loaded machine can miss.
    await becomes(command, 'Cue 30 Anchor (steps: 2)');
    await rows().first().click();
    await becomes(
      () => page().locator('.hub-side-steps li').allInnerTexts(),
      ['Press item button: Evening News › Anchor › In · done', 'Press item button: Evening News › Anchor › Out · done'],
    );
    await page().click('#hub-side-tab-journal');
    await operate('cues', 'goto', '日本語');
    await becomes(command, 'Cue 日本語');
    await rows().first().click();
    const sentence = page().locator('.hub-side-rows li').first().locator('.hub-side-sentence');
    await becomes(() => sentence.innerText(), /^Cue 日本語 \(.*not sent – .* choose 10, 20, 30.*\[Show\]$/);
  });
});
