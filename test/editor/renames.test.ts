import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import type { LookStep } from '../../dist/cues/list.js';
import { findNode } from '../../dist/simulator/state/engine.js';
import { barriersIn } from '../axe.js';
import { cueOf, cuesNode, message, operate, readList, writeList } from './cue-list.js';
import { look } from './look-dialog.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { openSection, page, TAB, useFolder, useSimulator, useStage } from './stage.js';
import { inEachTheme } from './themes.js';
import * as tree from './tree.js';
import { num, str } from './tree-rows.js';

describe('things that were renamed on the hub', () => {
  const params = (engine = num('1', 'Studio A')) => ({
    engineId: engine,
    nodePath: str('Mixer_0', 'Mixer'),
    propertyPath: str('Overlay//Opacity/0', 'Overlay Opacity'),
    Value: { type: 'num', value: '0.5' },
  });

  const stage = useStage();
  const simulator = useSimulator();

  /** Three nodes use the mixer of Studio A. One uses the mixer of Studio B, and one the same ids on another hub. */
  beforeEach(async () => {
    simulator.reset();
    await stage.deploy(
      picking.hubAt(simulator.url),
      picking.hubAt('http://127.0.0.1:9', { id: 'elsewhere', name: 'Elsewhere' }),
      picking.setter('first', { params: params() }),
      picking.setter('second', { params: params(), y: 160 }),
      { id: 'panel', type: 'hub-panel', z: 'tab', name: '', hub: 'hub', params: params(), x: 200, y: 220, wires: [[]] },
      picking.setter('beside', { params: params(num('2', 'Studio B')), y: 280 }),
      picking.setter('other', { params: params(), hub: 'elsewhere', y: 340 }),
    );
    (findNode(simulator.state, 1, 'Mixer_0') as { name: string }).name = 'Main mixer';
  });

  const ALL = ['first', 'second', 'panel', 'beside', 'other'] as const;

  /** The saved name of the mixer in each node. */
  const names = () =>
    page().evaluate(
      (ids) =>
        ids
          .map((id) => (window.RED.nodes.node(id) as unknown as { params: typeof params }).params)
          .map((saved) => (saved as unknown as { nodePath: { label: string } }).nodePath.label),
      ALL,
    );
  const label = (id: string) => page().locator(`[id="${id}"] .red-ui-flow-node-label`).textContent();
  const OLD = ['Mixer', 'Mixer', 'Mixer', 'Mixer', 'Mixer'];
  const NEW = ['Main mixer', 'Main mixer', 'Main mixer', 'Mixer', 'Mixer'];
  const undo = async () => {
    await page().click('#red-ui-workspace-chart', { position: { x: 700, y: 600 } });
    await page().keyboard.press('Control+z');
  };

  it('are marked in the dialog, saved by Done, and offered for the other nodes', async () => {
    await editor.openNode(page(), 'first');
    const mark = 'Renamed on the hub: Main mixer. Done saves the new name.';
    await becomes(() => picking.hubText(page(), 'nodePath'), mark);
    should(await page().locator('.hub-mark.hub-absent').allTextContents()).eql([mark]);
    await editor.closeDialog(page(), 'node-dialog-ok');
    await becomes(() => label('first'), /Main mixer/);
    should(await names()).eql(['Main mixer', 'Mixer', 'Mixer', 'Mixer', 'Mixer']);
    const offer = page().locator('#red-ui-notifications .red-ui-notification', {
      hasText: 'Nodes with an old name of the hub: 2',
    });
    await offer.getByRole('button', { name: 'Update the names' }).click();
    await becomes(names, NEW);
    await becomes(() => label('second'), /Main mixer/);
    await undo();
    await becomes(names, ['Main mixer', ...OLD.slice(1)]);
    await undo();
    await becomes(names, OLD);
  });

  it('stay as they are in a dialog that is cancelled', async () => {
    await editor.openNode(page(), 'first');
    await becomes(() => picking.hubText(page(), 'nodePath'), /^Renamed/);
    await editor.closeDialog(page(), 'node-dialog-cancel');
    should(await names()).eql(OLD);
    should(await page().locator('#red-ui-notifications').getByText('old name').count()).equal(0);
  });

  it('are offered by the tree after it has read them, as one undo step', async () => {
    await tree.openTree(page());
    await page().selectOption('.hub-side-hub select', 'hub');
    await tree.reload(page());
    const offer = page().locator('#hub-side-tree').getByText('Nodes with an old name of the hub: 3');
    should(await offer.isVisible()).be.false();
    await tree.unfold(page(), 'Studio A');
    await offer.waitFor();
    await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side')).eql([]));
    await page().locator('#hub-side-tree').getByRole('button', { name: 'Update the names' }).press('Enter');
    await becomes(names, NEW);
    await becomes(() => label('second'), /Main mixer/);
    should(await offer.isVisible()).be.false();
    const isDirty = () => page().evaluate(() => window.RED.nodes.dirty());
    should(await isDirty()).be.true();
    await undo();
    await becomes(names, OLD);
    should(await isDirty()).be.false();
  });
});

