import { readFileSync } from 'node:fs';
import should from 'should';
import type { SendRead } from '../../dist/hub/lookup/look-ups.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import { type CheckedField, checkFlows } from '../../dist/recording/flow-check.js';
import { RecordedReads } from '../../dist/recording/recorded-reads.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from './direct-reader.js';

const HUB = 'hub1';

const field = (type: string, value: string) => ({ type, value });

const property = (values: Record<string, object>) => ({
  id: 'node1',
  type: 'hub-engine-property',
  name: 'Fader',
  hub: HUB,
  operation: 'setProperty',
  params: { Value: field('msg', 'payload'), ...values },
});

describe('the check of flows against a recording', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  let reads: RecordedReads;

  before(async () => {
    simulator = await startSimulator();
    reads = new RecordedReads(await recordAtOnce(simulator.url));
  });
  after(() => simulator.close());

  const check = (flows: unknown, hubId = HUB) => checkFlows(flows, hubId, reads.read);
  const verdicts = (fields: readonly CheckedField[]) => fields.map((each) => [each.field, each.verdict]);

  it('finds everything that the examples use, and the button that fails in the first show', async () => {
    for (const [name, missing] of [
      ['1-first-steps/first-show', ['Wave']],
      ['2-nodes/engine-function', []],
      ['2-nodes/playout-item', []],
    ] as const) {
      const flows = JSON.parse(readFileSync(`examples/${name}.json`, 'utf8'));
      const fields = await check(flows, flows.find(({ type }: { type: string }) => type === 'hub-config').id);
      const absent = fields.filter(({ verdict }) => verdict !== 'present' && verdict !== 'notChecked');
      should(absent.map(({ value, verdict }) => [value, verdict])).eql(missing.map((value) => [value, 'missing']));
      should(fields.filter(({ verdict }) => verdict === 'present').length).be.above(0);
    }
  });

  it('finds the properties of looks by name', async () => {
    const name = { engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity' };
    const properties = [name, { ...name, engine: 'Studio C' }, { ...name, component: 'x' }];
    const fields = await check([{ id: 'look1', type: 'hub-look', hub: HUB, properties }]);
    should(fields.map(({ value, verdict }) => [value, verdict])).eql([
      ['Studio A › Mixer › Overlay Opacity', 'present'],
      ['Studio C › Mixer › Overlay Opacity', 'missing'],
      ['Studio A › Mixer › Overlay Opacity › x', 'missing'],
    ]);
  });

  it('finds a button by a label that looks the same, and not one of two', async () => {
    const item = {
      id: 2,
      buttons: ['\u00dcbergabe', 'Gast 1', 'Gast\u00a01'].map((label, id) => ({ id: `b${id}`, label })),
    };
    const read: SendRead = async (name) => (name === 'getItem' ? item : [{ id: 1 }, item]);
    const press = (label: string) => ({
      ...{ id: 'press', type: 'hub-playout-item', hub: HUB, operation: 'pressItemButton' },
      params: { rundownId: field('num', '1'), itemId: field('num', '2'), buttonKey: field('str', label) },
    });
    for (const [label, verdict] of [
      [' U\u0308bergabe', 'present'],
      ['Gast 1', 'twoThings'],
      ['b2', 'present'],
    ] as const)
      should(verdicts(await checkFlows([press(label)], HUB, read)).at(-1)).eql(['buttonKey', verdict]);
  });

  it('checks each command of a control', async () => {
    const params = { engineId: field('num', '1'), nodePath: field('str', 'Mixer_0') };
    const command = (on: string, propertyPath: string) => ({
      ...{ on, does: 'command', operation: 'setProperty' },
      params: { ...params, propertyPath: field('str', propertyPath), Value: field('msg', 'payload') },
    });
    const look = { on: 'double', does: 'look', look: 'Interview', operation: 'setProperty', params };
    const actions = [command('press', 'Overlay//Opacity/0'), command('hold', 'Gone//Opacity/0'), look];
    const fields = await check([{ id: 'key', type: 'hub-control', hub: HUB, name: 'Key', actions }]);
    should(verdicts(fields)).eql([
      ['engineId', 'present'],
      ['nodePath', 'present'],
      ['propertyPath', 'present'],
      ['engineId', 'present'],
      ['nodePath', 'present'],
      ['propertyPath', 'missing'],
    ]);
    should(fields.map(({ nodeName, operation }) => [nodeName, operation])).eql(
      Array.from({ length: 6 }, () => ['Key', 'setProperty']),
    );
  });

  it('finds a thing beyond the longest list of a dialog', async () => {
    const engines = (count: number) => Array.from({ length: count }, (_, id) => ({ id, displayName: `Studio ${id}` }));
    const read =
      (count: number): SendRead =>
      async () =>
        engines(count);
    const flows = [{ ...property({ engineId: field('num', '20001') }), operation: 'getEngine' }];
    for (const [count, verdict] of [
      [20_000, 'missing'],
      [20_002, 'present'],
    ] as const)
      should(verdicts(await checkFlows(flows, HUB, read(count)))).eql([['engineId', verdict]]);
  });

  it('names the things that have another name, another id, or two meanings', async () => {
    const items = [
      { id: 1, name: 'Übergabe' },
      { id: 2, name: '日本語' },
      { id: 3, name: 'Gast' },
    ];
    const read: SendRead = async (name) => (name === 'listRundowns' ? [{ id: 9, name: 'Abend' }] : items);
    const play = (value: string, label: string) => ({
      ...{ id: 'play', type: 'hub-playout-item', hub: HUB, operation: 'deleteItem' },
      params: { rundownId: { type: 'num', value: '5', label: 'Abend' }, itemId: { type: 'num', value, label } },
    });
    const itemOf = async (value: string, label: string) => {
      const [rundown, item] = await checkFlows([play(value, label)], HUB, read);
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

  it('names a missing thing, and everything inside it', async () => {
    const [engine] = simulator.state.engines;
    const params = {
      engineId: field('num', String(engine!.host.id)),
      nodePath: field('str', 'Gone_0'),
      propertyPath: field('str', 'Gone//Opacity/0'),
    };
    should(await check([property(params)])).eql(
      (['engineId', 'nodePath', 'propertyPath'] as const).map((name, index) => ({
        nodeId: 'node1',
        nodeType: 'hub-engine-property',
        nodeName: 'Fader',
        operation: 'setProperty',
        field: name,
        kind: ['engine', 'node', 'property'][index],
        value: params[name].value,
        label: '',
        verdict: index === 0 ? 'present' : 'missing',
      })),
    );
  });

  it('does not check values of messages and of the environment, nor things inside them or inside a blank field', async () => {
    const [engine] = simulator.state.engines;
    const nodePath = field('str', engine!.nodes[0]!.path);
    for (const engineId of [field('msg', 'engine'), field('env', 'ENGINE'), field('str', '${ENGINE}')])
      should(verdicts(await check([property({ engineId, nodePath })]))).eql([
        ['engineId', 'notChecked'],
        ['nodePath', 'notChecked'],
      ]);
    should(verdicts(await check([property({ nodePath })]))).eql([['nodePath', 'notChecked']]);
  });

  it('checks only enabled nodes of this hub', async () => {
    const gone = property({ engineId: field('num', '999') });
    should(await check([{ ...gone, d: true }, { ...gone, hub: 'hub2' }, null, 'text'])).eql([]);
    should(await check('no list')).eql([]);
  });

  it('does not call a thing missing whose list was not read', async () => {
    simulator.trouble({ operation: 'listNodes', status: 403 });
    const partial = new RecordedReads(await recordAtOnce(simulator.url));
    const [engine] = simulator.state.engines;
    const params = { engineId: field('num', String(engine!.host.id)), nodePath: field('str', 'Any_0') };
    should(verdicts(await checkFlows([property(params)], HUB, partial.read))).eql([
      ['engineId', 'present'],
      ['nodePath', 'unread'],
    ]);
  });

  it('separates the properties of a look that are missing, twice there, not ready or not read', async () => {
    const host = (id: number, displayName: string, status: string) => ({
      ...{ id, name: `host-${id}`, displayName, status: 'ready', engineType: 'RE' },
      instances: [{ id: id * 10, status, pid: '1', engineType: 'RE' }],
    });
    const engines = [host(1, 'A', 'Loaded'), host(2, 'B', 'Loading'), host(3, 'C', 'Idle'), host(4, 'D', 'Loaded')];
    const twins = [1, 2].map((number) => ({ NodePath: `Twin_${number}`, NodeName: 'Twin' }));
    const read = async (operation: string, params: Readonly<Record<string, unknown>>) => {
      if (operation === 'listEngines') return engines;
      if (params.engineId === 4) throw new HubError('HUB_TIMEOUT');
      return operation === 'listNodes' ? [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }, ...twins] : [];
    };
    const properties = [
      { engine: 'A', node: 'Mixer', property: 'Opacity' },
      { engine: 'A', node: 'Twin', property: 'Opacity' },
      { engine: 'Gone', node: 'Mixer', property: 'Opacity' },
      { engine: 'B', node: 'Mixer', property: 'Opacity' },
      { engine: 'C', node: 'Mixer', property: 'Opacity' },
      { engine: 'D', node: 'Mixer', property: 'Opacity' },
    ];
    const look = { id: 'look1', type: 'hub-look', hub: HUB, properties };
    should((await checkFlows([look], HUB, read)).map(({ verdict }) => verdict)).eql([
      ...['missing', 'missing', 'missing'],
      ...['unread', 'unread', 'unread'],
    ]);
    const lost = async () => {
      throw new HubError('HUB_UNREACHABLE');
    };
    should((await checkFlows([look], HUB, lost)).map(({ verdict }) => verdict)).eql(Array(6).fill('unread'));
  });

  it('finds a linear button by its key and by its label', async () => {
    const item = { id: 9, itemNo: 9, name: 'Clip', buttons: { go: 'Start the clip' } };
    const read = async (operation: string) =>
      operation === 'listLinearItems' ? [item] : [{ id: 1, name: 'One', loadedRundownInfo: [] }];
    const button = (buttonKey: string) => {
      const ids = { engineId: field('num', '1'), rundownId: field('num', '1'), itemId: field('num', '9') };
      const params = { ...ids, buttonKey: field('str', buttonKey) };
      return { ...property({}), type: 'hub-linear-play', operation: 'pressLinearButton', params };
    };
    const verdictOf = async (buttonKey: string) =>
      (await checkFlows([button(buttonKey)], HUB, read)).find((each) => each.field === 'buttonKey')?.verdict;
    should([await verdictOf('go'), await verdictOf('Start the clip'), await verdictOf('Stop')]).eql([
      'present',
      'present',
      'missing',
    ]);
  });

  it('has the verdict of the container for the things inside it', async () => {
    const read = async () => {
      throw new HubError('HUB_NOT_FOUND', { statusCode: 404 });
    };
    const params = { engineId: field('num', '7'), nodePath: field('str', 'Any_0') };
    should(verdicts(await checkFlows([property(params)], HUB, read))).eql([
      ['engineId', 'unread'],
      ['nodePath', 'unread'],
    ]);
  });
});
