import { readFileSync } from 'node:fs';
import should from 'should';
import type { SendRead } from '../../dist/hub/lookup/look-ups.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import { checkFlows } from '../../dist/recording/flow-check.js';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from './direct-reader.js';

const ENGINES = [
  { id: 1, displayName: 'Arena', instances: [{ status: 'Loaded' }] },
  { id: 2, displayName: 'Foyer', instances: [{ status: 'Loaded' }] },
  { id: 3, displayName: 'Twin', instances: [{ status: 'Loaded' }] },
  { id: 4, displayName: 'Twin', instances: [{ status: 'Loaded' }] },
];
const BUTTONS = [{ id: 'b1', key: 'in', label: 'Fly in' }];
const LINEAR = { id: 7, name: 'Opener', itemNo: 7, template: 'T', templateId: 1, data: {}, buttons: { go: 'Go!' } };

/** Answers by the read and its parameters. All other reads fail. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  listEngines: ENGINES,
  'listNodes 1': [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }],
  'listProperties 1 Mixer_0': [{ PropertyPath: 'Opacity//0', DisplayName: 'Opacity', Value: { x: 1 } }],
  listRundowns: [{ id: 5, name: 'News' }],
  'listItems 5': [{ id: 9, name: 'Anchor', template: 'T', data: {}, buttons: BUTTONS }],
  'getItem 5 9': { id: 9, name: 'Anchor', template: 'T', data: {}, buttons: BUTTONS },
  listLinearEngines: [{ id: 1, name: 'Show' }],
  'listLinearRundowns 1': [{ id: 6, name: 'Loop' }],
  'listLinearItems 1 6': [LINEAR],
};

const read: SendRead = async (name, params) => {
  const answer = ANSWERS[[name, ...Object.values(params)].join(' ')];
  if (answer === undefined) throw new HubError('HUB_REJECTED', { statusCode: 403 });
  return answer;
};

const text = (value: unknown, more = {}) => ({ type: 'str', value, ...more });
const node = (operation: string | undefined, params: object, more = {}) => ({
  ...{ id: 'n1', type: 'hub-node', hub: 'h', operation, params },
  ...more,
});

/** Each field and its verdict. */
const check = async (...nodes: unknown[]) =>
  (await checkFlows(nodes, 'h', read)).map(({ field, verdict }) => `${field}: ${verdict}`);

