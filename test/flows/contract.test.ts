import { isDeepStrictEqual } from 'node:util';
import should from 'should';
import { operations as table } from '../../dist/hub/table/operations.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import type { Card } from '../operations/card.js';
import { cards, IN_PATHS, inPath, onDialect } from '../operations/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf, nodeNames, perform, type Stage } from './stage.js';

/** A sample value by the type of a parameter. The text contains characters that need escaping in a URL. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  id: 200,
  'id | null': null,
  integer: 3,
  'number from 0': 0.5,
  text: 'A//b;c\\d e.f%2F/ü',
  object: { Name: 'Zoë' },
  '0 | 1': 1,
  'boolean | number | text | object | list': { x: 0.5, y: 1, z: 0 },
  'Constant | Linear | EaseIn | EaseOut | EaseInOut': 'EaseOut',
  'RE | RE5 | UE': 'UE',
  'list of id': [71, 72],
  'list of integer': [1],
  'list of {PropertyPath: text, payload: {value: any}}': [
    { PropertyPath: 'Channel//In/0', payload: { value: 'CAM 3' } },
  ],
  'list of {id: integer | text, url: text, verb: GET | PATCH | PUT | POST, body?: any}': [
    { id: 1, url: '/playout/rundowns', verb: 'POST', body: { name: 'New' } },
  ],
};

const bodyOf = ({ body = {} }: Card) =>
  Object.fromEntries(Object.entries(body).map(([name, held]) => [name.replace('?', ''), SAMPLES[held]]));

/** All parameters of an operation, including optional ones. */
const paramsOf = (card: Card): Record<string, unknown> => ({
  ...Object.fromEntries(inPath(card).map((name) => [name, SAMPLES[IN_PATHS[name] ?? '']])),
  ...bodyOf(card),
});

/** The answer to a look-up: no buttons, so that values are sent unchanged, and a newsroom item. A linear rundown is empty. */
const LOOKED_UP = { items: [{ storyID: SAMPLES.text, itemID: SAMPLES.text, mosObject: {} }] };

/** The expected request. */
function expected(card: Card) {
  const values: Record<string, unknown> = { ...paramsOf(card), linear: 'linear' };
  const [method, path = ''] = card.request.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const { entries, ...fields } = bodyOf(card);
  return { method, url: `/api/rest/v1${url}`, body: card.body && (entries ?? fields) };
}

const operations = nodeNames.flatMap((node) => cards.filter(({ area }) => area === node));

