import { connect, createServer, type Socket } from 'node:net';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { importReadyList, moveTo } from '../cue-lists.js';
import { pointedAt } from '../examples.js';
import { freePort } from '../free-port.js';
import { commands, IN, NEXT, OUT } from '../package/recipe-stage.js';
import { recipes } from '../recipes.js';
import { useDashboard } from './dashboard-stage.js';
import { becomes, eventually } from './page.js';
import { useSimulator } from './stage.js';
import { doubleClick } from './user-actions.js';

/** A telephone, in px. */
const PHONE = { width: 390, height: 844 };

const flowOf = (recipe: string) => recipes.find(({ name }) => name === recipe)!.flow;

/** The recipe of the operator page in a real browser, with Dashboard 2. */
describe('the operator page of the recipes', () => {
  const PLAY = 'PUT /linear/rundown/101/play/2012/0';
  const TAKE_OUT = 'PUT /linear/rundown/101/out/0';
  /** Longer than the lockout of the commands, in ms. */
  const LOCKOUT_MS = 600;
  const LOST = 'The hub is not reached. Commands fail, and states are unknown.';

  const dashboard = useDashboard();
  const { page } = dashboard;
  let hub: Simulator;
  let network: Awaited<ReturnType<typeof startNetwork>>;

  before(async () => {
    hub = await startSimulator();
    network = await startNetwork(Number(new URL(dashboard.url()).port));
    await page().setViewportSize(PHONE);
    await deploy(1);
    await dashboard.open('desk', '[role=slider]', network.url);
  });
  beforeEach(async () => {
    hub.reset();
    await becomes(aboutHub, 'The hub is connected.');
    await becomes(() => rows(), ['Welcome', 'Headlines', 'Reporter', 'Closing']);
  });
  after(async () => {
    await network?.close();
    await hub?.close();
  });

  const deploy = (dialect: 1 | 2) => {
    const fields = { baseUrl: hub.url, dialect: String(dialect), linearSegment: dialect === 1 ? 'linear' : 'lino' };
    return dashboard.deploy(
      flowOf('dashboard').map((part) => (part.type === 'hub-config' ? { ...part, ...fields } : part)),
    );
  };

  const aboutHub = () => page().innerText('.desk-hub');
  const failure = () => page().locator('.desk-failure');
  const rows = async () => {
    const names = await page().locator('.desk-rundown tbody td:first-child').allInnerTexts();
    return names.map((name) => name.split('\n')[0]);
  };
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const sends = (...expected: string[]) => eventually(() => should(commands(hub)).eql(expected));
  /** Expects that no other command follows. */
  const sendsOnly = async (...expected: string[]) => {
    await sends(...expected);
    await page().waitForTimeout(700);
    should(commands(hub)).eql(expected);
  };

  for (const [name, command] of [
    ['Play Headlines', PLAY],
    ['Take out', TAKE_OUT],
    ['Anchor in', IN],
    ['Anchor out', OUT],
  ] as const)
    it(`acts when a button or a key goes down, and once while it is held: ${name}`, async () => {
      const expected = [command];
      await button(name).hover();
      await page().mouse.down();
      await sends(...expected);
      await page().mouse.up();
      await button(name).focus();
      for (const key of ['Enter', ' ']) {
        await page().waitForTimeout(LOCKOUT_MS);
        await page().keyboard.down(key);
        expected.push(command);
        await sends(...expected);
        // Without an up, a further down is a repeat.
        for (let repeats = 0; repeats < 5; repeats += 1) await page().keyboard.down(key);
        await page().keyboard.up(key);
      }
      await sendsOnly(...expected);
    });

  it('acts once for a double click, and for a press after it', async () => {
    for (const [name, command] of [
      ['Play Headlines', PLAY],
      ['Next', NEXT],
      ['Take out', TAKE_OUT],
      ['Anchor in', IN],
      ['Anchor out', OUT],
    ] as const) {
      hub.reset();
      await doubleClick(button(name));
      await sendsOnly(command);
      await button(name).click();
      await sends(command, command);
    }
    // Another item is not locked.
    hub.reset();
    await button('Play Welcome').click();
    await button('Play Headlines').click();
    await sendsOnly(PLAY.replace('2012', '2011'), PLAY);
  });

  it('acts once for a finger', async () => {
    const devTools = await page().context().newCDPSession(page());
    for (const [name, command] of [
      ['Play Headlines', PLAY],
      ['Anchor in', IN],
    ] as const) {
      const { x, y } = (await button(name).boundingBox())!;
      hub.reset();
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 9, y: y + 9 }] });
      await sends(command);
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await sendsOnly(command);
    }
    await devTools.detach();
  });

  it('ignores the other buttons of the mouse', async () => {
    for (const name of ['Play Headlines', 'Take out'])
      for (const which of ['right', 'middle'] as const) await button(name).click({ button: which });
    await sendsOnly();
  });

  it('shows a failed command in words, as text, and the next one in its place', async () => {
    const words = () => failure().getByRole('paragraph').innerText();
    hub.trouble({ operation: 'takeOut', status: 422, body: 'no <b>engine</b>' });
    hub.trouble({ operation: 'playNext', status: 403 });
    await button('Take out').click();
    await becomes(words, /^\d\d:\d\d:\d\d Take out · News Show .*: refused .*\(422\).* no <b>engine<\/b>\.$/);
    should(await isCutOff()).eql([]);
    await button('Next').click();
    await becomes(words, /^\d\d:\d\d:\d\d Play next · .*: refused .*\(403\)/);
    should(await isCutOff()).eql([]);
    await button('Hide').click();
    await failure().waitFor({ state: 'detached' });
  });

  it('shows in words that the hub is lost, and that it is back', async () => {
    const port = Number(new URL(hub.url).port);
    const before = await button('Take out').boundingBox();
    await hub.close();
    await becomes(aboutHub, LOST);
    await becomes(() => page().innerText('.nrdb-ui-text-value'), 'unknown');
    await becomes(() => page().innerText('.desk-problem'), 'The rundown cannot be read now.');
    should(await button('Take out').boundingBox()).eql(before);
    await button('Play Headlines').click();
    await becomes(() => failure().innerText(), /: not sent .* No connection to the hub/);
    should(await isCutOff()).eql([]);
    hub = await startSimulator({ port });
    await becomes(aboutHub, 'The hub is connected.');
    await becomes(() => page().innerText('.nrdb-ui-text-value'), 'off');
    await becomes(() => page().innerText('.desk-problem'), '');
    await sendsOnly();
    await button('Hide').click();
  });

  it('does not send a press later that was made without Node-RED', async () => {
    network.cut();
    await becomes(aboutHub, 'Node-RED is not reached. Presses do nothing, and states are old.');
    for (const name of ['Play Headlines', 'Take out', 'Anchor in']) await button(name).click();
    await page().locator('[role=slider]').press('ArrowLeft');
    network.join();
    await becomes(aboutHub, 'The hub is connected.');
    await sendsOnly();
    await button('Take out').click();
    await sendsOnly(TAKE_OUT);
    // The browser reports each attempt to connect.
    dashboard.forgetErrors();
  });

  it('shows when an item was played with a hub of revision 1, which reports no states', async () => {
    const commandOf = (item: string) =>
      page().locator('.desk-rundown tr', { hasText: item }).locator('td:nth-child(2)').innerText();
    should(await page().locator('.desk-rundown th').allInnerTexts()).eql(['Item', 'Command', '']);
    should(await commandOf('Reporter')).equal('');
    hub.trouble({ operation: 'playItem', status: 422 });
    await button('Play Reporter').click();
    // A failure of an earlier test can still be shown.
    await failure().filter({ hasText: '(422)' }).waitFor();
    hub.reset();
    should(await commandOf('Reporter')).equal('');
    await button('Play Closing').click();
    await becomes(() => commandOf('Closing'), /^played \d\d:\d\d$/);
    should(await isCutOff()).eql([]);
    await page().reload();
    await becomes(() => commandOf('Closing'), /^played \d\d:\d\d$/);
    should(await commandOf('Reporter')).equal('');
  });

  it('shows the states of a hub of revision 2', async () => {
    await hub.close();
    hub = await startSimulator({ dialect: 2 });
    await deploy(2);
    await becomes(() => page().locator('.desk-rundown th').allInnerTexts(), ['Item', 'On air', '']);
    const states = () => page().locator('.desk-rundown td:nth-child(2)').allInnerTexts();
    await becomes(states, ['Available', 'Available', 'Available', 'Available']);
    await button('Play Headlines').click();
    await becomes(states, ['Available', 'Playing', 'Available', 'Available']);
    should(await isCutOff()).eql([]);
    await hub.close();
    await becomes(() => page().innerText('.desk-problem'), 'The rundown cannot be read now.');
    // A page that connects again meanwhile has no rows.
    should((await states()).filter((state) => state !== 'unknown')).be.empty();
  });

  /** The texts and controls that are not fully visible in the width of the page. */
  const isCutOff = () =>
    page().evaluate(() => {
      const width = document.documentElement.clientWidth;
      const parts = document.querySelectorAll<HTMLElement>(
        ':is(.nrdb-ui-page, .desk-failure) :is(p, td, th, label, button, span)',
      );
      const texts = [...parts].filter((part) => part.innerText.trim() !== '');
      const wide = texts.filter((part) => {
        const box = part.getBoundingClientRect();
        const isWide = part.scrollWidth > Math.ceil(part.clientWidth || box.width);
        return box.width > 0 && (box.left < 0 || box.right > width || isWide);
      });
      const page = document.scrollingElement!.scrollWidth > width ? ['page'] : [];
      return [...page, ...wide.map((part) => `${part.tagName}.${part.className} ${part.innerText}`)];
    });

  /** A network between the browser and Node-RED that can be cut. */
  async function startNetwork(target: number) {
    const sockets = new Set<Socket>();
    let isCut = false;
    const port = await freePort();
    const server = createServer((socket) => {
      if (isCut) return socket.destroy();
      const other = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const endAll = () => {
      for (const socket of sockets) socket.destroy();
    };
    return {
      url: `http://127.0.0.1:${port}`,
      cut() {
        isCut = true;
        endAll();
      },
      join() {
        isCut = false;
      },
      async close() {
        endAll();
        server.close();
      },
    };
  }
});