describe('the check of a node', () => {
  it('has the node, the kind of the thing, its value and the label of the picker', async () => {
    const params = { engineId: text('1', { label: 'Arena' }), nodePath: text('Mixer_0', { label: 7 }) };
    should(await checkFlows([node('getNode', params, { name: 'N' })], 'h', read)).eql([
      {
        ...{ nodeId: 'n1', nodeType: 'hub-node', nodeName: 'N', operation: 'getNode', verdict: 'present' },
        ...{ field: 'engineId', kind: 'engine', value: '1', label: 'Arena' },
      },
      {
        ...{ nodeId: 'n1', nodeType: 'hub-node', nodeName: 'N', operation: 'getNode', verdict: 'present' },
        ...{ field: 'nodePath', kind: 'node', value: 'Mixer_0', label: '' },
      },
    ]);
  });

  it('finds things by their value, also a number, and not by their name', async () => {
    should(await check(node('getEngine', { engineId: { type: 'num', value: 2 } }))).eql(['engineId: present']);
    should(await check(node('getEngine', { engineId: text('Foyer') }))).eql(['engineId: missing']);
  });

  it('finds a button also by its label', async () => {
    const press = (buttonKey: string) =>
      check(node('pressItemButton', { rundownId: text('5'), itemId: text('9'), buttonKey: text(buttonKey) }));
    const found = ['rundownId: present', 'itemId: present'];
    should(await press('in')).eql([...found, 'buttonKey: present']);
    should(await press('Fly in')).eql([...found, 'buttonKey: present']);
    should(await press('Wave')).eql([...found, 'buttonKey: missing']);
    const ids = { engineId: text('1'), rundownId: text('6'), itemId: text('7') };
    const ofLinear = async (buttonKey: string) =>
      (await check(node('pressLinearButton', { ...ids, buttonKey: text(buttonKey) }))).at(-1);
    should([await ofLinear('go'), await ofLinear('Go!'), await ofLinear('Stop')]).eql([
      ...['buttonKey: present', 'buttonKey: present', 'buttonKey: missing'],
    ]);
  });

  it('finds a button by a label that looks the same, and not one of two', async () => {
    const item = {
      id: 2,
      buttons: ['\u00dcbergabe', 'Gast 1', 'Gast\u00a01'].map((label, id) => ({ id: `b${id}`, label })),
    };
    const read: SendRead = async (name) => (name === 'getItem' ? item : [{ id: 1 }, item]);
    const press = (label: string) => ({
      ...{ id: 'press', type: 'hub-playout-item', hub: 'h', operation: 'pressItemButton' },
      params: { rundownId: text('1'), itemId: text('2'), buttonKey: text(label) },
    });
    for (const [label, verdict] of [
      [' U\u0308bergabe', 'present'],
      ['Gast 1', 'twoThings'],
      ['b2', 'present'],
    ] as const)
      should((await checkFlows([press(label)], 'h', read)).at(-1)).match({ field: 'buttonKey', verdict });
  });

  it('finds a thing beyond the longest list of a dialog', async () => {
    const engines = Array.from({ length: 20_002 }, (_, id) => ({ id, displayName: `Studio ${id}` }));
    const flow = [node('getEngine', { engineId: text('20001') })];
    for (const [count, verdict] of [
      [20_000, 'missing'],
      [20_002, 'present'],
    ] as const)
      should(await checkFlows(flow, 'h', async () => engines.slice(0, count))).match([{ verdict }]);
  });

  it('names the things that have another name, another id, or two meanings', async () => {
    const items = [
      { id: 1, name: 'Übergabe' },
      { id: 2, name: '日本語' },
      { id: 3, name: 'Gast' },
    ];
    const read: SendRead = async (name) => (name === 'listRundowns' ? [{ id: 9, name: 'Abend' }] : items);
    const play = (value: string, label: string) => ({
      ...{ id: 'play', type: 'hub-playout-item', hub: 'h', operation: 'deleteItem' },
      params: { rundownId: { type: 'num', value: '5', label: 'Abend' }, itemId: { type: 'num', value, label } },
    });
    const itemOf = async (value: string, label: string) => {
      const [rundown, item] = await checkFlows([play(value, label)], 'h', read);
      should(rundown).match({ verdict: 'renamed', now: { value: 9, label: 'Abend' } });
      return item;
    };
    should(await itemOf('1', 'U\u0308bergabe')).match({ verdict: 'present' });
    should(await itemOf('1', 'Handover')).match({ verdict: 'renamed', now: { value: 1, label: 'Übergabe' } });
    should(await itemOf('7', '日本語')).match({ verdict: 'renamed', now: { value: 2, label: '日本語' } });
    should(await itemOf('7', 'Handover')).match({ verdict: 'missing' });
    should(await itemOf('1', '日本語')).match({
      verdict: 'twoThings',
      problem: { code: 'BAD_INPUT', facts: { id: '1', now: 'Übergabe', candidates: '2' } },
    });
  });

  it('has the read of a panel, if no operation is saved', async () => {
    const params = { engineId: text('1'), nodePath: text('Mixer_0'), propertyPath: text('Gone') };
    const fields = await checkFlows([node(undefined, params)], 'h', read);
    should(fields.map(({ operation, field, verdict }) => [operation, field, verdict])).eql([
      ['getProperty', 'engineId', 'present'],
      ['getProperty', 'nodePath', 'present'],
      ['getProperty', 'propertyPath', 'missing'],
    ]);
  });

  it('includes the item of a watch', async () => {
    const params = { engineId: text('1'), rundownId: text('6'), item: text('7') };
    should(await check(node('listLinearItems', params))).eql([
      ...['engineId: present', 'rundownId: present', 'item: present'],
    ]);
    should((await check(node('listLinearItems', { ...params, item: text('8') })))[2]).equal('item: missing');
  });

  it('has the verdict of the container for the things inside it', async () => {
    const params = { engineId: text('9'), nodePath: text('Mixer_0') };
    should(await check(node('getNode', params))).eql(['engineId: missing', 'nodePath: missing']);
    for (const engineId of [{ type: 'msg', value: 'payload' }, { type: 'env', value: 'E' }, text('${ENGINE}')])
      should(await check(node('getNode', { ...params, engineId }))).eql([
        ...['engineId: notChecked', 'nodePath: notChecked'],
      ]);
    should(await check(node('getNode', { nodePath: text('Mixer_0') }))).eql(['nodePath: notChecked']);
    should(await check(node('getNode', { ...params, engineId: text('2') }))).eql([
      ...['engineId: present', 'nodePath: unread'],
    ]);
  });

  it('leaves out blank fields, fields that name nothing, and unknown operations', async () => {
    const blank = { engineId: text(''), nodePath: { type: 'str' }, propertyPath: 7, Value: text('x') };
    should(await check(node('setProperty', blank))).eql([]);
    should(await check(node('playAll', { engineId: text('9') }))).eql([]);
    should(await check(node('getEngine', 'no object' as never))).eql([]);
  });

  it('is only of enabled nodes of this hub', async () => {
    const params = { engineId: text('1') };
    should(await check(node('getEngine', params, { d: true }), node('getEngine', params, { hub: 'x' }), null, 7)).eql(
      [],
    );
    should(await check(node('getEngine', params, { d: false }))).eql(['engineId: present']);
    should(await checkFlows({ nodes: [] }, 'h', read)).eql([]);
  });

  it('does not hide a fault of the program', async () => {
    const broken: SendRead = async () => {
      throw new TypeError('broken');
    };
    await should(checkFlows([node('getEngine', { engineId: text('1') })], 'h', broken)).be.rejectedWith(TypeError);
    const look = { id: 'l', type: 'hub-look', hub: 'h', properties: [{ engine: 'A', node: 'N', property: 'P' }] };
    await should(checkFlows([look], 'h', broken)).be.rejectedWith(TypeError);
  });
});

