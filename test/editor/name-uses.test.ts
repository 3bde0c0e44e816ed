import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import type { LookStep } from '../../dist/cues/list.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { barriersIn } from '../axe.js';
import { TAB, TEST_TIMEOUT, useBench } from './bench.js';
import { cueOf, cuesNode, readList, writeList } from './cue-list.js';
import { look } from './look-dialog.js';
import * as editor from './page.js';
import { becomes, eventually } from './page.js';
import * as picking from './picking.js';
import { inEachTheme } from './themes.js';

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

describe('a name that nodes and files use', function () {
  this.timeout(TEST_TIMEOUT);
  const bench = useBench();
  const page = () => bench.page;
  let simulator: Simulator;
  let folder: string;

  before(async () => {
    simulator = await startSimulator();
    folder = mkdtempSync(join(tmpdir(), 'name-uses-'));
  });
  after(async () => {
    await simulator?.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
  const used = (cases: readonly Case[]) =>
    cases
      .filter(({ after }) => after)
      .map(({ id }) => id)
      .sort();
  const undo = async () => {
    await page().click('#red-ui-workspace-chart', { position: { x: 700, y: 600 } });
    await page().keyboard.press('Control+z');
  };

  const bar = () => page().locator('.hub-side-uses:visible');
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
      await bench.deploy(
        picking.hubAt(simulator.url),
        picking.hubAt(simulator.url, { id: 'other', name: 'Other hub' }),
        { id: 'tab 2', type: 'tab', label: 'Locked', locked: true },
        { id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [] },
        look('looks', { file: file(), interval: '0', name: 'All looks' }),
        look('of other hub', { file: file(), interval: '0', hub: 'other', look: 'Übergabe', y: 140 }),
        ...others,
      );
      await page().evaluate(() => window.RED.actions.invoke('graphics-hub:show-sidebar'));
      await page().click('#hub-side-tab-looks');
    }

    async function rename(): Promise<void> {
      await page().getByRole('button', { name: 'Rename: Übergabe' }).first().click();
      await page().getByRole('textbox', { name: 'New name of Übergabe' }).fill('日本語');
      await page().keyboard.press('Enter');
      await eventually(() => should(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).looks)).containEql('日本語'));
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
      await bar().getByRole('button', { name: 'Update the names' }).click();
      await becomes(() => valuesOf(CASES), newValues(CASES));
      should(await changed()).eql(used(CASES));
      should(await bar().count()).equal(0);
      await undo();
      await becomes(() => valuesOf(CASES), oldValues(CASES));
      should(await changed()).eql([]);
    });

    it('is found in the list of a disabled node, and one file that cannot be read is named', async () => {
      const recalls = (name: string): LookStep => ({ does: 'look', look: name, delay: 0 });
      await deploy(
        cuesNode('show', { list: 'Übergabe', name: 'Abendshow', d: true }),
        cuesNode('broken', { list: 'Kaputt', name: 'Kaputte Show', y: 160 }),
      );
      await writeList(page(), 'Übergabe', { '10': cueOf('日本語', [recalls('Nacht'), recalls('Übergabe')]) });
      await page().route('**/cues/lists/Kaputt', (route) => route.abort());
      await rename();
      await becomes(listed, ['Abendshow: 10']);
      await becomes(() => bar().innerText(), /Not changed: Kaputte Show\. Node-RED does not answer\./);
      await bar().getByRole('button', { name: 'Update the names' }).click();
      const cues = { '10': cueOf('日本語', [recalls('Nacht'), recalls('日本語')]) };
      await becomes(async () => (await readList(page(), 'Übergabe')).cues, cues);
      await page().unroute('**/cues/lists/Kaputt');
      bench.browserErrors.splice(0);
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
      await bench.deploy(
        picking.hubAt(simulator.url),
        cuesNode('cues', { list: '日本語', name: 'Abendshow' }),
        cuesNode('elsewhere', { list: 'Fremde', y: 140 }),
        ...nodesOf(CASES),
      );
      const [first, second, third, last] = ['Übergabe', 'Zwei', 'Drei', 'Vier'].map((name) => cueOf(name));
      await writeList(page(), '日本語', { '10': first!, '20': second!, '30': third!, '40': last! });
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
      should((await readList(page(), '日本語')).cues).eql(cues);
      await bar().getByRole('button', { name: 'Update the numbers' }).click();
      await becomes(() => valuesOf(CASES), newValues(CASES));
      should(await changed()).eql(used(CASES));
      await becomes(() => page().locator('.hub-side-uses').count(), 0);
      await undo();
      await becomes(() => valuesOf(CASES), oldValues(CASES));
    });

    it('is found when changes that could not be saved are saved later', async () => {
      const key = control('key', [{ ...go, cue: '10' }], [{ ...go, cue: '11' }]);
      await bench.deploy(picking.hubAt(simulator.url), cuesNode('cues', { list: 'Später' }), ...nodesOf([key]));
      await writeList(page(), 'Später', { '10': cueOf('Übergabe') });
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
      bench.browserErrors.splice(0);
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
