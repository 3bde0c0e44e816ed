import { isDeepStrictEqual } from 'node:util';
import should from 'should';
import { operations } from '../../dist/hub/table/operations.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

/** Answers where a list or an object is expected: the status and the body. */
const ANSWERS: Record<string, readonly [number, string]> = {
  'an empty body': [200, ''],
  'no content': [204, ''],
  null: [200, 'null'],
  'an empty text': [200, '""'],
  'an empty object': [200, '{}'],
  'an object with an error': [200, '{"error":"no","items":1}'],
  'an empty list': [200, '[]'],
  'a list of null': [200, '[null]'],
  true: [200, 'true'],
};

const ofItem = { engineId: literal(5), rundownId: literal(1), itemId: literal(101) };
const ofStory = { ncsID: literal('N'), roID: literal('R'), objID: literal('O') };
const command = (id: string, type: string, params: object): NodeOf => ({ id, type, operation: id, params });

const COMMANDS: readonly NodeOf[] = [
  command('setProperty', 'hub-engine-property', { ...property, Value: fromMessage('value') }),
  command('callFunction', 'hub-engine-function', {
    ...{ engineId: literal(1), nodePath: literal('Player'), functionPath: literal('Default//Play/0') },
    Parameters: literal({ File: 'a.mov' }),
  }),
  command('pressItemButton', 'hub-playout-item', {
    ...{ rundownId: literal(1), itemId: literal(2), buttonKey: literal('In') },
  }),
  command('pressLinearButton', 'hub-linear-play', { ...ofItem, buttonKey: literal('In') }),
  command('playItem', 'hub-linear-play', { ...ofItem, preview: literal('program'), onlyIfAvailable: literal(true) }),
  command('everythingOut', 'hub-linear-play', { rundownId: literal(1), preview: literal('program') }),
  command('getShow', 'hub-linear-play', { engineId: literal(5) }),
  command('getLinearEngine', 'hub-linear-play', { engineId: literal(5) }),
  command('updateMosObject', 'hub-newsroom-mos', { ...ofStory, data: literal({ a: 1 }), merge: literal(true) }),
  command('listItems', 'hub-playout-item', { rundownId: literal(1) }),
];

const watch = (id: string, operation: string, params: object, fields: object = {}): NodeOf => ({
  ...{ id, type: 'hub-watch', operation, params, interval: '0.1', ...fields },
});

const WATCHES: readonly NodeOf[] = [
  watch('engines', 'listEngines', {}),
  watch('value', 'getProperty', property, { path: 'Value' }),
  watch('item', 'listLinearItems', { engineId: literal(5), rundownId: literal(1), item: literal(101) }),
];

const engine = { id: 1, name: 'ENGINE-1', status: 'ready' };
const graph = { id: 3, name: 'Wetter', content: '{}' };
const linearItem = { id: 101, itemNo: 1, name: 'Übergabe', template: 'Lower third', data: {} };
const linearEngine = { id: 5, name: '朝のニュース', started: true };
const playoutItem = { id: 511, name: 'Übergabe', template: 'Lower third', data: {}, buttons: [] };
const renderer = { launchConfigId: 7, engineId: 1, engineType: 'RE', stateId: 3 };
const onNode = { engineId: literal(1), nodePath: literal('Kamera') };
const inRundown = { engineId: literal(5), rundownId: literal(1) };

