import should from 'should';
import { operations } from '../../dist/hub/operations.js';
import { publicShape } from '../../dist/hub/shape.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type Bench, openBench, TAB } from './bench.js';
import * as editor from './page.js';
import { eventually } from './page.js';
import type { Step } from './picking.js';
import * as picking from './picking.js';

/** What a person does in the dialog of a new node, and what the hub then gets. */
interface Case {
  readonly node: string;
  readonly operation: string;
  readonly hub?: 'hub' | 'second';
  readonly by?: 'mouse' | 'keys';
  /** Typed or chosen before anything is picked. */
  readonly first?: (page: Bench['page']) => Promise<void>;
  /** Each field in which a list is opened, and what is chosen there from the outside in. */
  readonly picks: Readonly<Record<string, readonly Step[]>>;
  /** Fields of the hub that are added to a field of JSON. */
  readonly added?: Readonly<Record<string, readonly Step[]>>;
  /** What the added fields make of the field. */
  readonly json?: object;
  /** What is picked along the way, or not sent. */
  readonly beside?: readonly string[];
  readonly payload?: unknown;
  /** What the hub gets besides what was picked. */
  readonly sent?: object;
}

const typed = (param: string, text: string) => (page: Bench['page']) => editor.type(page, `hub-param-${param}`, text);
const chosen = (param: string, value: string) => (page: Bench['page']) =>
  editor.chooseOption(page, `hub-param-${param}`, value);

const STORY = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
const RUNDOWN = '2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
const ENPS: Step = ['2016ENPS9VM001', '2016ENPS9VM001'];
const MUELLER: Step = ['LT Müller', '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901'];
const EVENING: Step = ['Evening News', RUNDOWN];
const WALL = '6f1c2a90-3d4e-4b5f-8a6b-000000000';