describe('the check of a control', () => {
  const control = (actions: unknown) => ({ id: 'c', type: 'hub-control', hub: 'h', name: 'Key', actions });
  const engine = (value: string) => ({ operation: 'getEngine', params: { engineId: text(value) } });

  it('has each of its commands, also of an action that was saved without its kind', async () => {
    const actions = [
      { does: 'command', ...engine('1') },
      { ...engine('9') },
      { does: '', ...engine('2') },
      { does: 'look', ...engine('9') },
      { does: 'cue', ...engine('9') },
      { does: 'command', operation: 'getEngine' },
      null,
    ];
    should(await check(control(actions))).eql(['engineId: present', 'engineId: missing', 'engineId: present']);
    should(await check(control('none'))).eql([]);
  });
});

describe('the check of a look', () => {
  const opacity = { engine: 'Arena', node: 'Mixer', property: 'Opacity' };
  const look = (properties: unknown) => ({ id: 'l', type: 'hub-look', hub: 'h', name: 'L', properties });
  const fields = async (...properties: unknown[]) =>
    (await checkFlows([look(properties)], 'h', read)).map(({ value, verdict }) => `${value}: ${verdict}`);

  it('has the names of its properties', async () => {
    should(await checkFlows([look([opacity])], 'h', read)).eql([
      {
        ...{ nodeId: 'l', nodeType: 'hub-look', nodeName: 'L', operation: 'setProperty', field: 'propertyPath' },
        ...{ kind: 'property', value: 'Arena › Mixer › Opacity', label: '', verdict: 'present' },
      },
    ]);
  });

  it('finds properties by their path before their name, and components', async () => {
    should(
      await fields(
        { ...opacity, node: 'Old name', nodePath: 'Mixer_0' },
        { ...opacity, property: 'Old name', propertyPath: 'Opacity//0' },
        { ...opacity, component: 'x' },
        { ...opacity, component: 'y' },
        { ...opacity, nodePath: '', propertyPath: 7, component: '' },
        { ...opacity, property: 'Gone' },
      ),
    ).eql([
      'Arena › Old name › Opacity: present',
      'Arena › Mixer › Old name: present',
      'Arena › Mixer › Opacity › x: present',
      'Arena › Mixer › Opacity › y: missing',
      'Arena › Mixer › Opacity: present',
      'Arena › Mixer › Gone: missing',
    ]);
  });

  it('takes a name that two things have for missing, and an unread list not', async () => {
    should(await fields({ ...opacity, engine: 'Twin' }, { ...opacity, engine: 'Foyer' })).eql([
      'Twin › Mixer › Opacity: missing',
      'Foyer › Mixer › Opacity: unread',
    ]);
  });

  it('has no verdict about an engine that is not ready, and none if two nodes have the name', async () => {
    const engines = (status: string) => [
      { id: 1, displayName: 'Arena', instances: [{ id: 1, status, engineType: 'RE' }] },
    ];
    const twins = [1, 2].map((number) => ({ NodePath: `Mixer_${number}`, NodeName: 'Mixer' }));
    for (const [status, verdict] of [
      ['Loaded', 'missing'],
      ['Loading', 'unread'],
      ['Idle', 'unread'],
    ] as const)
      should(
        await checkFlows([look([opacity])], 'h', async (name) => (name === 'listEngines' ? engines(status) : twins)),
      ).match([{ verdict }]);
  });

  it('has no verdict, if the engines cannot be read, and no fields without properties', async () => {
    const refusing: SendRead = async () => {
      throw new HubError('HUB_REJECTED', { statusCode: 403 });
    };
    const found = await checkFlows([look([opacity])], 'h', refusing);
    should(found.map(({ verdict }) => verdict)).eql(['unread']);
    should(await fields()).eql([]);
    should(await checkFlows([look('none'), look([null])], 'h', read)).eql([]);
  });
});

describe('the check of an example against a recording', () => {
  it('finds everything that it uses, and the button that fails in the first show', async () => {
    const simulator = await startSimulator();
    const reads = new RecordedReads(await recordAtOnce(simulator.url));
    await simulator.close();
    for (const [name, missing] of [
      ['1-first-steps/first-show', ['Wave']],
      ['2-nodes/engine-function', []],
      ['2-nodes/playout-item', []],
    ] as const) {
      const flows = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8'));
      const fields = await checkFlows(
        flows,
        flows.find(({ type }: { type: string }) => type === 'hub-config').id,
        reads.read,
      );
      const absent = fields.filter(({ verdict }) => verdict !== 'present' && verdict !== 'notChecked');
      should(absent.map(({ value, verdict }) => [value, verdict])).eql(missing.map((value) => [value, 'missing']));
      should(fields.filter(({ verdict }) => verdict === 'present').length).be.above(0);
    }
  });
});