/** All reads, with the path that they ask, and a short answer of the described shape. */
const READS: Record<string, readonly [params: object, path: string, answer: unknown]> = {
  listEngines: [{}, 'engines', [engine]],
  getEngine: [{ engineId: literal(1) }, 'engines/1', engine],
  listNodes: [{ engineId: literal(1) }, 'engines/1/nodes', [{ NodePath: 'Kamera', NodeName: 'Kamera' }]],
  getNode: [onNode, 'engines/1/nodes/Kamera', { NodePath: 'Kamera', NodeName: 'Kamera' }],
  listProperties: [
    onNode,
    'engines/1/nodes/Kamera/properties',
    [{ PropertyPath: 'P', DisplayName: 'Größe', Value: 1 }],
  ],
  getProperty: [
    { ...onNode, propertyPath: literal('P') },
    'engines/1/nodes/Kamera/properties/P',
    { PropertyPath: 'P', DisplayName: 'Größe', Value: false },
  ],
  listFunctions: [onNode, 'engines/1/nodes/Kamera/functions', [{ FunctionPath: 'F', FunctionName: 'Cut' }]],
  getFunction: [
    { ...onNode, functionPath: literal('F') },
    'engines/1/nodes/Kamera/functions/F',
    { FunctionPath: 'F', FunctionName: 'Cut', Properties: {} },
  ],
  listRundowns: [{}, 'playout/rundowns', []],
  getRundown: [{ rundownId: literal(51) }, 'playout/rundowns/51', { id: 51, name: 'Abend' }],
  listItems: [{ rundownId: literal(51) }, 'playout/rundowns/51/items', [playoutItem]],
  getItem: [{ rundownId: literal(51), itemId: literal(511) }, 'playout/rundowns/51/items/511', playoutItem],
  listTemplates: [{}, 'playout/templates', [{ id: 1, name: 'Lower third' }]],
  listLaunchConfigs: [{}, 'launcher', [{ id: 7, name: 'Studio Ä', renderers: [] }]],
  getLaunchConfig: [{ configID: literal(7) }, 'launcher/7', { id: 7, renderers: [70] }],
  listRenderers: [{ configID: literal(7) }, 'launcher/7/renderer', [70]],
  getRenderer: [{ configID: literal(7), rendererID: literal(70) }, 'launcher/7/renderer/70', renderer],
  listLinearEngines: [{}, 'lino/shows', [linearEngine]],
  getLinearEngine: [{ engineId: literal(5) }, 'lino/shows', [linearEngine]],
  listShows: [{}, 'lino/shows', [linearEngine]],
  listLinearRundowns: [{ engineId: literal(5) }, 'lino/rundowns/5', [{ id: 1, name: 'Abend' }]],
  listAllLinearRundowns: [{}, 'lino/rundowns', [{ id: 1, name: 'Abend' }]],
  listLinearItems: [inRundown, 'lino/rundown/5/1/items', [linearItem]],
  getLinearItem: [{ ...inRundown, itemId: literal(101) }, 'lino/rundown/5/1/items/101', linearItem],
  listLinearTemplates: [{}, 'lino/templates', [{ templateId: 1, name: 'Lower third' }]],
  listGraphs: [{}, 'graphs', [graph]],
  listRgraphs: [{}, 'rgraphs', [graph]],
  listUstates: [{}, 'ustates', [graph]],
  getGraph: [{ graphId: literal(3) }, 'graphs/3', graph],
  getRgraph: [{ rgraphId: literal(3) }, 'rgraphs/3', { ...graph, xmlContent: '<a/>' }],
  getUstate: [{ ustateId: literal(3) }, 'ustates/3', { ...graph, ustateData: '' }],
  listProjects: [{}, 'projects', [{ projectId: 4, name: '天気' }]],
  listNewsroomRundowns: [{}, 'newsroom/rundowns', [{ ncsID: 'N', roID: 'R', roSlug: 'Übergabe' }]],
  listNcsRundowns: [{ ncsID: literal('N') }, 'newsroom/rundowns/N', [{ ncsID: 'N', roID: 'R' }]],
  getNewsroomRundown: [
    { ncsID: literal('N'), roID: literal('R') },
    'newsroom/rundowns/N/R',
    { ncsID: 'N', roID: 'R', items: [] },
  ],
};

/** The described answers that lack a value: they show no state. */
const WITHOUT_VALUE = [
  { PropertyPath: 'P', DisplayName: 'Größe' },
  { PropertyPath: 'P', Value: null },
];

