import should from 'should';
import { barriersIn } from '../axe.js';
import { surface } from '../surfaces.js';
import { deckNode, playAction, playKey, pressKey, REVISION_2 } from './deck.js';
import { answer, key, keys, mouseDown, note, PATH, playedOn, problems, report, section, texts } from './keys.js';
import { inNarrowSidebar } from './narrow-sidebar.js';
import { becomes, closeDialog, eventually, reasons, waitForDialog } from './page.js';
import * as picking from './picking.js';
import { allow, askNodeRed, openSection, page, TAB, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';

describe('the pages of keys in the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator({ dialect: 2 });
  const PAGES = [
    { id: 'p1', name: 'Übergabe' },
    { id: 'p2', name: '日本語' },
  ];
  const TURN = { on: 'press', does: 'page', pageTurn: 'goto', toPage: 'p2' };
  const deck = (id: string, fields: object = {}) => surface('streamdeck', { id, pages: PAGES, ...fields });
  const onDeck = (id: string, place: number, item: number, pageId: string, fields: object = {}) =>
    playKey(id, place, item, { surface: 'deck-a', page: pageId, ...fields });
  const tabs = () => section().locator('[role=tab]');
  const tab = (name: string) => section().getByRole('tab', { name });
  const selected = () => section().locator('[role=tab][aria-selected=true]').allInnerTexts();
  const played = () => playedOn(simulator);
  const press = (name: string) => page().keyboard.press(name);
  const focused = () => page().evaluate(() => document.activeElement?.textContent);
  const undo = () => page().evaluate(() => window.RED.actions.invoke('core:undo'));
  const shownPage = async () => {
    const { surfaces } = await askNodeRed<{ surfaces: { id: string; present: string }[] }>('controls');
    return surfaces.find(({ id }) => id === 'deck-a')?.present;
  };
  /** A field of a node in the editor, and whether it is changed. */
  const inEditor = (id: string, field: string) =>
    page().evaluate(
      ([node, name]) => {
        const found = window.RED.nodes.node(node) as unknown as Record<string, unknown>;
        return { [name]: found[name], changed: found.changed === true };
      },
      [id, field] as const,
    );
  const isDirty = () => page().evaluate(() => window.RED.nodes.dirty());

  /** Deploys two pages whose first one has a key at this place. */
  const deployAt = (place: number, ...nodes: object[]) =>
    stage.deploy(
      picking.hubAt(simulator.url, REVISION_2),
      deckNode('deck', { wires: [['one', 'other', 'every', 'turn']] }),
      deck('deck-a'),
      onDeck('one', place, 2011, 'p1'),
      onDeck('other', 0, 2012, 'p2'),
      onDeck('every', 4, 2013, ''),
      onDeck('turn', 14, 2016, '', { text: 'Turn', actions: [TURN] }),
      ...nodes,
    );

  const deploy = (...nodes: object[]) => deployAt(0, ...nodes);

  beforeEach(async () => {
    simulator.reset();
    await deploy();
    // It outlasts a deploy.
    await askNodeRed('surfaces/deck-a/page', { page: 'p1' });
    await openSection('hubs');
    await page().click('#hub-side-tab-keys');
    await becomes(texts, ['Item 2011', 'Item 2013', 'Turn']);
  });

  it('are tabs, of which a press shows another one on the device at once', async () => {
    should(await tabs().allInnerTexts()).eql(['Übergabe', '日本語']);
    should(await selected()).eql(['Übergabe']);
    // Without the answers of the polls, only the answer to the press is left.
    await page().route(PATH, () => {});
    await tab('日本語').click();
    await becomes(texts, ['Item 2012', 'Item 2013', 'Turn']);
    should(await selected()).eql(['日本語']);
    should(await shownPage()).equal('p2');
    await page().unroute(PATH);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
    // Another browser, and the device.
    await askNodeRed('surfaces/deck-a/page', { page: 'p1' });
    await becomes(texts, ['Item 2011', 'Item 2013', 'Turn']);
    should(await selected()).eql(['Übergabe']);
    await pressKey('deck', 14);
    await becomes(texts, ['Item 2012', 'Item 2013', 'Turn']);
    should(await selected()).eql(['日本語']);
    should(played()).eql([]);
  });

  it('do not follow an answer from before the press', async () => {
    let arrive = () => {};
    const isReleased = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let isHeld = false;
    await page().route(PATH, async (route) => {
      const response = await route.fetch();
      isHeld = true;
      await isReleased;
      await route.fulfill({ response });
    });
    await eventually(() => should(isHeld).equal(true));
    await tab('日本語').click();
    await becomes(selected, ['日本語']);
    const seen = await section()
      .locator('[role=tab]')
      .first()
      .evaluateHandle((first) => {
        const values: (string | null)[] = [];
        new MutationObserver(() => values.push(first.getAttribute('aria-selected'))).observe(first, {
          attributeFilter: ['aria-selected'],
        });
        return values;
      });
    const old = page().waitForResponse(PATH);
    arrive();
    await old;
    for (let polls = 0; polls < 2; polls += 1) await page().waitForResponse(PATH);
    should(await seen.jsonValue()).not.containEql('true');
  });

  it('are reached by the keyboard, which shows a page only by Enter', async () => {
    await tab('Übergabe').focus();
    for (const [arrow, expected] of [
      ['ArrowRight', '日本語'],
      ['ArrowRight', 'Übergabe'],
      ['ArrowLeft', '日本語'],
      ['Home', 'Übergabe'],
      ['End', '日本語'],
    ] as const) {
      await press(arrow);
      should(await focused()).equal(expected);
    }
    should(await shownPage()).equal('p1');
    await press('Enter');
    await becomes(selected, ['日本語']);
    should(await shownPage()).equal('p2');
    should(await focused()).equal('日本語');
    should(await section().locator('[role=tab][tabindex="0"]').allInnerTexts()).eql(['日本語']);
  });

  it('of two equal decks are apart, and a deck without controls says what to do', async () => {
    await deploy(
      deck('deck-b', { name: 'Übergabe 2', pages: [] }),
      playKey('twin', 0, 2014, { surface: 'deck-b' }),
      deck('deck-c', { name: '日本語', pages: [] }),
      deck('deck-d', { pages: [] }),
      deck('deck-e', { pages: [], unit: 'AL12' }),
      deck('deck-f', { name: 'Stream Deck 3', pages: [] }),
      deck('deck-g', { pages: [] }),
    );
    const select = section().locator('select');
    const labels = ['Stream Deck', 'Übergabe 2', '日本語', 'Stream Deck 2', 'Stream Deck AL12', 'Stream Deck 3'];
    await becomes(() => select.locator('option').allInnerTexts(), [...labels, 'Stream Deck 4']);
    should(await texts()).eql(['Item 2011', 'Item 2013', 'Turn']);
    await select.selectOption({ label: 'Übergabe 2' });
    await becomes(texts, ['Item 2014']);
    should(await tabs().count()).equal(0);
    await select.selectOption({ label: '日本語' });
    await becomes(
      note,
      'No control belongs to this surface yet. In the tree or in the looks, choose “Add as control”, then deploy.',
    );
    should(await keys().count()).equal(0);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
  });

  it('say so if a press comes after its page, and press nothing', async () => {
    // The page of keys still shows the old page.
    await page().route(PATH, () => {});
    await askNodeRed('surfaces/deck-a/page', { page: 'p2' });
    await key('key 0').click();
    const sentence = 'The page of this key is not shown any more, so nothing was pressed.';
    await becomes(problems, sentence);
    // Its release does not end the sentence.
    await page().unroute(PATH);
    await becomes(texts, ['Item 2012', 'Item 2013', 'Turn']);
    should(await problems()).equal(sentence);
    should(played()).eql([]);
    await key('key 4').click();
    await becomes(async () => played(), ['2013']);
    await becomes(problems, '');
    stage.browserErrors.splice(0);
  });

  it('end a held key whose page the device leaves, so that its release presses nothing', async () => {
    // A short press acts at its release.
    const actions = [playAction(2011), playAction(2014, 'hold')];
    await deploy(
      onDeck('slow', 1, 2011, 'p1', { text: 'Übergabe', actions, holdTime: '60' }),
      onDeck('below', 1, 2015, 'p2'),
    );
    await becomes(texts, ['Item 2011', 'Übergabe', 'Item 2013', 'Turn']);
    for (const [down, up] of [
      [() => mouseDown('key 1'), () => page().mouse.up()],
      [
        () =>
          key('key 1')
            .focus()
            .then(() => page().keyboard.down(' ')),
        () => page().keyboard.up(' '),
      ],
    ] as const) {
      const [began, ended] = ['press', 'cancel'].map((act) =>
        page().waitForResponse((response) => response.request().postDataJSON?.()?.act === act),
      );
      await down();
      await began;
      await pressKey('deck', 14);
      await becomes(texts, ['Item 2012', 'Item 2015', 'Item 2013', 'Turn']);
      await ended;
      await up();
      // The end of the test of a hand that did nothing.
      await key('key 4').click();
      await becomes(async () => played(), ['2013']);
      should(await problems()).equal('');
      simulator.reset();
      await askNodeRed('surfaces/deck-a/page', { page: 'p1' });
      await becomes(texts, ['Item 2011', 'Übergabe', 'Item 2013', 'Turn']);
    }
  });

  it('are added in the editor as one step of undo, and shown on the device only after a deploy', async () => {
    const posts: string[] = [];
    page().on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/surfaces/')) posts.push(request.url());
    });
    await section().getByRole('button', { name: 'add page' }).click();
    await becomes(() => tabs().allInnerTexts(), ['Übergabe', '日本語', 'Page 3']);
    const { pages, changed } = (await inEditor('deck-a', 'pages')) as { pages: { id: string }[]; changed: boolean };
    should(pages).match([...PAGES, { name: 'Page 3' }]);
    should(new Set(pages.map(({ id }) => id)).size).equal(3);
    should(changed).equal(true);
    should(await isDirty()).equal(true);
    await tab('Page 3').click();
    await becomes(problems, 'This is only in the editor. Deploy first.');
    should(await section().getByRole('img', { name: 'not deployed' }).count()).equal(1);
    should(await selected()).eql(['Übergabe']);
    should(posts).eql([]);
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
    // A second one has another name.
    await section().getByRole('button', { name: 'add page' }).click();
    await becomes(() => tabs().last().innerText(), 'Page 4');
    await undo();
    await undo();
    await becomes(() => tabs().allInnerTexts(), ['Übergabe', '日本語']);
    should(await inEditor('deck-a', 'pages')).eql({ pages: PAGES, changed: false });
    should(await isDirty()).equal(false);
  });

  it('cannot be changed without the permissions', async () => {
    await allow(['read']);
    try {
      await becomes(note, 'Your login cannot do this. It needs the permission hub-control.write.');
      should(await section().locator('[role=tab][aria-disabled=true]').count()).equal(2);
      should(await section().getByRole('button', { name: 'add page' }).isVisible()).equal(false);
      should(await section().getByRole('button', { name: 'Move keys' }).isVisible()).equal(false);
      await tab('日本語').click({ force: true });
      await tab('日本語').press('Enter');
      await key('key 0').press('Alt+ArrowRight');
      await page().waitForTimeout(600);
      should(await shownPage()).equal('p1');
      should(await inEditor('one', 'control')).eql({ control: 'key 0', changed: false });
    } finally {
      await allow(undefined);
    }
  });

  describe('whose keys are moved', () => {
    const free = (place: number) => section().locator('.hub-keys > *').nth(place);
    const move = () => section().getByRole('button', { name: 'Move keys' });
    const drag = async (name: string, place: number) => {
      await mouseDown(name);
      const { x, y, width, height } = (await free(place).boundingBox())!;
      await page().mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      await page().mouse.up();
    };
    const controls = async (...ids: string[]) =>
      Promise.all(ids.map(async (id) => Object.values(await inEditor(id, 'control')).join(' ')));
    const MOVED =
      'The marked controls are shown at their new places. On the device they have the old ones until you deploy.';

    it('take an empty place or swap with a taken one, as one step of undo, and press nothing', async () => {
      await move().click();
      await becomes(note, /^Drag a key to another place/);
      await drag('key 0', 7);
      await becomes(note, MOVED);
      should(await controls('one')).eql(['key 7 true']);
      await becomes(() => free(7).locator('.hub-key-text').allInnerTexts(), ['Item 2011']);
      should(await free(7).getAttribute('aria-label')).match(/^key 7 · Item 2011 · .* · not deployed$/);
      await drag('key 7', 4);
      should(await controls('one', 'every')).eql(['key 4 true', 'key 7 true']);
      should(await reasons(page(), 'one')).eql([]);
      await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
      await undo();
      should(await controls('one', 'every')).eql(['key 7 true', 'key 4 false']);
      await undo();
      should(await controls('one', 'every')).eql(['key 0 false', 'key 4 false']);
      should(await isDirty()).equal(false);
      await becomes(() => free(0).locator('.hub-key-text').allInnerTexts(), ['Item 2011']);
      // A short movement over the edge of a key is none, and neither is a drop beside the keys.
      const { x, y, width } = (await free(0).boundingBox())!;
      await page().mouse.move(x + width - 1, y + 10);
      await page().mouse.down();
      await page().mouse.move(x + width + 4, y + 10);
      await page().mouse.up();
      await mouseDown('key 0');
      await page().mouse.move(0, 0, { steps: 5 });
      await page().mouse.up();
      await key('key 0').click({ force: true });
      await key('key 0').press('Enter');
      should(await isDirty()).equal(false);
      should(played()).eql([]);
      // Now they act again.
      await move().click();
      await key('key 0').click();
      await becomes(async () => played(), ['2011']);
    });

    it('are moved by Alt and an arrow, within the rows and without a press', async () => {
      await key('key 4').focus();
      await press('Alt+ArrowRight');
      should(await isDirty()).equal(false);
      await press('Alt+ArrowDown');
      should(await controls('every')).eql(['key 9 true']);
      should(await page().evaluate(() => document.activeElement?.getAttribute('aria-label'))).match(
        /^key 9 · Item 2013/,
      );
      await press('Alt+ArrowLeft');
      should(await controls('every')).eql(['key 8 true']);
      await press('Alt+ArrowUp');
      should(await controls('every')).eql(['key 3 true']);
      should(page().url()).not.match(/about:blank/);
      should(played()).eql([]);
    });

    it('do not take the place of a key of another page, nor move on a locked flow', async () => {
      // On the other page, key 0 is taken.
      await key('key 4').focus();
      for (let step = 0; step < 3; step += 1) await press('Alt+ArrowLeft');
      should(await controls('every')).eql(['key 1 true']);
      await press('Alt+ArrowLeft');
      await becomes(problems, /^Nothing was moved/);
      should(await controls('every', 'one')).eql(['key 1 true', 'key 0 false']);
      for (let step = 0; step < 3; step += 1) await undo();
      should(await isDirty()).equal(false);
      const lock = (isLocked: boolean) =>
        page().evaluate(
          ([id, locked]) => {
            const { nodes } = window.RED as unknown as { nodes: { workspace(id: string): { locked: boolean } } };
            nodes.workspace(id).locked = locked;
          },
          [TAB, isLocked] as const,
        );
      await lock(true);
      await key('key 0').press('Alt+ArrowDown');
      await becomes(problems, /^Nothing was moved/);
      should(await controls('one')).eql(['key 0 false']);
      await lock(false);
    });

    it('are the same on the device after a deploy', async () => {
      await key('key 0').press('Alt+ArrowDown');
      await becomes(note, MOVED);
      await deployAt(5);
      await becomes(texts, ['Item 2013', 'Item 2011', 'Turn']);
      await becomes(note, /^A key acts as on the device/);
    });
  });

  it('list the controls that are on no surface, with the reasons, and open them', async () => {
    await deploy(
      { ...deck('off', { name: 'off' }), d: true },
      { ...picking.hubAt(simulator.url), id: 'hub-off', d: true },
      onDeck('none', 1, 2011, '', { name: 'none', surface: '' }),
      onDeck('gone', 1, 2011, '', { name: 'gone', surface: 'nowhere' }),
      onDeck('disabled', 1, 2011, 'p1', { name: '<b>日本語</b>', surface: 'off' }),
      onDeck('lost', 1, 2011, 'p9', { name: 'Übergabe' }),
      onDeck('hubless', 1, 2011, 'p1', { name: 'hubless', hub: '' }),
      onDeck('hubgone', 1, 2011, 'p1', { name: 'hubgone', hub: 'nowhere' }),
      onDeck('huboff', 1, 2011, 'p1', { name: 'huboff', hub: 'hub-off' }),
      { ...onDeck('asleep', 1, 2011, '', { name: 'asleep', surface: '' }), d: true },
    );
    const rows = section().locator('.hub-unplaced li');
    await becomes(
      async () => (await rows.allInnerTexts()).sort(),
      [
        '<b>日本語</b>: The chosen surface is disabled',
        'gone: The chosen surface does not exist',
        'hubgone: The chosen hub does not exist',
        'hubless: No hub is chosen',
        'huboff: The chosen hub configuration is disabled',
        'none: No surface is chosen',
        'Übergabe: The surface does not have the chosen page',
      ].sort(),
    );
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
    await rows.getByRole('button', { name: 'Übergabe' }).click();
    await waitForDialog(page(), 'node-dialog-ok');
    should(await page().locator('#node-input-name').inputValue()).equal('Übergabe');
    await closeDialog(page(), 'node-dialog-cancel');
  });

  it('are not those of another surface while a deploy takes their own away', async () => {
    const other = report('studio/next', { surface: 'mqtt' });
    const shown = async () => [await section().locator('select').inputValue(), await texts()];
    await answer(report('key 0', { text: 'Übergabe' }), other);
    await becomes(shown, ['streamdeck', ['Übergabe']]);
    await answer(other);
    await becomes(() => key('key 0').getAttribute('data-state'), 'unknown');
    should(await shown()).eql(['streamdeck', ['Übergabe']]);
    await answer(other, report('key 0', { text: 'Übergabe' }));
    await becomes(shown, ['streamdeck', ['Übergabe']]);
    // A surface that does not come back is gone.
    await answer(other);
    await becomes(() => texts(), ['studio/next']);
  });

  it('have one sign for each result of a press, which is not only a colour', async () => {
    const NOTES = { waiting: 'sending', armed: 'press again', failed: 'failed', rehearsal: 'rehearsal' };
    const names = Object.keys(NOTES);
    await answer(
      ...names.map((name, place) =>
        report(`key ${place}`, { note: name, text: 'Ministerpräsidentin 日本語 Übergabe' }),
      ),
      report('key 9', { text: 'Übergabe' }),
    );
    await becomes(() => keys().count(), 5);
    const signs = await keys().evaluateAll((all) =>
      all.map((each) => [...each.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'))),
    );
    should(signs).eql([...Object.values(NOTES).map((text) => [text]), []]);
    const icons = await keys().evaluateAll((all) =>
      all.flatMap((each) =>
        [...each.querySelectorAll('[role=img]')].map((one) => getComputedStyle(one, '::before').content),
      ),
    );
    should(new Set(icons).size).equal(4);
    for (const text of Object.values(NOTES))
      should(await section().locator(`.hub-key[aria-label$=" · ${text}"]`).count()).equal(1);
    const edges = await keys().evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).boxShadow.includes('rgb(0, 102, 204)')),
    );
    should(edges).eql([false, false, false, true, false]);
    // At most two lines, above the state.
    const heights = await keys()
      .locator('.hub-key-text')
      .evaluateAll((all) =>
        all.map((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight)),
      );
    should(Math.round(Math.max(...heights))).equal(2);
    should(await key('key 9').innerText()).equal('Übergabe\noff');
    await inEachTheme(page(), async () => should(await barriersIn(page(), '#hub-side-keys')).eql([]));
  });

  // After the others, because the editor keeps the language.
  describe('in a narrow sidebar', () => {
    for (const language of ['de', 'ja'])
      it(`fit into 320 px (${language})`, () =>
        inNarrowSidebar(language, async (fits) => {
          const pages = [
            'Bauchbinden',
            'Ministerpräsidentin im Gespräch mit der Redaktion',
            '下部テロップ',
            'Übergabe',
          ].map((name, index) => ({ id: `n${index}`, name }));
          await stage.deploy(
            picking.hubAt(simulator.url, REVISION_2),
            deck('deck-a', { pages }),
            deck('deck-b', { name: 'Übergabe' }),
            onDeck('one', 0, 2011, 'n0'),
            onDeck('none', 1, 2011, '', { surface: '', text: 'Ministerpräsidentin im Gespräch mit der Redaktion' }),
          );
          await page().click('#hub-side-tab-keys');
          await becomes(texts, ['Item 2011']);
          await fits();
          await key('key 0').press('Alt+ArrowRight');
          await section().locator('[aria-pressed]').click();
          await fits();
        }));
  });
});