const cases: readonly Case[] = [
  {
    node: 'engine-property',
    operation: 'setProperty',
    picks: {
      propertyPath: [
        ['Studio B', '2'],
        ['Mixer', 'Mixer_0'],
        ['Overlay Position', 'Overlay//Position/0'],
      ],
      Component: [['y', 'y']],
    },
    beside: ['engineId', 'nodePath'],
    payload: 0.5,
    sent: { engineId: '2', nodePath: 'Mixer_0', propertyPath: 'Overlay//Position/0', Value: { x: 0, y: 0.5, z: 0 } },
  },
  {
    node: 'engine-property',
    operation: 'getProperty',
    by: 'keys',
    picks: {
      engineId: [['Video Wall', '3']],
      nodePath: [['Ticker', `${WALL}200`]],
      propertyPath: [['Headline', `${WALL}202`]],
    },
  },
  {
    node: 'engine-function',
    operation: 'callFunction',
    picks: {
      functionPath: [
        ['Arena', '4'],
        ['Scoreboard', '/Game/Maps/Arena.Arena:PersistentLevel.Scoreboard_2'],
        ['Show', 'Show'],
      ],
    },
    beside: ['engineId', 'nodePath'],
    added: { Parameters: [['Home', 'Home']] },
    json: { Home: 'Zürich' },
    sent: { engineId: '4', functionPath: 'Show' },
  },
  {
    node: 'playout-item',
    operation: 'pressItemButton',
    by: 'keys',
    picks: {
      rundownId: [['Match Night / Final', '52']],
      itemId: [['Score', '521']],
      buttonKey: [['Hide', 'hide']],
    },
  },
  {
    node: 'playout-item',
    operation: 'updateItem',
    picks: {
      itemId: [
        ['Evening News', '51'],
        ['Anchor', '512'],
      ],
      template: [['Lower Third', 'Lower Third']],
    },
    beside: ['rundownId'],
    added: { data: [['Title', 'Title']] },
    json: { Title: 'Anchor' },
    sent: { rundownId: '51', data: { Title: 'Anchor' } },
  },
  {
    node: 'playout-item',
    operation: 'downloadExternalData',
    picks: {
      externalDataFieldKey: [
        ['Evening News', '51'],
        ['Weather', '514'],
        ['Forecast', 'Forecast'],
      ],
    },
    beside: ['rundownId', 'itemId'],
    sent: { rundownId: '51', itemId: '514' },
  },
  {
    node: 'launcher',
    operation: 'createRenderer',
    first: chosen('engineType', 'UE'),
    picks: {
      configID: [['Match Night', '62']],
      launchConfigId: [['Match Night', '62']],
      engineId: [['Arena', '4']],
      projectId: [['Arena', '4']],
      stateId: [['Arena: match', '42']],
    },
    sent: { engineType: 'UE' },
  },
  {
    node: 'launcher',
    operation: 'startRenderer',
    by: 'keys',
    picks: {
      rendererID: [
        ['Breaking News', '61'],
        ['72', '72'],
      ],
    },
    beside: ['configID'],
    sent: { configID: '61' },
  },
  {
    node: 'linear-play',
    operation: 'playItem',
    first: chosen('preview', '1'),
    by: 'keys',
    picks: {
      itemId: [
        ['News Show', '101'],
        ['Evening News', '201'],
        ['Reporter', '2013'],
      ],
    },
    beside: ['engineId'],
    sent: { engineId: '101', preview: '1' },
  },
  {
    node: 'linear-play',
    operation: 'createLinearItem',
    first: typed('name', 'Expert'),
    picks: {
      rundownId: [
        ['Match Show', '102'],
        ['Final', '203'],
      ],
      templateId: [['Scoreboard', '303']],
    },
    beside: ['engineId'],
    added: { data: [['Home Score', 'Home Score']] },
    json: { 'Home Score': 0 },
    sent: { engineId: '102', name: 'Expert' },
  },
  {
    node: 'linear-play',
    operation: 'updateLinearItem',
    first: typed('name', 'Welcome back'),
    picks: {
      rundownId: [
        ['News Show', '101'],
        ['Evening News', '201'],
      ],
      itemId: [['Welcome', '2011']],
      templateId: [['Lower Third', '301']],
    },
    beside: ['engineId'],
    added: { data: [['Name', 'Name']] },
    json: { Name: 'Zoë Müller' },
    sent: { engineId: '101' },
  },
  {
    node: 'linear-play',
    operation: 'pressLinearButton',
    hub: 'second',
    picks: {
      buttonKey: [
        ['News Show', '101'],
        ['Evening News', '201'],
        ['Welcome', '2011'],
        ['Out', 'out'],
      ],
    },
    beside: ['engineId', 'rundownId', 'itemId'],
    sent: { engineId: '101', rundownId: '201', itemId: '2011' },
  },
  {
    node: 'newsroom-mos',
    operation: 'pressNewsroomButton',
    picks: {
      buttonKey: [ENPS, EVENING, ['Rail strike', STORY], ['Map of the lines', '2'], ['Zoom in', 'zoomIn']],
    },
    beside: ['ncsID', 'roID', 'storyID', 'itemID'],
    sent: { ncsID: ENPS[1], roID: RUNDOWN, storyID: STORY, itemID: '2' },
  },
  {
    node: 'newsroom-mos',
    operation: 'updateMosObject',
    by: 'keys',
    picks: { objID: [ENPS, EVENING, MUELLER] },
    beside: ['ncsID', 'roID'],
    added: { data: [['Name', 'Name']] },
    json: { Name: 'Zoë Müller' },
  },
  {
    node: 'graph',
    operation: 'loadGraph',
    picks: { graphId: [['Election Wall', '12']], engineHostId: [['Video Wall', '3']] },
  },
  {
    node: 'graph',
    operation: 'loadRgraph',
    by: 'keys',
    picks: { rgraphId: [['Morning Show; weekend', '23']], engineHostId: [['Studio B', '2']] },
  },
  {
    node: 'graph',
    operation: 'loadUstate',
    picks: { ustateId: [['Arena: match', '42']], engineHostId: [['Arena', '4']] },
  },
  {
    node: 'batch',
    operation: 'batch',
    picks: {},
    payload: [{ operation: 'getEngine', params: { engineId: 2 } }],
    sent: { 0: { id: 1, url: '/engines/2', verb: 'GET' } },
  },
  {
    node: 'watch',
    operation: 'getLinearItem',
    picks: {
      itemId: [
        ['News Show', '101'],
        ['Evening News', '201'],
        ['Closing', '2014'],
      ],
    },
    beside: ['engineId', 'rundownId'],
    sent: { engineId: '101', rundownId: '201' },
  },
];

const idOf = ({ node, operation }: Case) => `${node} ${operation}`;

