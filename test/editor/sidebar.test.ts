import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { barriersIn } from '../axe.js';
import { pageToken } from '../page-token.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';

const params = {
  engineId: { type: 'num', value: '1', label: 'Studio A' },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath: { type: 'str', value: 'Overlay//Opacity/0', label: 'Overlay Opacity' },
  Value: { type: 'num', value: '0.5' },
};

/** Sets a property for each press, in order, so that waiting commands are visible. They may wait long. */
const setting = (id: string, z: string, fields: object = {}) => [
  { ...picking.inject(`press-${id}`, id, 0.5), z },
  {
    ...picking.setter(id, { params, name: id, delivery: 'inOrder', expiry: picking.NEVER_LATE }),
    z,
    x: 300,
    y: 80,
    ...fields,
  },
];

describe('the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator();
  /** The sidebar's requests to the runtime. */
  const requests: string[] = [];
  const root = () => page().locator('.hub-side');
  const rows = () => root().locator('.hub-side-row');
  const note = () => root().locator('.hub-side-bar .hub-side-note');
  const banner = () => root().locator('.hub-side-banner');
  const commands = () => simulator.journal.filter(({ method }) => method !== 'GET').length;

  const show = (id: string) =>
    page().evaluate((tab) => (window.RED as unknown as { sidebar: { show(id: string): void } }).sidebar.show(tab), id);

  const showSection = (section: 'hubs' | 'tree' | 'journal') => page().click(`#hub-side-tab-${section}`);

  const press = (id: string) => picking.sendFrom(page(), `press-${id}`);

  /** Moves the pointer away from the rows. */
  const movePointerAway = () => page().mouse.move(5, 5);

  before(async () => {
    page().on('request', (request) => {
      if (request.url().includes('/graphics-hub/')) requests.push(request.url());
    });
    await stage.deploy(
      picking.hubAt(simulator.url, { name: 'Studio hub' }),
      { id: 'tab2', type: 'tab', label: 'Second' },
      ...setting('opacity', TAB),
      ...setting('other', 'tab2'),
    );
    await show('graphics-hub');
  });

  it('shows the state of each hub, and the waiting commands', async () => {
    const card = root().locator('.hub-side-hubs li');
    await becomes(() => card.innerText(), /^Studio hub\s+connected/);
    const fact = (index: number) => card.locator('dd').nth(index).innerText();
    should(await fact(0)).equal('1');
    should(await fact(1)).match(/^\d+ ms$/);
    const undo = simulator.trouble({ operation: 'setProperty', delay: 1000 });
    for (let times = 0; times < 20; times += 1) await press('opacity');
    await becomes(() => fact(3), /^(\d+) \(\1 of them for Studio A › Mixer › Overlay Opacity\)$/);
    undo();
    await becomes(() => fact(3), '0');
  });

  it('switches rehearsal at once, and shows it in every section', async () => {
    await eventually(async () => should(await root().locator('.hub-side-hubs dd').nth(2).innerText()).equal('0'));
    should(await banner().isVisible()).be.false();
    const before = commands();
    const turn = root().getByRole('switch', { name: 'Rehearsal: Studio hub' });
    await turn.press('Enter');
    await banner().waitFor();
    should(await banner().locator('span').innerText()).equal('REHEARSAL: no commands are sent to Studio hub');
    should(await turn.getAttribute('aria-checked')).equal('true');
    await press('opacity');
    for (const section of ['tree', 'journal'] as const) {
      await showSection(section);
      should(await banner().isVisible()).be.true();
    }
    await movePointerAway();
    await becomes(() => rows().first().innerText(), /rehearsal/);
    should(commands()).equal(before);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    // It lasts over a restart of the flows, so that the next command is not sent by surprise.
    const rehearsals = async () => {
      const report = await fetch(new URL('/graphics-hub/hubs', page().url()), {
        headers: await pageToken(page().url()),
      });
      return ((await report.json()) as { rehearsal: boolean }[]).map(({ rehearsal }) => rehearsal);
    };
    const restart = { 'Node-RED-Deployment-Type': 'reload', 'content-type': 'application/json' };
    const answer = await page().request.post(new URL('flows', page().url()).href, { headers: restart, data: [] });
    should(answer.status()).equal(204);
    // Between stop and start, no hub runs.
    await eventually(async () => should(await rehearsals()).not.be.empty());
    should(await rehearsals()).eql([true]);
    await banner().getByRole('button', { name: 'End rehearsal' }).click();
    await banner().waitFor({ state: 'hidden' });
    await showSection('hubs');
    await becomes(() => turn.getAttribute('aria-checked'), 'false');
    await press('opacity');
    await eventually(() => should(commands()).equal(before + 1));
  });

  it('shows no state from before a switch of the rehearsal that arrives after it', async () => {
    const turn = root().getByRole('switch', { name: 'Rehearsal: Studio hub' });
    let answer: () => void = () => {};
    const isSwitched = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isHeld = false;
    await page().route(
      '**/graphics-hub/hubs',
      async (route) => {
        const response = await route.fetch();
        isHeld = true;
        await isSwitched;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await eventually(async () => should(isHeld).be.true());
    await turn.press('Enter');
    await banner().waitFor();
    await banner().evaluate((bar) => {
      const seen: boolean[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push((bar as HTMLElement).hidden !== false)).observe(bar, {
        attributeFilter: ['hidden'],
      });
    });
    const reports = () => page().waitForResponse((response) => response.url().endsWith('/graphics-hub/hubs'));
    const late = reports();
    answer();
    await late;
    await reports();
    should(await page().evaluate(() => (window as unknown as { seen: boolean[] }).seen.includes(true))).be.false();
    should(await turn.getAttribute('aria-checked')).equal('true');
    await banner().getByRole('button', { name: 'End rehearsal' }).click();
    await banner().waitFor({ state: 'hidden' });
  });

  it('takes everything out of program at the second press', async () => {
    const before = commands();
    const button = root().locator('.hub-side-hubs').getByRole('button', { name: 'Studio hub' });
    const out = button.filter({ hasText: 'Everything out' });
    // The 5 s for the second press do not end, so that a busy machine is not slower than a hand.
    await page().evaluate(() => {
      const timeout = window.setTimeout;
      const patched = (act: () => void, ms?: number) => (ms === 5000 ? 0 : timeout(act, ms));
      Object.assign(window, { setTimeout: patched, timeout });
    });
    await out.click();
    const again = button.filter({ hasText: 'Take everything off air in all running shows?' });
    await again.waitFor();
    // Under another name, the button keeps the focus, and asks again.
    const rename = (to: string) =>
      page().evaluate((name) => void Object.assign(window.RED.nodes.node('hub'), { name }), to);
    const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await rename('Übergabe');
    await becomes(focused, 'Everything out: Übergabe');
    await rename('Studio hub');
    await becomes(focused, 'Everything out: Studio hub');
    await out.click();
    await again.waitFor();
    await page().keyboard.press('Tab');
    await out.waitFor();
    should(commands()).equal(before);
    await out.click();
    await again.click();
    await root().locator('.hub-side-hubs [role="status"]', { hasText: 'News Show: done' }).waitFor();
    should(simulator.journal.map(({ path }) => path)).containEql('/api/rest/v1/linear/rundown/101/out/0');
    await page().evaluate(() => {
      window.setTimeout = (window as unknown as { timeout: typeof window.setTimeout }).timeout;
    });
  });

  it('shows a command by its names, with its outcome and duration', async () => {
    await showSection('journal');
    await movePointerAway();
    // The second answer comes after the rows of the commands so far are drawn.
    for (let answers = 0; answers < 2; answers += 1) await page().waitForResponse(/graphics-hub\/journal\/hub\?/);
    const before = await rows().count();
    await press('opacity');
    await eventually(async () => should(await rows().count()).equal(before + 1));
    await becomes(
      () => rows().first().innerText(),
      /opacity\s+done\s+Set property: Studio A › Mixer › Overlay Opacity = 0\.5$/,
    );
    await rows().first().press('Enter');
    const details = root().locator('.hub-side-rows li').first().locator('.hub-side-details');
    should(await details.innerText()).match(/waited \d+ ms · took \d+ ms/);
    // A row with the focus is being read, so nothing new appears.
    await page().focus('#hub-side-tab-journal');
    simulator.trouble({ operation: 'setProperty', times: 1, status: 422 });
    await press('other');
    await becomes(() => rows().first().innerText(), /other\s+refused: 422 wrong value/);
  });

  it('filters by node, outcome and text', async () => {
    const all = await rows().count();
    const expectOnly = (expected: RegExp) =>
      eventually(async () => {
        const texts = await rows().allInnerTexts();
        should(texts).have.length(1);
        should(texts[0]).match(expected);
      });
    await root().getByLabel('Node').selectOption('other');
    await expectOnly(/other/);
    await root().getByLabel('Node').selectOption('');
    await root().getByLabel('Outcome').selectOption('rehearsal');
    await expectOnly(/rehearsal/);
    await root().getByLabel('Outcome').selectOption('');
    await root().getByLabel('Search', { exact: true }).fill('WRONG VAL');
    await expectOnly(/refused/);
    await root().getByLabel('Search', { exact: true }).fill('nothing like it');
    await becomes(() => note().innerText(), 'Nothing matches.');
    await root().getByLabel('Search', { exact: true }).fill('');
    await eventually(async () => should(await rows().count()).equal(all));
  });

  it('does not move while it is paused or read, and shows this', async () => {
    await movePointerAway();
    const before = await rows().count();
    const pause = root().getByRole('button', { name: 'Pause' });
    await pause.press('Enter');
    await press('opacity');
    await becomes(() => note().innerText(), 'Paused. New: 1');
    should(await rows().count()).equal(before);
    await pause.press('Enter');
    await eventually(async () => should(await rows().count()).equal(before + 1));
    await rows().first().hover();
    await press('opacity');
    await becomes(() => note().innerText(), 'Paused while you read. New: 1');
    await movePointerAway();
    await eventually(async () => should(await rows().count()).equal(before + 2));
    await rows().first().focus();
    await press('opacity');
    await becomes(() => note().innerText(), 'Paused while you read. New: 1');
    await page().keyboard.press('ArrowDown');
    should(
      await rows()
        .nth(1)
        .evaluate((row) => row === document.activeElement),
    ).be.true();
    // Scrolling counts as reading.
    await page().keyboard.press('Home');
    await pause.focus();
    await eventually(async () => should(await rows().count()).equal(before + 3));
  });

  it('shows the node of a row, or that it is deleted', async () => {
    const active = () => page().evaluate(() => window.RED.workspaces.active());
    should(await active()).equal(TAB);
    await movePointerAway();
    await rows().filter({ hasText: 'other' }).press('Enter');
    const showNode = root().locator('.hub-side-rows li').filter({ hasText: 'other' }).getByRole('button');
    await showNode.filter({ hasText: 'Show the node' }).click();
    await becomes(active, 'tab2');
    await page().evaluate(() => (window.RED.nodes as unknown as { remove(id: string): void }).remove('other'));
    const gone = root().locator('.hub-side-rows li').filter({ hasText: 'wrong value' }).getByRole('button');
    await gone.filter({ hasText: 'Show the node' }).click();
    await becomes(() => root().locator('.hub-side-scroll .hub-side-problem').innerText(), /no longer in the editor/);
  });

  it('has tabs that the arrow keys, Home and End choose in a circle', async () => {
    const chosen = () =>
      root()
        .locator('[role=tab][aria-selected=true]')
        .evaluate((tab) => tab.id);
    const tabs = await root()
      .locator('[role=tab]')
      .evaluateAll((all) => all.map(({ id }) => id));
    const first = tabs[0] as string;
    const last = tabs.at(-1) as string;
    await page().click(`#${first}`);
    for (const [key, expected] of [
      ['ArrowLeft', last],
      ['ArrowRight', first],
      ['ArrowRight', tabs[1]],
      ['ArrowLeft', first],
      ['End', last],
      ['Home', first],
    ] as const) {
      await page().keyboard.press(key);
      should(await chosen()).equal(expected, key);
      should(await page().evaluate(() => document.activeElement?.id)).equal(expected, key);
      should(await root().locator('[role=tabpanel]:visible').count()).equal(1);
    }
    await showSection('hubs');
  });

  it('asks at most four times a second, and not while it is hidden', async () => {
    await page().locator('#hub-side-tab-journal').focus();
    // By the clock of the browser. Pauses of a busy machine only make its requests rarer.
    const startTimes = () =>
      page().evaluate(() => {
        const all = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/graphics-hub/'));
        return all.map(({ startTime }) => startTime).sort((one, other) => one - other);
      });
    await page().evaluate(() => performance.clearResourceTimings());
    const times = await eventually(async () => {
      const all = await startTimes();
      should(all.length).be.aboveOrEqual(12);
      return all;
    });
    const seconds = (times.at(-1)! - times[0]!) / 1000;
    should(times.length - 1).be.belowOrEqual(seconds * 4);
    for (const hide of [
      () => show('info'),
      () => page().evaluate(() => window.RED.actions.invoke('core:toggle-sidebar')),
    ]) {
      await hide();
      // The pending requests end first.
      await eventually(async () => {
        requests.length = 0;
        await sleep(2000);
        should(requests).be.empty();
      });
      await show('graphics-hub');
      await eventually(() => should(requests).not.be.empty());
    }
  });
});
