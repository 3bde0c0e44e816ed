import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { barriersIn } from '../axe.js';
import { surface } from '../surfaces.js';
import { deckNode, num, playKey, pressKey, REVISION_2 } from './deck.js';
import { answer, key, keys, mouseDown, note, PATH, playedOn, problems, report, section, texts } from './keys.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, closeDialog, eventually, waitForDialog } from './page.js';
import * as picking from './picking.js';
import { allow, askNodeRed, openSection, page, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';

describe('the keys in the sidebar', () => {
  const HOSTILE = '<img src=x onerror=alert(1)>';

  const stage = useStage();
  const simulator = useSimulator({ dialect: 2 });
  const press = (key: string) => page().keyboard.press(key);
  const detail = () => section().locator('.hub-key-detail > span').innerText();
  const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const played = () => playedOn(simulator);
  const colour = (name: string) => key(name).evaluate((each) => getComputedStyle(each).backgroundColor);

  beforeEach(async () => {
    simulator.reset();
    await stage.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      deckNode('deck', { wires: [['one', 'two']] }),
      playKey('one', 0, 2011),
      playKey('two', 6, 2012),
    );
    await openSection('hubs');
    await page().click('#hub-side-tab-keys');
    // Not the keys of the test before.
    await becomes(texts, ['Item 2011', 'Item 2012']);
  });

  it('have the shape, text and state of the deck', async () => {
    should(await section().locator('.hub-key-free').count()).equal(13);
    const [one, two] = await Promise.all(['key 0', 'key 6'].map((name) => key(name).boundingBox()));
    // Key 6 is the second key of the second row of five.
    should(two!.x).be.approximately(one!.x + one!.width + 3, 1.5);
    should(two!.y).be.approximately(one!.y + one!.height + 3, 1.5);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await stage.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      surface('streamdeck', { size: '32' }),
      playKey('one', 31, 2011),
    );
    await becomes(() => section().locator('.hub-key-free').count(), 31);
    should(await section().locator('.hub-key-listed').count()).equal(0);
    // A smaller deck does not have this key.
    await stage.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      surface('streamdeck', { size: '6' }),
      playKey('one', 6, 2011),
    );
    await becomes(() => section().locator('.hub-key-free').count(), 6);
    should(await section().locator('.hub-key-listed').count()).equal(1);
  });

  it('are below the name and the state of a lost hub', async () => {
    await stage.deploy(
      picking.hubAt(simulator.url, { ...REVISION_2, name: 'Übergabe' }),
      { ...picking.hubAt(simulator.url), id: 'other', name: '日本語' },
      playKey('one', 0, 2011),
    );
    await becomes(texts, ['Item 2011']);
    const lost = async () => (await section().locator('.hub-side-lost').innerText()).trim();
    should(await lost()).equal('');
    const control = (method: string) => fetch(`${simulator.url}/control/away`, { method });
    await control('PUT');
    await becomes(lost, /^Übergabe: hub offline · since \d+:\d\d[^\n]*$/);
    await control('DELETE');
    await becomes(lost, '');
  });

  it('are pressed by a click, and show the light of the state that follows', async () => {
    await key('key 6').click();
    await becomes(async () => played(), ['2012']);
    await becomes(() => colour('key 6'), 'rgb(255, 0, 0)');
    should(await key('key 6').getAttribute('aria-label')).equal('key 6 · Item 2012 · on air');
    should(await colour('key 0')).not.equal('rgb(255, 0, 0)');
    await becomes(detail, 'key 6 · Item 2012 · on air');
    should(await problems()).equal('');
    // A press on the deck itself.
    await pressKey('deck', 0);
    await becomes(() => colour('key 0'), 'rgb(255, 0, 0)');
    should(played()).eql(['2012', '2011']);
  });

  it('are pressed by two fingers at the same time', async () => {
    const touch = await page().context().newCDPSession(page());
    // Soon after a deploy, the keys are hidden for a moment.
    await eventually(async () => {
      const boxes = await Promise.all(['key 0', 'key 6'].map((name) => key(name).boundingBox()));
      const fingers = boxes.map((box, id) => ({ id, x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }));
      const before = played().length;
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers.slice(0, 1) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await sleep(1000);
      should(played().slice(before).sort()).eql(['2011', '2012']);
    });
    await touch.detach();
  });

  it('open their node by a right click, and press nothing', async () => {
    await key('key 0').click({ button: 'right' });
    await waitForDialog(page(), 'node-dialog-ok');
    await closeDialog(page(), 'node-dialog-cancel');
    should(played()).eql([]);
    await key('key 0').focus();
    await section().getByRole('button', { name: 'Open node' }).press('Enter');
    await waitForDialog(page(), 'node-dialog-ok');
    should(played()).eql([]);
  });

  describe('with another action for a hold', () => {
    const HOLD_S = 1;
    /** Longer than a click on a loaded machine, in s. */
    const LONG_HOLD_S = 60;
    const commands = () =>
      simulator.journal.flatMap(({ operation }) =>
        operation === 'playItem' || operation === 'takeItemOut' ? [operation] : [],
      );
    const action = (on: string, operation: string) => ({
      ...{ on, does: 'command', operation, expiry: picking.NEVER_LATE },
      params: { engineId: num(101), rundownId: num(201), itemId: num(2012), preview: num(0) },
    });
    /** Ends the test of a hand that did nothing: a press of another key. */
    const tapOther = async () => {
      await page().mouse.up();
      await key('key 6').click();
      await becomes(async () => played(), ['2013']);
    };

    beforeEach(async () => {
      const actions = [action('press', 'playItem'), action('hold', 'takeItemOut')];
      await stage.deploy(
        picking.hubAt(simulator.url, REVISION_2),
        playKey('one', 0, 2012, { text: 'Übergabe', actions, holdTime: String(HOLD_S) }),
        playKey('slow', 1, 2012, { text: '日本語', actions, holdTime: String(LONG_HOLD_S) }),
        playKey('two', 6, 2013),
      );
      await becomes(texts, ['Übergabe', '日本語', 'Item 2013']);
    });

    it('hold as the device does, by mouse and by keyboard', async () => {
      await mouseDown('key 0');
      // It acts while the hand is on it.
      await becomes(async () => commands(), ['takeItemOut']);
      await page().mouse.up();
      await key('key 1').click();
      await becomes(async () => commands(), ['takeItemOut', 'playItem']);
      await key('key 0').focus();
      await page().keyboard.down(' ');
      await becomes(async () => commands(), ['takeItemOut', 'playItem', 'takeItemOut']);
      await page().keyboard.up(' ');
      await key('key 1').press('Enter');
      await becomes(async () => commands(), ['takeItemOut', 'playItem', 'takeItemOut', 'playItem']);
      should(await problems()).equal('');
    });

    it('do nothing if the page loses the hand, or the network is lost', async () => {
      const ended = page().waitForResponse((response) => response.request().postData()?.includes('cancel') === true);
      await mouseDown('key 0');
      await page().evaluate(() => window.dispatchEvent(new Event('blur')));
      await ended;
      await tapOther();
      simulator.reset();
      // Only the press arrives. A late test would let the hold through before it cuts the network.
      const acts = '**/graphics-hub/controls/one/press';
      await page().route(acts, (route) =>
        route.request().postDataJSON().act === 'press' ? route.continue() : route.abort(),
      );
      const pressed = page().waitForResponse((response) => response.url().endsWith('/one/press'));
      await mouseDown('key 0');
      await pressed;
      await page().route('**/graphics-hub/**', (route) => route.abort());
      // The hold and the release do not arrive.
      await page().waitForTimeout(1000 * HOLD_S + 300);
      await page().mouse.up();
      await page().unroute(acts);
      await page().unroute('**/graphics-hub/**');
      await tapOther();
      should(commands()).eql(['playItem']);
      stage.browserErrors.splice(0);
    });
  });

  it('show that a press waits, that it was rehearsed or has failed, and the reason', async () => {
    const name = '<b>日本語</b>';
    await stage.deploy(picking.hubAt(simulator.url, REVISION_2), playKey('one', 0, 2011, { text: name }));
    await becomes(texts, [name]);
    const undo = simulator.trouble({ operation: 'playItem', delay: 1200, status: 422 });
    // The command may have failed before the test looks.
    const notes = await key('key 0').evaluateHandle((one) => {
      const seen: string[] = [];
      const look = () =>
        seen.push(`${one.getAttribute('aria-label')}: ${one.querySelector('.hub-sign')?.getAttribute('aria-label')}`);
      new MutationObserver(look).observe(one, { childList: true, subtree: true });
      return seen;
    });
    await key('key 0').click();
    await becomes(() => key('key 0').locator('.hub-sign').getAttribute('aria-label'), 'failed');
    should(await notes.jsonValue()).matchAny(/ · sending: sending$/);
    await becomes(problems, /^<b>日本語<\/b>: .*2011.*: refused – .*422/);
    // Below the keys.
    const [grid, failure] = await Promise.all(
      ['.hub-keys', '.hub-side-problem p'].map((part) => section().locator(part).boundingBox()),
    );
    should(failure!.y).be.aboveOrEqual(grid!.y + grid!.height);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
    undo();
    await key('key 0').click();
    await becomes(problems, '');
    await becomes(async () => played(), ['2011', '2011']);
    await stage.deploy(
      picking.hubAt(simulator.url, { ...REVISION_2, rehearsal: 'true' }),
      playKey('one', 0, 2011, { text: 'Übergabe' }),
    );
    await becomes(texts, ['Übergabe']);
    await key('key 0').click();
    await becomes(() => key('key 0').getAttribute('aria-label'), / · rehearsal$/);
    should(played()).eql(['2011', '2011']);
  });

  it('are reached and pressed by the keyboard', async () => {
    await answer(...[0, 1, 5, 6, 14].map((index) => report(`key ${index}`)));
    await becomes(() => keys().count(), 5);
    await key('key 0').focus();
    for (const [arrow, expected] of [
      ['ArrowRight', 'key 1 · off'],
      ['ArrowDown', 'key 6 · off'],
      ['ArrowLeft', 'key 5 · off'],
      ['ArrowUp', 'key 0 · off'],
      ['ArrowUp', 'key 0 · off'],
      ['ArrowDown', 'key 5 · off'],
      ['ArrowDown', 'key 14 · off'],
    ] as const) {
      await press(arrow);
      should(await focused()).equal(expected);
    }
    should(await detail()).equal('key 14 · off');
    // Tab reaches only one of them.
    should(await section().locator('.hub-key[tabindex="0"]').count()).equal(1);
    await page().unroute(PATH);
    await becomes(() => keys().count(), 2);
    await key('key 6').focus();
    await press('Enter');
    await becomes(async () => played(), ['2012']);
    // It is still focused after the answer.
    await becomes(() => colour('key 6'), 'rgb(255, 0, 0)');
    should(await focused()).equal('key 6 · Item 2012 · on air');
  });

  it('follow rehearsal', async () => {
    const setRehearsal = (on: boolean) => askNodeRed('rehearsal/hub', { on });
    await setRehearsal(true);
    try {
      await key('key 0').press('Enter');
      await becomes(() => key('key 0').getAttribute('aria-label'), / · rehearsal$/);
      await page().click('#hub-side-tab-journal');
      await page().locator('#hub-side-journal .hub-side-outcome', { hasText: 'rehearsal' }).first().waitFor();
      should(played()).eql([]);
    } finally {
      await setRehearsal(false);
    }
  });

  it('show new colours, texts and values at once, and blink', async () => {
    await answer(
      report('key 0', { state: 'armed', colour: [255, 160, 0], blink: true, text: 'Anchor' }),
      report('dial 0', { kind: 'encoder', text: 'Opacity', value: 0.25 }),
    );
    await becomes(() => colour('key 0'), 'rgb(255, 160, 0)');
    const blinks = () => key('key 0').evaluate((each) => getComputedStyle(each, '::after').animationName);
    // The test switches animations off.
    should(await key('key 0').getAttribute('class')).match(/hub-key-blinks/);
    should(await blinks()).be.a.String();
    should(await key('key 0').getAttribute('aria-label')).equal('key 0 · Anchor · second press');
    should(await key('dial 0').innerText()).match(/Opacity\s+0\.25/);
    const bar = () =>
      key('dial 0')
        .locator('.hub-key-bar')
        .evaluate((each) => each.checkVisibility() && each.style.getPropertyValue('--hub-value'));
    should(await bar()).equal('25%');
    await answer(
      report('key 0', { state: 'program', colour: [255, 0, 0], text: HOSTILE }),
      report('dial 0', { kind: 'encoder', text: 'Opacity' }),
    );
    await becomes(() => colour('key 0'), 'rgb(255, 0, 0)');
    should(await key('key 0').innerText()).equal(`${HOSTILE}\non air`);
    should(await section().locator('img').count()).equal(0);
    should(await key('key 0').getAttribute('class')).not.match(/hub-key-blinks/);
    // A value that is not known now.
    should(await key('dial 0').innerText()).match(/Opacity\s+\?/);
    should(await bar()).equal(false);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
  });

  it('have readable text on each colour', async () => {
    const colours = [0, 64, 118, 128, 186, 255].flatMap((red) => [0, 128, 255].map((green) => [red, green, 128]));
    await answer(...colours.map((each, index) => report(`key ${index}`, { colour: each })));
    await becomes(() => keys().count(), 18);
    should(await barriersIn(page(), '#hub-side-keys')).eql([]);
  });

  it('are unknown while Node-RED does not answer', async () => {
    await becomes(() => keys().count(), 2);
    await page().route(PATH, (route) => route.abort());
    await becomes(() => key('key 0').getAttribute('aria-label'), 'key 0 · Item 2011 · unknown');
    should(await colour('key 0')).equal('rgb(128, 128, 128)');
    await becomes(problems, /Node-RED/);
    await page().unroute(PATH);
    await becomes(problems, '');
    stage.browserErrors.splice(0);
  });

  it('are strips of a Mackie Control, and a list for other surfaces', async () => {
    const mcu = (name: string, fields: object = {}) => report(name, { surface: 'mcu', ...fields });
    const fader = { kind: 'fader', value: 0.5 };
    await answer(
      ...[mcu('fader 2', fader), mcu('fader 1', fader), mcu('select 2'), mcu('vpot 1', { ...fader, kind: 'encoder' })],
      ...[mcu('play'), report('studio/next', { surface: 'mqtt' })],
    );
    await becomes(() => section().locator('select option').allInnerTexts(), ['Mackie Control, X-Touch', 'MQTT']);
    const boxes = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await key(name).boundingBox())!));
    const [vpot, select, one, two, play] = await boxes('vpot 1', 'select 2', 'fader 1', 'fader 2', 'play');
    should([vpot!.x, select!.x]).eql([one!.x, two!.x]);
    should(one!.y).equal(two!.y);
    should([vpot!.y, select!.y, one!.y, play!.y]).eql([vpot!.y, select!.y, one!.y, play!.y].sort((a, b) => a - b));
    should(play!.width).be.above(4 * one!.width);
    await section().locator('select').selectOption({ label: 'MQTT' });
    await becomes(texts, ['studio/next']);
    // The choice stays after the next reports.
    for (let reports = 0; reports < 2; reports += 1) await page().waitForResponse(PATH);
    should(await texts()).eql(['studio/next']);
  });

  it('of two flows are on one surface, and a second control of a key is listed', async () => {
    await stage.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      playKey('one', 0, 2011),
      playKey('again', 0, 2012),
      { id: 'second', type: 'tab', label: 'Gallery' },
      playKey('far', 3, 2013, { z: 'second' }),
    );
    await becomes(texts, ['Item 2011', 'Item 2013', 'Item 2012']);
    should(await section().locator('.hub-key-listed .hub-key-text').allInnerTexts()).eql(['Item 2012']);
    should(await section().locator('select').isVisible()).equal(false);
    await key('key 3').click({ button: 'right' });
    await waitForDialog(page(), 'node-dialog-ok');
    should(await page().evaluate(() => window.RED.workspaces.active())).equal('second');
    await closeDialog(page(), 'node-dialog-cancel');
    await page().evaluate((tab) => window.RED.workspaces.show(tab), TAB);
  });

  it('cannot be pressed without the permission, and a fader never', async () => {
    await allow(['read']);
    try {
      await becomes(note, 'Your login cannot do this. It needs the permission hub-control.write.');
      await key('key 0').click({ force: true });
      await key('key 0').press('Enter');
      await page().waitForTimeout(600);
      should(played()).eql([]);
    } finally {
      await allow(undefined);
    }
    let presses = 0;
    page().on('request', (request) => {
      if (request.url().endsWith('/press')) presses += 1;
    });
    await answer(report('fader 1', { surface: 'mcu', kind: 'fader', value: 0.5 }));
    await becomes(() => keys().allInnerTexts(), ['fader 1\n0.5']);
    await keys().first().click({ force: true });
    await keys().first().press('Enter');
    await page().waitForTimeout(600);
    should(presses).equal(0);
  });

  it('name the reason if a press is refused', async () => {
    await becomes(() => keys().count(), 2);
    await page().route('**/graphics-hub/controls/*/press', (route) => route.fulfill({ status: 401 }));
    await key('key 0').click();
    await becomes(problems, 'Your login cannot do this. It needs the permission hub-control.write.');
    // It stays until the next press.
    for (let reports = 0; reports < 2; reports += 1) await page().waitForResponse(PATH);
    should(await problems()).match(/hub-control\.write/);
    await page().unroute('**/graphics-hub/controls/*/press');
    await key('key 0').click();
    await becomes(problems, '');
    stage.browserErrors.splice(0);
  });

  it('show the next step if there is none, and request nothing while hidden', async () => {
    await stage.deploy(picking.hubAt(simulator.url, REVISION_2));
    await becomes(note, 'No control runs yet. In the tree, choose “Controls”, drag rows to the flow, and deploy.');
    await page().click('#hub-side-tab-hubs');
    let requests = 0;
    page().on('request', (request) => {
      if (request.url().endsWith('/graphics-hub/controls')) requests += 1;
    });
    // A request of before may still be on its way.
    await eventually(async () => {
      requests = 0;
      for (let polls = 0; polls < 3; polls += 1) await page().waitForResponse('**/graphics-hub/hubs');
      should(requests).equal(0);
    });
  });

  it('show at once that a press waits, before the next poll, and an older answer does not end it', async () => {
    simulator.trouble({ operation: 'playItem', delay: 4000 });
    const label = () => key('key 6').getAttribute('aria-label');
    await becomes(label, 'key 6 · Item 2012 · available');
    // A poll that Node-RED answers before the press, and that arrives after it.
    let polls = 0;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page().route(PATH, async (route) => {
      const response = await route.fetch();
      polls += 1;
      if (polls === 1) await arrived;
      await route.fulfill({ response });
    });
    await eventually(() => should(polls).equal(1));
    const labels = await key('key 6').evaluateHandle((one) => {
      const seen = [one.getAttribute('aria-label')];
      new MutationObserver(() => {
        const name = one.getAttribute('aria-label');
        if (name !== seen.at(-1)) seen.push(name);
      }).observe(one, { attributes: true });
      return seen;
    });
    await key('key 6').click();
    await becomes(label, 'key 6 · Item 2012 · available · sending');
    should(polls).equal(1);
    const old = page().waitForResponse((response) => response.url().endsWith('/graphics-hub/controls'));
    arrive();
    await old;
    // The polls after it are sooner than the usual ones: more than one a second.
    await becomes(label, 'key 6 · Item 2012 · on air');
    should(polls).be.above(6);
    should(played()).eql(['2012']);
    // From the press on, neither an older light, nor one that the page has invented.
    const seen = (await labels.jsonValue()).map((each) => each!.replace('key 6 · Item 2012 · ', ''));
    const shown = seen.slice(seen.findIndex((each) => each.endsWith('sending')));
    should(shown).matchEach(/^(available · sending|on air · sending|on air)$/);
    const waits = shown.map((each) => each.endsWith('sending'));
    should(waits.lastIndexOf(true)).equal(waits.filter(Boolean).length - 1);
  });

  for (const language of ['de', 'ja'])
    it(`fit into 320 px (${language})`, () =>
      inNarrowSidebar(language, async (fits) => {
        await page().click('#hub-side-tab-tree');
        await page().locator('#hub-side-things [role=treeitem]').first().waitFor();
        await fits();
        await page().click('#hub-side-tab-keys');
        await becomes(() => keys().count(), 2);
        await fits();
        const long = 'Bauchbinde Ministerpräsidentin 二行の長いテキスト';
        await answer(...Array.from({ length: 32 }, (_, index) => report(`key ${index}`, { text: `${index} ${long}` })));
        await becomes(() => keys().count(), 32);
        await fits();
        const box = (await key('key 31').boundingBox())!;
        should(box.width).be.aboveOrEqual(34);
        should(box.height).be.aboveOrEqual(44);
      }));
});