describe('the pickers', function () {
  this.timeout(60_000);
  let bench: Bench;
  let simulators: Record<'hub' | 'second', Simulator>;
  const page = () => bench.page;
  /** What each dialog showed when it was left, by node and field. */
  const left = new Map<string, Record<string, string>>();

  before(async () => {
    simulators = { hub: await startSimulator(), second: await startSimulator({ dialect: 2 }) };
    bench = await openBench();
    const second = { id: 'second', name: 'Second', dialect: '2', linearSegment: 'lino' };
    await bench.deploy(
      picking.hubAt(simulators.hub.url),
      picking.hubAt(simulators.second.url, second),
      // Node-RED asks before it deploys a configuration that nobody uses.
      ...['hub', 'second'].map((hub) => picking.setter(`user of ${hub}`, { hub, operation: 'listEngines' })),
    );
  });

  after(async () => {
    await bench?.close();
    for (const simulator of Object.values(simulators ?? {})) await simulator.close();
  });

  afterEach(async () => {
    if (await page().$('#node-dialog-cancel')) await editor.press(page(), 'node-dialog-cancel');
    should(bench.complaints).eql([]);
  });

  it('are all tried here: one of every kind of thing that the table names', () => {
    const parameters = publicShape(operations).flatMap((operation) =>
      operation.parameters.map((parameter) => ({ ...parameter, operation: operation.name })),
    );
    const named = (all: typeof parameters) =>
      [...new Set(all.flatMap(({ names, fields }) => [names, fields]).filter((name) => name !== undefined))].sort();
    const tried = parameters.filter(({ operation, name }) =>
      cases.some(
        (one) =>
          (one.operation === operation && [one.picks, one.added ?? {}].some((fields) => name in fields)) ||
          (one.operation === operation && one.beside?.includes(name)),
      ),
    );
    should(named(tried)).eql(named(parameters));
  });

  for (const one of cases)
    it(`choose for ${one.operation} of ${one.node} what the hub then gets (${one.by ?? 'mouse'})`, async () => {
      const id = idOf(one);
      const { journal } = simulators[one.hub ?? 'hub'];
      const sender = picking.inject(`${id} sender`, id, one.payload ?? true);
      await picking.add(page(), { id, type: `hub-${one.node}`, z: TAB, operation: '' }, sender);

      await editor.openNode(page(), id);
      await page().selectOption('#node-input-hub', one.hub ?? 'hub');
      await page().selectOption('#node-input-operation', one.operation);
      await one.first?.(page());
      const choose = one.by === 'keys' ? picking.pickByKeys : picking.pick;
      for (const [param, steps] of Object.entries(one.picks)) await choose(page(), param, ...steps);
      for (const [param, steps] of Object.entries(one.added ?? {})) {
        await picking.addField(page(), param, ...steps);
        should(JSON.parse(await page().inputValue(`#hub-param-${param}`))).eql(one.json);
      }
      for (const [param, steps] of Object.entries(one.picks))
        should(await picking.shown(page(), param)).equal(steps.at(-1)![0]);
      const fields = await editor.shownParams(page());
      const seen: Record<string, string> = {};
      for (const field of fields) seen[field] = await picking.shown(page(), field);
      for (const param of one.beside ?? []) should(seen[param]).not.be.empty();
      left.set(id, seen);
      await editor.press(page(), 'node-dialog-ok');
      should(await editor.reasons(page(), id)).eql([]);

      const saved = (await editor.exported(page(), id)).params as Record<string, { value: string; label?: string }>;
      for (const [param, steps] of Object.entries(one.picks)) {
        const [label, value] = steps.at(-1)!;
        should(saved[param]).have.properties({ label, value });
      }

      await picking.deploy(page());
      const before = journal.length;
      await picking.sendFrom(page(), `${id} sender`);
      const sent = await eventually(() => {
        const entry = journal.slice(one.node === 'watch' ? 0 : before).findLast((it) => it.operation === one.operation);
        should(entry?.statusCode).be.oneOf(200, 201, 204);
        return { ...(entry!.body as object), ...entry!.params } as Record<string, unknown>;
      });
      for (const [param, value] of Object.entries(one.sent ?? {})) should(sent[param]).eql(value, param);
      // Where the engine takes only whole values, the node puts the component into one.
      for (const [param, steps] of Object.entries(one.picks))
        if (param !== 'Component') should(String(sent[param])).equal(steps.at(-1)![1]);
    });

  it('go without a mouse: Tab, Enter, a few letters, Enter; Escape closes the list alone', async () => {
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
    should(await picking.shown(page(), 'rundownId')).equal('choose…');

    await picking.typeThrough(page(), ['Match Night / Final', '52']);
    should(await focused('rundownId')).be.true();
    await tabTo('itemId');
    await press('Enter');
    await picking.options(page()).nth(2).waitFor();
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await eventually(async () => should(await picking.shown(page(), 'itemId')).equal('Commentator'));
    should(await focused('itemId')).be.true();
    await tabTo('buttonKey');
    await press('Space');
    await picking.options(page()).first().waitFor();
    await press('Enter');
    await eventually(async () => should(await picking.shown(page(), 'buttonKey')).equal('In'));
    await press('Control+Enter');
    await page().waitForSelector('#node-dialog-ok', { state: 'detached' });
    should((await editor.exported(page(), 'keys')).params).eql({
      rundownId: { type: 'num', value: '52', label: 'Match Night / Final' },
      itemId: { type: 'num', value: '522', label: 'Commentator' },
      buttonKey: { type: 'str', value: 'in', label: 'In' },
    });
  });

  it('show after a reload of the editor what was chosen', async () => {
    await page().reload();
    await page().waitForFunction(() => window.RED?.workspaces?.active());
    await page().waitForSelector('#red-ui-loading-progress', { state: 'hidden' });
    for (const [id, seen] of left) {
      await editor.openNode(page(), id);
      const fields = await editor.shownParams(page());
      should(fields).eql(Object.keys(seen));
      for (const field of fields) should(await picking.shown(page(), field)).equal(seen[field], `${field} of ${id}`);
      const before = await editor.exported(page(), id);
      await editor.press(page(), 'node-dialog-ok');
      should(await editor.exported(page(), id)).eql(before);
    }
  });
});
