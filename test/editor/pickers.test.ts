import should from 'should';
import { operations } from '../../dist/hub/table/operations.js';
import { publicShape } from '../../dist/hub/table/public-table.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { isJoinedReads } from '../joined-reads.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import { type Case, cases } from './picker-cases.js';
import * as picking from './picking.js';
import { page, reload, TAB, useStage } from './stage.js';

const idOf = ({ node, operation }: Case) => `${node} ${operation}`;

describe('the pickers', () => {
  const stage = useStage();
  let simulators: Record<'hub' | 'second', Simulator>;
  /** The visible fields of each closed dialog, by node and field. */
  const unpicked = new Map<string, Record<string, string>>();

  before(async () => {
    simulators = { hub: await startSimulator(), second: await startSimulator({ dialect: 2 }) };
    const second = { id: 'second', name: 'Second', dialect: '2', linearSegment: 'lino' };
    await stage.deploy(
      picking.hubAt(simulators.hub.url),
      picking.hubAt(simulators.second.url, second),
      // Node-RED asks before it deploys a configuration without users.
      ...['hub', 'second'].map((hub) => picking.setter(`user of ${hub}`, { hub, operation: 'listEngines' })),
    );
  });

  after(async () => {
    for (const simulator of Object.values(simulators ?? {})) await simulator.close();
  });

  it('all have a test here: one of every kind of thing in the table', () => {
    const parameters = publicShape(operations).flatMap((operation) =>
      operation.parameters.map((parameter) => ({ ...parameter, operation: operation.name })),
    );
    const named = (all: typeof parameters) =>
      [...new Set(all.flatMap(({ names, fields }) => [names, fields]).filter((name) => name !== undefined))].sort();
    const pickable = parameters.filter(({ operation, name }) =>
      cases.some(
        (one) =>
          (one.operation === operation && [one.picks, one.addedFields ?? {}].some((fields) => name in fields)) ||
          (one.operation === operation && one.alsoFilled?.includes(name)),
      ),
    );
    should(named(pickable)).eql(named(parameters));
  });

  for (const one of cases)
    it(`choose for ${one.operation} of ${one.node} the values of the request (${one.by ?? 'mouse'})`, async () => {
      const id = idOf(one);
      const { journal } = simulators[one.hub ?? 'hub'];
      const sender = picking.inject(`${id} sender`, id, one.payload ?? true);
      // A guarded load needs a second press.
      const node = { id, type: `hub-${one.node}`, z: TAB, operation: '', secondPress: false };
      await picking.add(page(), node, sender);

      await editor.openNode(page(), id);
      await page().selectOption('#node-input-hub', one.hub ?? 'hub');
      await page().selectOption('#node-input-operation', one.operation);
      await one.first?.(page());
      const choose = one.by === 'keys' ? picking.pickByKeys : picking.pick;
      for (const [param, steps] of Object.entries(one.picks)) await choose(page(), param, ...steps);
      for (const [param, steps] of Object.entries(one.addedFields ?? {})) {
        await picking.addField(page(), param, ...steps);
        should(JSON.parse(await page().inputValue(`#hub-param-${param}`))).eql(one.json);
      }
      const results = await picking.shownTexts(page());
      for (const [param, steps] of Object.entries(one.picks)) should(results[param]).equal(steps.at(-1)![0]);
      for (const param of one.alsoFilled ?? []) should(results[param]).not.be.empty();
      unpicked.set(id, results);
      await editor.closeDialog(page(), 'node-dialog-ok');
      should(await editor.reasons(page(), id)).eql([]);

      const saved = (await editor.exportedNode(page(), id)).params as Record<string, { value: string; label?: string }>;
      for (const [param, steps] of Object.entries(one.picks)) {
        const [label, value] = steps.at(-1)!;
        should(saved[param]).have.properties({ label, value });
      }

      await picking.deploy(page());
      const before = journal.length;
      await picking.sendFrom(page(), `${id} sender`);
      const sent = await eventually(() => {
        // A watch, or the list of another node, can have sent requests before.
        const isOwnRequest = (it: (typeof journal)[number]) =>
          it.operation === one.operation &&
          !isJoinedReads(it.body) &&
          (one.node !== 'watch' ||
            it.params.itemId === undefined ||
            it.params.itemId === one.picks.itemId?.at(-1)?.[1]);
        const entry = journal.slice(one.node === 'watch' ? 0 : before).findLast(isOwnRequest);
        should(entry?.statusCode).be.oneOf(200, 201, 204);
        return { ...(entry!.body as object), ...entry!.params } as Record<string, unknown>;
      });
      for (const [param, value] of Object.entries(one.sent ?? {})) should(sent[param]).eql(value, param);
      // If the engine accepts only whole values, the node inserts the component into one.
      for (const [param, steps] of Object.entries(one.picks))
        if (param !== 'Component') should(String(sent[param])).equal(steps.at(-1)![1]);
    });

  it('work without a mouse: Tab, Enter, a few letters, Enter. Escape closes only the list', async () => {
    const press = (key: string) => page().keyboard.press(key);
    const focused = (param: string) => picking.opener(page(), param).evaluate((it) => it === document.activeElement);
    const tabTo = async (param: string) => {
      for (let steps = 0; steps < 10 && !(await focused(param)); steps += 1) await press('Tab');
      should(await focused(param)).be.true();
    };
    await picking.add(page(), { id: 'keys', type: 'hub-playout-item', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'keys');
    await page().focus('#node-input-operation');
    await tabTo('rundownId');
    await press('Enter');
    await picking.options(page()).first().waitFor();
    await page().keyboard.type('match');
    await eventually(async () => should(await picking.names(page())).eql(['Match Night / Final']));
    await press('Escape');
    await picking.search(page()).waitFor({ state: 'detached' });
    should(await page().isVisible('#node-dialog-ok')).be.true();
    should(await focused('rundownId')).be.true();
    should(await picking.shownText(page(), 'rundownId')).equal('choose…');

    await picking.pickBySearch(page(), ['Match Night / Final', '52']);
    should(await focused('rundownId')).be.true();
    await tabTo('itemId');
    await press('Enter');
    await picking.options(page()).nth(2).waitFor();
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await eventually(async () => should(await picking.shownText(page(), 'itemId')).equal('Commentator'));
    should(await focused('itemId')).be.true();
    await tabTo('buttonKey');
    await press('Space');
    await picking.options(page()).first().waitFor();
    await press('Enter');
    await eventually(async () => should(await picking.shownText(page(), 'buttonKey')).equal('In'));
    await press('Control+Enter');
    await page().waitForSelector('#node-dialog-ok', { state: 'detached' });
    should((await editor.exportedNode(page(), 'keys')).params).eql({
      rundownId: { type: 'num', value: '52', label: 'Match Night / Final' },
      itemId: { type: 'num', value: '522', label: 'Commentator' },
      buttonKey: { type: 'str', value: 'in', label: 'In' },
    });
  });

  it('return to a level before, and forget the choices below it', async () => {
    await picking.add(page(), { id: 'back', type: 'hub-engine-property', z: TAB, hub: 'hub' });
    await editor.openNode(page(), 'back');
    await page().selectOption('#node-input-operation', 'setProperty');
    await picking.opener(page(), 'propertyPath').click();
    const choose = (value: string) => page().locator(`.hub-picker [data-value="${value}"]`).click();
    const crumb = (label: string) => page().locator('.hub-crumb').getByText(label, { exact: true });
    const crumbs = () => page().locator('.hub-crumb').allInnerTexts();
    await choose('1');
    await crumb('Studio A').waitFor();
    await choose('Mixer_0');
    await crumb('Mixer').waitFor();
    await crumb('Mixer').click();
    await eventually(async () => should(await crumbs()).eql(['Studio A']));
    await choose('Mixer_0');
    await crumb('Mixer').waitFor();
    await crumb('Studio A').click();
    await eventually(async () => should(await crumbs()).be.empty());
    await choose('2');
    await eventually(async () => should(await crumbs()).eql(['Studio B']));
    await choose('Mixer_0');
    await choose('Overlay//Opacity/0');
    await picking.search(page()).waitFor({ state: 'detached' });
    should(await picking.shownText(page(), 'engineId')).equal('Studio B');
    should(await picking.shownText(page(), 'nodePath')).equal('Mixer');
    await editor.closeDialog(page(), 'node-dialog-cancel');
  });

  it('show the choice after a reload of the editor', async () => {
    // A command above renamed an item, and Done would save its new name.
    for (const simulator of Object.values(simulators)) simulator.reset();
    await reload(page());
    for (const [id, results] of unpicked) {
      await editor.openNode(page(), id);
      should(await picking.shownTexts(page())).eql(results, id);
      const before = await editor.exportedNode(page(), id);
      await editor.closeDialog(page(), 'node-dialog-ok');
      should(await editor.exportedNode(page(), id)).eql(before);
    }
  });
});