describe('a name that nodes and files use', () => {
  /** A node with an old name: the fields with it, and the same fields with the new one. */
  interface Case {
    readonly id: string;
    readonly type: string;
    readonly fields: object;
    readonly before: object;
    /** Undefined: the node is not touched. */
    readonly after?: object;
  }

  const nodesOf = (cases: readonly Case[]): object[] =>
    cases.map(({ id, type, fields, before }, index) => ({
      ...{ id, type, name: id, z: TAB, x: 400, y: 200 + 40 * index, wires: [[], []] },
      ...fields,
      ...before,
    }));

  const inject = (id: string, before: object, after?: object, fields: object = {}): Case => ({
    ...{ id, type: 'inject', before, fields },
    ...(after && { after }),
  });
  const change = (id: string, rule: object, renamed?: object, fields: object = {}): Case => ({
    ...{ id, type: 'change', fields, before: { rules: [OTHER_RULE, rule] } },
    ...(renamed && { after: { rules: [OTHER_RULE, renamed] } }),
  });
  const OTHER_RULE = { t: 'set', p: 'topic', pt: 'msg', to: 'Übergabe', tot: 'str' };
  const control = (id: string, actions: object[], renamed?: object[], fields: object = {}): Case => ({
    ...{ id, type: 'hub-control', before: { actions } },
    fields: { version: 1, hub: 'hub', surface: 'streamdeck', kind: 'button', control: id, ...fields },
    ...(renamed && { after: { actions: renamed } }),
  });

  const stage = useStage();
  const simulator = useSimulator();
  const folder = useFolder();

  /** The present values of the fields of each case. */
  const valuesOf = (cases: readonly Case[]) =>
    page().evaluate(
      (all) =>
        all.map(([id, names]) => {
          const node = window.RED.nodes.node(id) as unknown as Record<string, unknown>;
          return [id, Object.fromEntries(names.map((name) => [name, node[name]]))];
        }),
      cases.map(({ id, before }) => [id, Object.keys(before)] as const),
    );
  const oldValues = (cases: readonly Case[]) => cases.map(({ id, before }) => [id, before]);
  const newValues = (cases: readonly Case[]) => cases.map(({ id, before, after }) => [id, after ?? before]);
  const changed = () =>
    page().evaluate(() => {
      const ids: string[] = [];
      window.RED.nodes.eachNode((node) => {
        if ((node as { changed?: boolean }).changed) ids.push(node.id);
      });
      return ids.sort();
    });
  const used = (cases: readonly Case[]) => cases.flatMap(({ id, after }) => (after ? [id] : [])).sort();
  const undo = async () => {
    await page().click('#red-ui-workspace-chart', { position: { x: 700, y: 600 } });
    await page().keyboard.press('Control+z');
  };

  const bar = () => page().locator('.hub-side-uses:visible');
  const update = () => bar().getByRole('button', { name: 'Update the names' }).click();
  const listed = async () => (await bar().locator('li').allInnerTexts()).sort();

  describe('of a look', () => {
    const PAYLOAD = { props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }], payloadType: 'json' };
    const LAYOUT = '{\n  "operation": "recall",\n  "look" : "Übergabe", "label": "Übergabe"\n}';
    const recall = { on: 'press', does: 'look', lookOperation: 'recall' };
    const set = (p: string, to: string, tot = 'str') => ({ t: 'set', p, pt: 'msg', to, tot });

    const CASES: readonly Case[] = [
      inject(
        'property',
        {
          props: [
            { p: 'look', v: 'Übergabe', vt: 'str' },
            { p: 'label', v: 'Übergabe', vt: 'str' },
          ],
        },
        {
          props: [
            { p: 'look', v: '日本語', vt: 'str' },
            { p: 'label', v: 'Übergabe', vt: 'str' },
          ],
        },
      ),
      inject(
        'payload',
        { ...PAYLOAD, payload: LAYOUT },
        { ...PAYLOAD, payload: '{\n  "operation": "recall",\n  "look" : "日本語", "label": "Übergabe"\n}' },
      ),
      // A Mac can write the same name with other characters.
      inject(
        'nested',
        { props: [{ p: 'order', v: '[{"a":{"look":"U\u0308bergabe"}},{"look":"Nacht"}]', vt: 'json' }] },
        { props: [{ p: 'order', v: '[{"a":{"look":"日本語"}},{"look":"Nacht"}]', vt: 'json' }] },
      ),
      change('set', set('look', 'Übergabe'), set('look', '日本語')),
      change('set part', set('payload.look', 'Übergabe'), set('payload.look', '日本語')),
      change('set JSON', set('payload', '{"look":"Übergabe"}', 'json'), set('payload', '{"look":"日本語"}', 'json')),
      change(
        'replace',
        { t: 'change', p: 'look', pt: 'msg', from: 'Übergabe', fromt: 'str', to: 'Nacht', tot: 'str' },
        { t: 'change', p: 'look', pt: 'msg', from: '日本語', fromt: 'str', to: 'Nacht', tot: 'str' },
      ),
      {
        ...{ id: 'switch', type: 'switch', fields: { property: 'look', propertyType: 'msg', outputs: 1 } },
        before: { rules: [{ t: 'eq', v: 'Übergabe', vt: 'str' }] },
        after: { rules: [{ t: 'eq', v: '日本語', vt: 'str' }] },
      },
      change('disabled', set('look', 'Übergabe'), set('look', '日本語'), { d: true }),
      change('in a subflow', set('look', 'Übergabe'), set('look', '日本語'), { z: 'sub' }),
      change('to both', set('look', 'Übergabe'), set('look', '日本語'), { wires: [['elsewhere', 'looks']] }),
      control(
        'key',
        [
          { ...recall, look: 'Übergabe', lookNode: 'looks' },
          { ...recall, on: 'hold', look: 'Nacht' },
        ],
        [
          { ...recall, look: '日本語', lookNode: 'looks' },
          { ...recall, on: 'hold', look: 'Nacht' },
        ],
      ),
      // Not touched: other fields, other looks, and nodes that somebody has locked.
      inject('other field', { props: [{ p: 'label', v: 'Übergabe', vt: 'str' }] }),
      inject('other key', { ...PAYLOAD, payload: '{"looks":"Übergabe","note":"\\"look\\":\\"Übergabe\\""}' }),
      inject('text', { ...PAYLOAD, payload: '{"look":"Übergabe"}', payloadType: 'str' }),
      inject('no JSON', { ...PAYLOAD, payload: '{"look":"Übergabe"' }),
      inject('unused', { props: [{ p: 'topic', vt: 'str' }], payload: '{"look":"Übergabe"}', payloadType: 'json' }),
      change('longer name', set('look', 'Übergabe 2')),
      change('flow', { ...set('look', 'Übergabe'), pt: 'flow' }),
      change('locked', set('look', 'Übergabe'), undefined, { z: 'tab 2' }),
      change('other file', set('look', 'Übergabe'), undefined, { wires: [['out']] }),
      control('other look', [{ ...recall, look: 'Übergabe', lookNode: 'elsewhere' }]),
      control('other hub', [{ ...recall, look: 'Übergabe' }], undefined, { hub: 'other' }),
      control('other action', [{ on: 'press', does: 'cue', look: 'Übergabe', lookNode: 'looks', cueOperation: 'go' }]),
    ];

    const file = () => join(folder, 'looks.json');
    const property = { engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity', value: 0.5 };

    async function deploy(...others: readonly object[]): Promise<void> {
      const looks = { Nacht: [property], Übergabe: [property] };
      writeFileSync(file(), JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
      await stage.deploy(
        picking.hubAt(simulator.url),
        picking.hubAt(simulator.url, { id: 'other', name: 'Other hub' }),
        { id: 'tab 2', type: 'tab', label: 'Locked', locked: true },
        { id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [] },
        look('looks', { file: file(), interval: '0', name: 'All looks' }),
        look('of other hub', { file: file(), interval: '0', hub: 'other', look: 'Übergabe', y: 140 }),
        ...others,
      );
      await openSection('looks');
    }

    async function rename(from = 'Übergabe', to = '日本語'): Promise<void> {
      await page()
        .getByRole('button', { name: `Rename: ${from}` })
        .first()
        .click();
      await page()
        .getByRole('textbox', { name: `New name of ${from}` })
        .fill(to);
      await page().keyboard.press('Enter');
      await eventually(() => should(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).looks)).containEql(to));
    }

    it('is found in messages and actions, and changed as one undo step. Others stay', async () => {
      await deploy(
        look('elsewhere', { file: join(folder, 'other.json'), interval: '0', look: 'Übergabe', y: 160 }),
        { id: 'out', type: 'link out', z: TAB, mode: 'link', links: ['in'], x: 700, y: 200, wires: [] },
        { id: 'in', type: 'link in', z: TAB, links: ['out'], x: 800, y: 200, wires: [['elsewhere']] },
        ...nodesOf(CASES),
      );
      await rename();
      await becomes(listed, used(CASES));
      should(await valuesOf(CASES)).eql(oldValues(CASES));
      await update();
      await becomes(() => valuesOf(CASES), newValues(CASES));
      should(await changed()).eql(used(CASES));
      should(await bar().count()).equal(0);
      await undo();
      await becomes(() => valuesOf(CASES), oldValues(CASES));
      should(await changed()).eql([]);
    });

    it('is changed only where it is ticked, and is empty at its own node until then', async () => {
      const cases = CASES.filter(({ id }) => ['property', 'set', 'key'].includes(id));
      const [ticked, other] = [cases.filter(({ id }) => id !== 'set'), cases.filter(({ id }) => id === 'set')];
      await deploy(
        look('own', { file: file(), interval: '0.2', name: 'Own key', look: 'Übergabe', y: 160 }),
        ...nodesOf(cases),
      );
      await rename();
      await becomes(listed, ['Own key', 'key', 'property', 'set']);
      const card = page()
        .locator('#hub-side-looks section', { hasText: 'Own key' })
        .locator('.hub-side-look', { has: page().getByText('Übergabe', { exact: true }) });
      await becomes(() => card.locator('.hub-side-head > span > span').innerText(), 'empty');
      should(await card.getByRole('button').count()).equal(0);
      const highlighted = await editor.watchFor(page(), '.red-ui-flow-node-highlighted');
      await bar().getByRole('button', { name: 'property' }).click();
      await highlighted();
      await bar().getByRole('checkbox', { name: 'set', exact: true }).uncheck();
      await update();
      await becomes(() => valuesOf(ticked), newValues(ticked));
      should(await valuesOf(other)).eql(oldValues(other));
      await rename('日本語', 'Übergabe');
      await becomes(listed, ['Own key', 'key', 'property']);
      await bar().getByRole('button', { name: 'Not now' }).click();
      should(await bar().count()).equal(0);
      should(await valuesOf(ticked)).eql(newValues(ticked));
    });

    it('is found in the cue lists of its hub, which keep the edits of others', async () => {
      const recalls = (name: string): LookStep => ({ does: 'look', look: name, fade: 1, delay: 0.5 });
      const timeOut = (name: string) =>
        ({ afterwards: { does: 'timeOut', after: 5, from: 'start', steps: [recalls(name)] } }) as const;
      const cuesWith = (name: string) => ({
        '10': cueOf('Übergabe', [message('atem'), recalls(name)]),
        '20.5': cueOf('Guest', [recalls('Nacht')], timeOut(name)),
      });
      await deploy(
        cuesNode('show', { list: 'Show', name: 'Abendshow' }),
        cuesNode('fremd', { list: 'Fremde', hub: 'other', y: 220 }),
      );
      await writeList('Show', cuesWith('Übergabe'));
      await writeList('Fremde', cuesWith('Übergabe'));
      await rename();
      await becomes(listed, ['Abendshow: 10, 20.5']);
      // Somebody saves the list between the read and the write of the update.
      let writes = 0;
      await page().route('**/cues/lists/Show', async (route) => {
        const isFirst = route.request().method() === 'POST' && writes++ === 0;
        if (isFirst) await writeList('Show', { ...cuesWith('Übergabe'), '40': cueOf('日本語', [recalls('Übergabe')]) });
        await route.continue();
      });
      await update();
      const expected = { ...cuesWith('日本語'), '40': cueOf('日本語', [recalls('日本語')]) };
      await becomes(async () => (await readList('Show')).cues, expected);
      should(writes).equal(2);
      should((await readList('Fremde')).cues).eql(cuesWith('Übergabe'));
      // The node plays the new list without a deploy.
      should((await operate('show', 'standby', '40')).state.standby).match({ number: '40' });
    });

    it('is found in the list of a disabled node, and one file that cannot be read is named', async () => {
      const recalls = (name: string): LookStep => ({ does: 'look', look: name, delay: 0 });
      await deploy(
        cuesNode('show', { list: 'Übergabe', name: 'Abendshow', d: true }),
        cuesNode('broken', { list: 'Kaputt', name: 'Kaputte Show', y: 160 }),
      );
      await writeList('Übergabe', { '10': cueOf('日本語', [recalls('Nacht'), recalls('Übergabe')]) });
      await page().route('**/cues/lists/Kaputt', (route) => route.abort());
      await rename();
      await becomes(listed, ['Abendshow: 10']);
      await becomes(() => bar().innerText(), /Not changed: Kaputte Show\. Node-RED does not answer\./);
      await update();
      const cues = { '10': cueOf('日本語', [recalls('Nacht'), recalls('日本語')]) };
      await becomes(async () => (await readList('Übergabe')).cues, cues);
      await page().unroute('**/cues/lists/Kaputt');
      stage.browserErrors.splice(0);
    });
  });

  describe('of a cue, its number', () => {
    const go = { on: 'press', does: 'cue', cueOperation: 'goto', cuesNode: 'cues' };
    const cue = (v: string, vt: string) => ({ props: [{ p: 'cue', v, vt }] });
    const json = (payload: string) => ({ props: [{ p: 'payload' }], payload, payloadType: 'json' });
    const set = (to: string, tot: string) => ({ t: 'set', p: 'cue', pt: 'msg', to, tot });

    // Two cues swap their numbers, and one gets a number that only a text can have.
    const CASES: readonly Case[] = [
      control(
        'key',
        [
          { ...go, cue: '10' },
          { ...go, on: 'hold', cue: '20' },
          { ...go, on: 'double', cue: '40' },
        ],
        [
          { ...go, cue: '20' },
          { ...go, on: 'hold', cue: '10' },
          { ...go, on: 'double', cue: '40' },
        ],
      ),
      inject('number', cue('10', 'num'), cue('20', 'num')),
      inject('text', cue('20', 'str'), cue('10', 'str')),
      inject('long', cue('30', 'num'), cue('30.1.1', 'str')),
      inject(
        'JSON',
        json('[{"operation":"goto","cue": 10}, {"cue":"20"}, {"cue":30}]'),
        json('[{"operation":"goto","cue": 20}, {"cue":"10"}, {"cue":"30.1.1"}]'),
      ),
      change('Übergabe', set('10', 'str'), set('20', 'str')),
      // Not touched: the list of another node, another operation, and another number.
      control('other list', [{ ...go, cuesNode: 'elsewhere', cue: '10' }]),
      control('only Go', [{ ...go, cueOperation: 'go', cue: '10' }]),
      change('wired elsewhere', set('10', 'str'), undefined, { wires: [['elsewhere']] }),
      inject('payload', { props: [{ p: 'payload', v: '10', vt: 'str' }] }),
    ];

    async function renumber(from: string, to: string): Promise<void> {
      await page()
        .locator('#hub-cues')
        .getByRole('textbox', { name: `Number: ${from}`, exact: true })
        .fill(to);
      await page().keyboard.press('Tab');
    }

    it('is found after Done in the dialog, and changed as one undo step', async () => {
      await stage.deploy(
        picking.hubAt(simulator.url),
        cuesNode('cues', { list: '日本語', name: 'Abendshow' }),
        cuesNode('elsewhere', { list: 'Fremde', y: 140 }),
        ...nodesOf(CASES),
      );
      const [first, second, third, last] = ['Übergabe', 'Zwei', 'Drei', 'Vier'].map((name) => cueOf(name));
      await writeList('日本語', { '10': first!, '20': second!, '30': third!, '40': last! });
      await editor.openNode(page(), 'cues');
      await renumber('10', '15');
      await renumber('20', '10');
      await renumber('15', '20');
      await renumber('30', '30.1.1');
      // A new cue has no users.
      await page().getByRole('button', { name: 'Add cue' }).click();
      await renumber('50', '60');
      await editor.closeDialog(page(), 'node-dialog-ok');
      await becomes(
        () => bar().locator('> span').innerText(),
        /^Still with an old number of a cue \(20, 10, 30\): 6\./,
      );
      should(await listed()).eql(used(CASES));
      await inEachTheme(page(), async () => should(await barriersIn(page(), '.hub-side-uses')).eql([]));
      const cues = { '10': second, '20': first, '30.1.1': third, '40': last, '60': cueOf('') };
      should((await readList('日本語')).cues).eql(cues);
      await bar().getByRole('button', { name: 'Update the numbers' }).click();
      await becomes(() => valuesOf(CASES), newValues(CASES));
      should(await changed()).eql(used(CASES));
      await becomes(() => page().locator('.hub-side-uses').count(), 0);
      await undo();
      await becomes(() => valuesOf(CASES), oldValues(CASES));
    });

    it('is found when changes that could not be saved are saved later', async () => {
      const key = control('key', [{ ...go, cue: '10' }], [{ ...go, cue: '11' }]);
      await stage.deploy(picking.hubAt(simulator.url), cuesNode('cues', { list: 'Später' }), ...nodesOf([key]));
      await writeList('Später', { '10': cueOf('Übergabe') });
      await editor.openNode(page(), 'cues');
      await renumber('10', '11');
      const path = `**/cues/lists/${encodeURIComponent('Später')}`;
      await page().route(path, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
      await editor.closeDialog(page(), 'node-dialog-ok');
      const notifications = page().locator('#red-ui-notifications');
      await becomes(() => notifications.innerText(), /The cues of the list Später are not saved/);
      await notifications.getByRole('button').click();
      should(await bar().count()).equal(0);
      await page().unroute(path);
      stage.browserErrors.splice(0);
      await editor.openNode(page(), 'cues');
      await becomes(() => page().locator('#hub-cues .hub-cue-row').count(), 1);
      await editor.closeDialog(page(), 'node-dialog-ok');
      await becomes(listed, ['key']);
      await bar().getByRole('button', { name: 'Not now' }).click();
      await becomes(() => bar().count(), 0);
      should(await valuesOf([key])).eql(oldValues([key]));
    });
  });
});