/** The operator page of a cue list in a real browser, with Dashboard 2. */
describe('the operator page of a cue list', () => {
  const NODE = 'hubrspa0cue00001';
  const WELCOME = 'PUT /linear/rundown/101/play/2011/0';

  const dashboard = useDashboard();
  const { page } = dashboard;
  const hub = useSimulator();

  before(async () => {
    await page().setViewportSize(PHONE);
    await dashboard.deploy(pointedAt(hub.url, flowOf('show-on-a-page')));
    await importReadyList(dashboard.url());
    await dashboard.open('cues', '.cues tbody tr');
  });
  beforeEach(async () => {
    hub.reset();
    await moveTo(dashboard.url(), NODE, '10');
    await becomes(() => go().innerText(), /^go 10 welcome$/i);
    // Longer than the lockout of the list.
    await page().waitForTimeout(400);
  });

  const go = () => page().locator('.cues-go');
  const sentence = () => page().innerText('.cues-state');
  /** Records the sentences from now on. Some are shown for a few seconds only. */
  const recordSentences = () =>
    page().evaluate(() => {
      const sentences: string[] = [];
      const record = () => sentences.push(document.querySelector('.cues-state')?.textContent ?? '');
      new MutationObserver(record).observe(document.body, { childList: true, characterData: true, subtree: true });
      Object.assign(window, { sentences });
    });
  const recorded = () => page().evaluate(() => (window as unknown as { sentences: string[] }).sentences.join('\n'));
  const standby = () => page().innerText('tr.cues-standby td:first-child');
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const sends = (...expected: string[]) => eventually(() => should(commands(hub)).eql(expected));

  it('fits on a telephone, with all cues and a Go that a thumb hits', async () => {
    should(await page().locator('.cues tbody tr').count()).equal(6);
    should(await page().evaluate(() => document.documentElement.scrollWidth)).be.belowOrEqual(PHONE.width);
    const box = (await go().boundingBox())!;
    should(box.height).be.aboveOrEqual(90);
    should(box.width).be.aboveOrEqual(300);
    should(box.y + box.height).be.below(PHONE.height);
  });

  it('plays one cue for a press, moves without a command, and shows the results', async () => {
    await go().click();
    await sends(WELCOME);
    await becomes(standby, /^20 Headlines/);
    await becomes(() => page().locator('.cues tbody tr').first().locator('td').nth(1).innerText(), 'done');
    await button('Next').click();
    await becomes(standby, /^30 Anchor/);
    await button('Back').click();
    await becomes(standby, /^20 Headlines/);
    await button('Standby 30').click();
    await becomes(standby, /^30 Anchor/);
    await page().waitForTimeout(400);
    await recordSentences();
    await go().click();
    await becomes(recorded, /^Running: 30 Anchor [123] s$/m);
    await sends(WELCOME, IN, OUT);
    await becomes(sentence, 'Ready.');
  });

  it('plays one cue for a double click', async () => {
    await doubleClick(go());
    await becomes(standby, /^20 Headlines/);
    await page().waitForTimeout(700);
    await sends(WELCOME);
  });

  it('shows why the list holds, and who asks again', async () => {
    const refuse = hub.trouble({ operation: 'playItem', status: 409 });
    await go().click();
    await becomes(sentence, /^Failed: .*not accepted \(409\)/);
    await becomes(standby, /^10 Welcome/);
    refuse();
    const lose = hub.trouble({ operation: 'playItem', status: 500 });
    await page().waitForTimeout(400);
    await go().click();
    await becomes(sentence, /^Holds: /);
    lose();
    await page().waitForTimeout(400);
    await go().click();
    await becomes(sentence, /^Press Go again/);
  });
});