describe('every operation', () => {
  let hub: HostileHub;
  let stage: Stage;
  let isReadTest = true;
  let answer: { status: number; type: string; text: string };

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      const lookedUp = url.startsWith('/api/rest/v1/linear/') ? [] : LOOKED_UP;
      if (method === 'GET' && !isReadTest) return response.writeHead(200).end(JSON.stringify(lookedUp));
      return response.writeHead(answer.status, answer.type ? { 'Content-Type': answer.type } : {}).end(answer.text);
    });
    const parts = operations.map((card) => ({
      id: `do ${card.name}`,
      type: `hub-${card.area}`,
      operation: card.name,
      params: Object.fromEntries(
        Object.entries(paramsOf(card)).map(([parameter, value]) => [parameter, literal(value)]),
      ),
    }));
    // With one request at a time, nodes read no descriptions before a message.
    stage = await perform({ baseUrl: hub.url, auth: 'none', maxInFlight: 1 }, parts);
    answer = { status: 200, type: 'application/json', text: '[]' };
    await stage.until(() => hub.requests.length > 0);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  it('is offered by a node', () => {
    should(operations.map(({ name }) => name).sort()).eql(cards.map(({ name }) => name).sort());
  });

  for (const card of operations)
    describe(card.name, () => {
      const { name, area } = card;
      const commands = () => hub.requests.filter(({ method }) => isReadTest || method !== 'GET');

      before(() => {
        isReadTest = card.kind === 'read';
      });

      it('sends the documented request, and puts the answer into the message', async () => {
        const [status, body] = card.answer;
        answer =
          typeof body === 'string'
            ? { status, type: 'text/plain', text: body }
            : { status, type: body === undefined ? '' : 'application/json', text: JSON.stringify(body) ?? '' };
        const before = commands().length;
        const outs = stage.out.length;
        await stage.send(`do ${name}`, { _msgid: name, payload: 'x', topic: 'kept', other: { kept: true } });
        should(stage.caught).be.empty();

        const { method, url, body: sent } = commands()[before] ?? {};
        should({ method, url, body: sent ? JSON.parse(sent) : undefined }).eql(expected(card));
        should(commands()).have.length(before + 1);

        should(stage.out).have.length(outs + 1);
        const msg = stage.out.at(-1) ?? {};
        should(msg).have.properties({ _msgid: name, topic: 'kept', other: { kept: true }, statusCode: status });
        should(msg.payload).eql(body ?? null);
        should(msg.hub).have.properties({ operation: name, area, outcome: 'done' });
        should(msg.hub.params).eql(paramsOf(card));
        should([msg.hub.elapsed, msg.hub.waited, msg.hub.at].every(Number.isFinite)).be.true();
        should(stage.completed.filter(({ _msgid }) => _msgid === name)).have.length(1);
      });
    });

  const failures: [number, string, string, string][] = [
    [401, 'HUB_AUTH', 'refused', '{"error":"no"}'],
    [403, 'HUB_AUTH', 'refused', '{"error":"no"}'],
    [404, 'HUB_NOT_FOUND', 'refused', 'no'],
    [422, 'HUB_REJECTED', 'refused', '{"error":"no"}'],
    [500, 'HUB_FAULT', 'unknown', '500: Internal server error'],
  ];
  // One code path reports every status of every operation, so each operation meets one of them.
  it('reports a failure', async () => {
    for (const [index, { name, area, kind }] of operations.entries()) {
      const [status, code, outcome, text] = failures[index % failures.length]!;
      const type = text.startsWith('{') ? 'application/json' : 'text/plain';
      isReadTest = kind === 'read';
      answer = { status, type, text };
      const outs = stage.out.length;
      const id = `${name} ${status}`;
      const start = Date.now();
      await stage.send(`do ${name}`, { _msgid: id, payload: 'x', topic: 'kept' });
      should(stage.out).have.length(outs);
      should(stage.completed.filter(({ _msgid }) => _msgid === id)).be.empty();
      const caught = stage.caught.splice(0);
      should(caught).have.length(1, id);
      const [msg = {}] = caught;
      should(msg).have.properties({ topic: 'kept', statusCode: status });
      should(msg.payload).eql(type === 'text/plain' ? text : JSON.parse(text), id);
      should(msg.hub).have.properties({ operation: name, area, code, outcome });
      should(msg.hub.at).be.within(start, Date.now());
      should(msg.error.code).equal(code, id);
      should(msg.error.message)
        .containEql(String(status))
        .and.match(/\bno\b|Internal server error/);
    }
  });
});

describe('a show with every operation of the hub', () => {
  /** One show, in which every operation of the hub occurs once. */
  const SHOW = nodeNames.flatMap((node) => cards.filter(({ area }) => area === node));

  const open = (hub: Simulator, dialect: 1 | 2, linearSegment: string): Promise<Stage> =>
    perform(
      { baseUrl: hub.url, dialect: String(dialect), linearSegment },
      SHOW.map(({ name, area, params, inShow = params }) => ({
        id: `do ${name}`,
        type: `hub-${area}`,
        operation: name,
        params: Object.fromEntries(
          Object.entries(onDialect(dialect, inShow)).map(([key, value]) => [key, literal(value)]),
        ),
      })),
      { apiKey: 'rh_key' },
    );

  it('contains each operation of the table once', () => {
    should(SHOW.map(({ name }) => name).sort()).eql(table.map(({ name }) => name).sort());
  });

  // The other segment than usual, so that none is derived from the dialect.
  for (const [dialect, linearSegment] of [
    [1, 'lino'],
    [2, 'linear'],
  ] as const)
    it(`succeeds on a hub of dialect ${dialect} with ${linearSegment}`, async () => {
      // Only the early builds of dialect 2 have every operation.
      const hub = await startSimulator({ dialect, linearSegment, apiKey: 'rh_key', early: dialect === 2 });
      const stage = await open(hub, dialect, linearSegment);
      try {
        for (const { name } of SHOW) await stage.send(`do ${name}`, { _msgid: name });
        const unknown = SHOW.filter(({ dialects }) => dialects && !dialects.includes(dialect)).map(({ name }) => name);
        should(stage.caught.map(({ _msgid, error }) => [_msgid, error.code])).eql(
          unknown.map((name) => [name, 'HUB_NOT_FOUND']),
        );
        for (const { error } of stage.caught) should(error.message).containEql('needs a hub of revision 2');
        should(stage.out.map(({ _msgid }) => _msgid)).eql(
          SHOW.map(({ name }) => name).filter((name) => !unknown.includes(name)),
        );
      } finally {
        await stage.close();
        await hub.close();
      }
    });
});

describe('a hub that answers almost nothing', () => {
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

  it('fails the watch of each read, except for an empty list', async function () {
    this.timeout(60_000);
    const names = table.flatMap(({ kind, name }) => (kind === 'read' ? name : []));
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
});
