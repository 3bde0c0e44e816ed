import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { isCommand } from '../joined-reads.js';
import { surface } from '../surfaces.js';
import { cueOf, cuesNode, set, writeList } from './cue-list.js';
import { deckNode, num, playKey, REVISION_2 } from './deck.js';
import { look } from './look-dialog.js';
import { becomes, closeDialog, openNode } from './page.js';
import * as picking from './picking.js';
import { openSection, page, useFolder, useSimulator, useStage } from './stage.js';
import * as tree from './tree.js';

const MARKUP = '<img src=x onerror="window.hacked=true">';

/** With an accent as a letter of its own, and a space at the end. */
const NAMES = ['Übergabe', '日本語', '🎬', 'Cafe\u0301', 'Abend ', MARKUP];

const property = {
  ...{ engine: 'Studio A', node: 'Mixer', nodePath: 'Mixer_0' },
  ...{ property: 'Overlay Opacity', propertyPath: 'Overlay//Opacity/0' },
};

describe('the sidebar', () => {
  const stage = useStage();
  const simulator = useSimulator({ dialect: 2 });
  const file = join(useFolder(), 'looks.json');
  const hub = (fields: object = {}) => picking.hubAt(simulator.url, { ...REVISION_2, ...fields });
  const writeLooks = (looks: object) =>
    writeFileSync(file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
  const commands = () => simulator.journal.filter(isCommand).map(({ operation }) => operation);
  /** Without an up, a further down is a repeat. */
  const hold = async (key: string, repeats = 4) => {
    for (let times = 0; times <= repeats; times += 1) await page().keyboard.down(key);
    await page().keyboard.up(key);
  };
  const keys = () => page().locator('#hub-side-keys .hub-key-text');
  const key = (name: string) => page().locator(`#hub-side-keys .hub-key[aria-label^="${name}"]`);

  beforeEach(() => simulator.reset());

  describe('for a key that is held, or a hand that goes on at once', () => {
    it('adds a row once, and opens its menu without a choice', async () => {
      await stage.deploy(hub());
      await tree.openTree(page());
      await tree.reload(page());
      await tree.unfold(page(), 'Playout rundowns', 'Evening News', 'Anchor');
      await tree.moveTo(page(), 'In');
      await hold('Enter');
      await becomes(async () => (await tree.nodesOf(page())).length, 2);
      await tree.row(page(), 'In').locator('button').focus();
      await hold('Enter');
      should(await page().locator('.hub-side-menu [role=menuitem]').count()).be.above(2);
      await page().keyboard.press('Escape');
      should(await tree.nodesOf(page())).have.length(2);
    });

    it('asks before it takes everything out, and does not answer the question', async () => {
      await stage.deploy(hub({ name: 'Übergabe' }));
      await openSection('hubs');
      const button = page()
        .locator('.hub-side-hubs')
        .getByRole('button', { name: /: Übergabe$/ });
      await button.filter({ hasText: 'Everything out' }).focus();
      await hold('Enter');
      await button.filter({ hasText: 'Take everything off air in all running shows?' }).waitFor();
      await openSection('journal');
      should(commands()).eql([]);
    });

    it('sends one Go', async () => {
      await writeList('Übergabe 日本語', { '10': cueOf('Eins', [set(0.1)]), '20': cueOf('Zwei', [set(0.2)]) });
      await stage.deploy(hub(), cuesNode('cues', { list: 'Übergabe 日本語' }));
      await openSection('cues');
      await page().locator('.hub-cue-go').focus();
      await hold('Enter');
      await becomes(() => page().locator('.hub-cue[data-number="10"]').getAttribute('data-state'), 'done');
      await becomes(() => page().locator('.hub-cue-position').innerText(), 'next: 20 Zwei');
      should(commands()).eql(['setProperty']);
    });

    it('opens the list of a field, and chooses nothing', async () => {
      await stage.deploy(hub(), picking.setter('setter'));
      await openNode(page(), 'setter');
      await picking.opener(page(), 'engineId').focus();
      await page().keyboard.down('Enter');
      await picking.options(page()).first().waitFor();
      await hold('Enter');
      should(await picking.search(page()).count()).equal(1);
      await page().keyboard.press('Escape');
      should(await picking.shownText(page(), 'engineId')).equal('choose…');
      await closeDialog(page(), 'node-dialog-cancel');
    });

    for (const hand of ['mouse', 'keyboard'] as const)
      it(`ends a hold when the page of keys changes within 0.3 s (${hand})`, async () => {
        const action = (on: string, operation: string) => ({
          ...{ on, does: 'command', operation, expiry: picking.NEVER_LATE },
          params: { engineId: num(101), rundownId: num(201), itemId: num(2012), preview: num(0) },
        });
        const actions = [action('press', 'playItem'), action('hold', 'takeItemOut')];
        const second = surface('streamdeck', { id: 'surface-second', name: '日本語' });
        await stage.deploy(
          hub(),
          playKey('one', 0, 2012, { text: 'Übergabe', actions, holdTime: '1' }),
          second,
          playKey('far', 3, 2013, { surface: second.id }),
        );
        await openSection('keys');
        const surfaces = page().locator('#hub-side-keys select');
        await surfaces.selectOption({ label: 'Stream Deck' });
        await becomes(() => keys().allInnerTexts(), ['Übergabe']);
        const ended = page().waitForResponse((response) => response.request().postData()?.includes('cancel') === true);
        await key('key 0').hover();
        await key('key 0').focus();
        await (hand === 'mouse' ? page().mouse.down() : page().keyboard.down(' '));
        await surfaces.selectOption({ label: '日本語' });
        await ended;
        await (hand === 'mouse' ? page().mouse.up() : page().keyboard.up(' '));
        await key('key 3').click();
        await becomes(async () => commands(), ['playItem']);
        should(simulator.journal.findLast(({ operation }) => operation === 'playItem')!.path).match(/2013/);
      });

    it('recalls a look once when another section is opened at once, and shows the result afterwards', async () => {
      writeLooks({ Übergabe: [{ ...property, value: 0.5 }] });
      await stage.deploy(hub(), look('looks', { file, properties: [property], interval: '0.2' }));
      await openSection('looks');
      simulator.trouble({ operation: 'setProperty', delay: 500 });
      await page().getByRole('button', { name: 'Recall: Übergabe' }).click();
      await page().click('#hub-side-tab-journal');
      await becomes(async () => commands(), ['setProperty']);
      await page().click('#hub-side-tab-looks');
      await page().getByText('Done. Values: 1').waitFor();
      should(commands()).eql(['setProperty']);
    });
  });

  it('shows names as they are: of keys, looks, cues, hubs and nodes', async () => {
    writeLooks(Object.fromEntries(NAMES.map((name) => [name, [{ ...property, value: 0.5 }]])));
    await writeList('Namen', Object.fromEntries(NAMES.map((name, index) => [`${index + 1}`, cueOf(name, [set(0.1)])])));
    await stage.deploy(
      hub({ name: NAMES[4] }),
      ...NAMES.map((name, index) => hub({ id: `hub ${index}`, name })),
      deckNode('deck', { wires: [NAMES.map((_, index) => `key ${index}`)] }),
      ...NAMES.map((text, index) => playKey(`key ${index}`, index, 2011, { text, name: text })),
      look('looks', { file, interval: '0', name: MARKUP }),
      cuesNode('cues', { list: 'Namen', name: '日本語 🎬' }),
    );
    await openSection('keys');
    const trimmed = NAMES.map((name) => name.trim());
    await becomes(() => page().locator('#hub-side-keys .hub-key-text').allTextContents(), trimmed);
    await openSection('looks');
    await becomes(
      () =>
        page()
          .locator('.hub-side-look strong')
          .allTextContents()
          .then((all) => all.sort()),
      [...NAMES].sort(),
    );
    await openSection('cues');
    const cueName = (all: Element[]) => all.map((each) => each.firstChild?.textContent);
    await becomes(() => page().locator('.hub-cue-name').evaluateAll(cueName), NAMES);
    should(await page().locator('.hub-cue-rows').getAttribute('aria-label')).equal('日本語 🎬');
    await openSection('hubs');
    const hubs = () => page().locator('.hub-side-hubs li .hub-side-head strong').allTextContents();
    await becomes(async () => (await hubs()).slice().sort(), [...NAMES, NAMES[4]].sort());
    const options = page().locator('#hub-side-hub option');
    should((await options.allTextContents()).sort()).eql([...NAMES, NAMES[4]].sort());
    for (const [index, name] of NAMES.entries())
      should(await page().locator(`[id="key ${index}"] .red-ui-flow-node-label`).textContent()).containEql(name.trim());
    should(await page().locator('img[src=x]').count()).equal(0);
    should(await page().evaluate(() => 'hacked' in window)).be.false();
  });

  it('shows the names of things of the hub as they are, and finds them', async () => {
    const { items } = simulator.state.playout.rundowns[0]!;
    // Every plain object has the last ones. Node-RED's search indexes texts in lower case.
    const names = [...NAMES, '__proto__', '__PROTO__', 'constructor', 'toString'];
    for (const [index, name] of names.entries()) items.push({ ...items[1]!, id: 600 + index, name });
    await stage.deploy(hub());
    await tree.openTree(page());
    await tree.reload(page());
    await tree.unfold(page(), 'Playout rundowns', 'Evening News');
    await tree.row(page(), '🎬').waitFor();
    should((await tree.labels(page())).filter((label) => names.includes(label))).eql(names);
    for (const [index, name] of names.entries()) {
      const row = page().locator(`#hub-side-things [role=treeitem][aria-label^=${JSON.stringify(`${name}, `)}]`);
      await row.hover();
      await row.locator('button').click();
      await page().locator('.hub-side-menu').getByText('Add to flow', { exact: true }).click();
      const [id = ''] = (await tree.nodesOf(page())).slice(-1);
      const params = await page().evaluate((node) => (window.RED.nodes.node(node) as { params?: object }).params, id);
      should(params).have.property('itemId', { type: 'num', value: String(600 + index), label: name });
    }
    should(await page().evaluate(() => Object.keys(Object.prototype))).eql([]);
    // A Mac writes the accent as a letter of its own.
    await page().fill('.hub-side-search', 'CAF\u00c9');
    await becomes(() => tree.labels(page()), ['Playout rundowns', 'Evening News', 'Cafe\u0301']);
    should(await page().locator('img[src=x]').count()).equal(0);
  });
});