describe('a hub that answers almost nothing', () => {
  useTimeLapse();
  let hub: HostileHub;
  let stage: Stage;
  let answer: readonly [number, string];
  /** Answers by their path, instead of `answer`. */
  let answers = new Map<string, unknown>();

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      // A hub without batches and without the older list of shows.
      const isUnknown = /\/(batch|lino\/engines.*|clear\/0)$/.test(url);
      const described = answers.get(url.replace('/api/rest/v1/', ''));
      const given = described === undefined ? answer : ([200, JSON.stringify(described)] as const);
      const [statusCode, body] = isUnknown ? ([404, '{"error":"unknown"}'] as const) : given;
      response.writeHead(statusCode, { 'Content-Type': 'application/json', 'X-Method': method });
      response.end(body);
    });
  });
  after(() => hub.close());
  afterEach(async () => {
    answers = new Map();
    await stage.close();
  });

  const open = (parts: readonly NodeOf[], config: object = {}) =>
    perform({ baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino', ...config }, [...parts]);

  for (const [name, given] of Object.entries(ANSWERS))
    it(`(${name}) ends each command once, with one sentence if it fails`, async () => {
      answer = given;
      stage = await open(COMMANDS);
      for (const { id } of COMMANDS) {
        const before = [stage.out.length, stage.caught.length];
        await stage.send(id, { _msgid: id, payload: 1, value: 0.5 });
        const [outs, errors] = [stage.out.length - before[0]!, stage.caught.length - before[1]!];
        should(outs + errors).equal(1, id);
        if (errors === 0) continue;
        const { error, hub: report } = stage.caught.at(-1) as { error: { message: string }; hub: object };
        should(report).match({ code: /^(HUB_BAD_ANSWER|HUB_NOT_FOUND|BAD_INPUT)$/ });
        if (!id.startsWith('get')) should(report).match({ outcome: /^(not-sent|refused)$/ });
        should(error.message).not.match(/undefined|TypeError|not iterable|Cannot read|\[object|__/);
      }
      should(stage.caught.map(({ hub: { operation } }) => operation)).not.containEql('setProperty');
    });

  for (const [name, given] of Object.entries(ANSWERS))
    it(`(${name}) ends no watch: it reads again, and then has the value`, async () => {
      answer = given;
      stage = await open(WATCHES);
      const reads = (path: RegExp) => hub.requests.filter(({ url }) => path.test(url)).length;
      const all = [/\/engines$/, /\/properties\//, /\/items$/];
      const before = all.map(reads);
      await stage.until(() => all.every((path, index) => reads(path) > before[index]! + 1));
      for (const { error } of stage.caught)
        should(error.message).not.match(/undefined|TypeError|not iterable|Cannot read|\[object|__/);
      const row = { id: 101, status: { program: 'Playing', preview: 'Available', online: true }, Value: 0.25 };
      answer = [200, JSON.stringify([row])];
      await stage.until(() => stage.out.some(({ payload }) => payload === 'program'));
      answer = [200, JSON.stringify(row)];
      await stage.until(() => stage.out.some(({ payload }) => payload === 0.25));
    });

  it('fails the watch of each read, except for an empty list', async function () {
    this.timeout(60_000);
    const names = operations.flatMap(({ kind, name }) => (kind === 'read' ? name : []));
    should(Object.keys(READS).sort()).eql([...names].sort());
    const entries = Object.entries(READS);
    answers = new Map(entries.map(([, [, path, body]]) => [path, body]));
    const parts = entries.map(([name, [params]]) => watch(name, name, params, { wires: [['out']] }));
    stage = await open(parts);
    const failed = () => stage.caught.map(({ hub: { operation } }) => operation as string);
    const isOut = ({ payload }: { payload?: unknown }, body: unknown) => isDeepStrictEqual(payload, body);
    const expectedOf = (name: string, body: unknown) => (name === 'getLinearEngine' ? linearEngine : body);
    const allAreOut = () =>
      entries.every(([name, [, , body]]) =>
        stage.out.some(
          (msg) => (msg.hub as { operation: string }).operation === name && isOut(msg, expectedOf(name, body)),
        ),
      );
    await stage.until(allAreOut);
    should(stage.caught).be.empty();
    for (const [name, body] of Object.entries(ANSWERS).filter(([each]) => each !== 'an empty list')) {
      stage.out.length = 0;
      stage.caught.length = 0;
      answers = new Map();
      answer = body;
      // A list of ids has no rows to check.
      const withShape = name === 'a list of null' ? ['listRenderers'] : [];
      const failing = entries.map(([each]) => each).filter((each) => !withShape.includes(each));
      await stage.until(() => failing.every((each) => failed().includes(each)));
      // It is looked for in a list, which here has no row of it.
      const others = stage.caught.filter(({ hub: { operation } }) => operation !== 'getLinearEngine');
      should(others.every(({ hub: { code } }) => code === 'HUB_BAD_ANSWER')).equal(true, name);
      should(stage.out.filter(({ hub }) => failing.includes((hub as { operation: string }).operation))).be.empty();
      answers = new Map(entries.map(([, [, path, each]]) => [path, each]));
      await stage.until(allAreOut);
    }
  });

  for (const body of WITHOUT_VALUE)
    it(`(${JSON.stringify(body)}) fails the watch of a property`, async () => {
      answer = [200, JSON.stringify(body)];
      stage = await open([watch('value', 'getProperty', property, { path: 'Value' })]);
      await stage.until(() => stage.caught.length === 1);
      should(stage.caught[0]?.hub).match({ code: 'HUB_BAD_ANSWER' });
      should(stage.out).be.empty();
    });

  for (const name of ['an empty body', 'no content', 'null'])
    it(`(${name}) is the success of a change of a property`, async () => {
      answer = ANSWERS[name]!;
      stage = await open(COMMANDS);
      await stage.send('setProperty', { _msgid: 'p', value: 0.5 });
      should(stage.out[0]).match({ payload: null, hub: { operation: 'setProperty', outcome: 'done' } });
      await stage.until(() => stage.status('setProperty').fill === 'green');
    });

  it('reports that the list of shows is unreadable, and not that no show has the rundown', async () => {
    stage = await open(COMMANDS);
    for (const name of ['an empty body', 'null', 'an object with an error', 'true']) {
      answer = ANSWERS[name]!;
      for (const id of ['everythingOut', 'getShow', 'getLinearEngine']) {
        await stage.send(id, { _msgid: `${id} ${name}` });
        const [{ error, hub: report }] = stage.caught.splice(0) as [{ error: { message: string }; hub: object }];
        should(report).match({ code: 'HUB_BAD_ANSWER' });
        should(error.message).match(/unreadable answer\. Check the hub\./);
      }
    }
  });
});
