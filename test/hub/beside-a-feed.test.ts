import should from 'should';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import type { Params } from '../../dist/hub/wire/request.js';
import { SteppedHub, type SteppedRequest } from './stepped-hub.js';

const BUTTONS = [
  { key: 'k1', label: 'Rein' },
  { key: 'k2', label: 'Raus' },
];

/** A feed sends this often: a clock, a score. */
const FEED_MS = 100;

const PRESSES = 8;

interface Command {
  readonly name: string;
  readonly params: Params;
}

const item = (itemId: number, more: object) => ({ rundownId: 1, itemId, ...more });
const linearItem = (itemId: number, more: object) => ({ engineId: 5, rundownId: 1, itemId, ...more });
const property = { engineId: 1, nodePath: 'Übergabe' };

const update = (data: object) => ({ name: 'updateItem', params: item(7, data) });
const batchOf = (entry: object) => ({ name: 'batch', params: { entries: [entry] } });

/** `count` is the number of the message, so that each is different. */
const feeds = {
  'the data of another playout item': (count: number) => update({ data: { Uhr: count } }),
  'the template of another playout item': (count: number) => update({ template: count % 2 === 0 ? 'Uhr' : '時計' }),
  'an object of the newsroom, also of the same rundown': (count: number) => ({
    ...{ name: 'updateMosObject', params: { objID: 'o2', data: { Uhr: count } } },
  }),
  'another Linear item': (count: number) => ({
    ...{ name: 'updateLinearItem', params: linearItem(7, { name: 'Uhr', templateId: 1, data: { Uhr: count } }) },
  }),
  'a property of the same node': (count: number) => ({
    ...{ name: 'setProperty', params: { ...property, propertyPath: 'Zeit', Value: count } },
  }),
  'batches with an item': (count: number) =>
    batchOf({ operation: 'updateItem', params: item(7, { data: { Uhr: count }, template: 'Uhr' }) }),
  'batches that the table does not have': (count: number) => batchOf({ url: '/wetter', verb: 'POST', body: { count } }),
  'the launch of another configuration': () => ({ name: 'launch', params: { configID: 9 } }),
};

const TEMPLATE = 'the template of another playout item';
const LINEAR = 'another Linear item';
const RAW = 'batches that the table does not have';
const LAUNCH = 'the launch of another configuration';
const SAME_NODE = 'a property of the same node';
const output = { engineId: 5, preview: 0 };
const newsroom = { ncsID: 'N', roID: 'R', storyID: 's', itemID: 'i' };
const reins = { buttonKey: 'Rein' };

/** The command of a key with its parameters, its request, and the feeds that meet it: in its rundown, or in its look-ups. */
const presses: [string, string, Params, string, ...(keyof typeof feeds)[]][] = [
  [
    ...(['playout', 'pressItemButton', item(2, reins), 'POST /playout/rundowns/1/items/2/k1'] as const),
    ...(['the data of another playout item', TEMPLATE, 'batches with an item', RAW] as const),
  ],
  [
    ...(['newsroom', 'pressNewsroomButton', { ...newsroom, ...reins }, 'POST /newsroom/rundowns/N/R/s/i/k1'] as const),
    ...(['an object of the newsroom, also of the same rundown', TEMPLATE, RAW] as const),
  ],
  [
    ...(['Linear button', 'pressLinearButton', linearItem(2, reins)] as const),
    ...(['POST /linear/rundown/5/1/items/2/buttons/k1', LINEAR, TEMPLATE] as const),
  ],
  ['play', 'playItem', { ...output, itemId: 2 }, 'PUT /linear/rundown/5/play/2/0', LINEAR],
  [
    ...(['play if available', 'playItem', { ...linearItem(2, output), onlyIfAvailable: true }] as const),
    ...(['PUT /linear/rundown/5/play/2/0', LINEAR, LAUNCH] as const),
  ],
  ['next', 'playNext', output, 'PUT /linear/rundown/5/playnext/0', LINEAR],
  ['out', 'takeOut', output, 'PUT /linear/rundown/5/out/0', LINEAR],
  [
    ...(['function', 'callFunction', { ...property, functionPath: 'F', Parameters: { Rein: 1 } }] as const),
    ...(['POST /engines/1/nodes/Übergabe/functions/F', SAME_NODE, LAUNCH] as const),
  ],
  [
    ...(['component', 'setProperty', { ...property, propertyPath: 'P', Component: 'x', Value: 1 }] as const),
    ...(['PATCH /engines/1/nodes/Übergabe/properties/P', SAME_NODE, RAW] as const),
  ],
];

describe('a press beside a feed', () => {
  const stage = new SteppedHub();
  const owner = {};
  let delay: number;
  /** Set if reads take another time. */
  let readDelay: number | undefined;

  const bodies: Record<string, unknown> = {
    'GET /playout/rundowns/1/items/2': { buttons: BUTTONS },
    'GET /playout/rundowns/1/items/7': { buttons: BUTTONS },
    'GET /linear/rundown/5/1/items': [{ id: 2, buttons: { k1: 'Rein' } }, { id: 7 }],
    'GET /newsroom/rundowns/N/R': {
      items: [{ storyID: 's', itemID: 'i', mosObject: { objID: 'o1', buttons: BUTTONS } }],
    },
    'GET /engines/1': { engineType: 'RE' },
    'GET /engines/1/nodes/Übergabe/functions/F': { Properties: { Rein: { PropertyPath: 'p1' } } },
    'GET /engines/1/nodes/Übergabe/properties/P': { Value: { x: 0, y: 0 } },
  };

  function reply(request: SteppedRequest): void {
    const entries = request.line === 'PUT /batch' && (request.body as { id: number; verb: string; url: string }[]);
    const bodyOf = (line: string) => bodies[line] ?? {};
    const body = entries
      ? entries.map(({ id, verb, url }) => ({
          id,
          responseCode: 200,
          responseBody: bodyOf(`${verb} ${decodeURIComponent(url)}`),
        }))
      : bodyOf(request.line);
    const isRead = request.line.startsWith('GET');
    stage.clock.setTimeout(() => request.open && request.answer(body), isRead ? (readDelay ?? delay) : delay);
  }

  beforeEach(() => {
    readDelay = undefined;
    stage.restart({ dialect: 2, timeout: 5000 });
    stage.onSend = reply;
  });

  afterEach(async () => {
    stage.hub.close();
    await stage.advance(delay);
    await stage.advance(10_000);
    should(stage.clock.timers).equal(0);
  });

  /** Sends a command as a node does. Returns undefined, or the code of its failure. */
  async function send({ name, params }: Command): Promise<string | undefined> {
    stage.hub.descriptions.keep(findOperation(name) as Operation, params, owner);
    try {
      await stage.run(name, params, { owner });
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  }

  /** The end of a call. At least `pauseMs` pass. */
  async function endOf<T>(call: Promise<T>, pauseMs: number): Promise<T> {
    let isOver = false;
    void call.finally(() => {
      isOver = true;
    });
    await stage.advance(pauseMs);
    while (!isOver) await stage.advance(50);
    return call;
  }

  /** Presses several times, beside a feed. Returns the failures. */
  async function pressBeside(feed: (count: number) => Command, press: Command, pauseMs: number): Promise<string[]> {
    let count = 0;
    let isOver = false;
    const sendNext = () => {
      if (isOver) return;
      count += 1;
      void send(feed(count));
      stage.clock.setTimeout(sendNext, FEED_MS);
    };
    sendNext();
    await stage.advance(2 * pauseMs);
    const failures: string[] = [];
    for (let index = 0; index < PRESSES; index++) {
      const failure = await endOf(send(press), pauseMs);
      if (failure) failures.push(`${index} ${failure}`);
    }
    isOver = true;
    await stage.advance(10_000);
    return failures;
  }

  for (const ms of [120, 1500])
    describe(`of a hub that answers in ${ms} ms`, () => {
      beforeEach(() => {
        delay = ms;
      });
      for (const [pressName, name, params, line, ...beside] of presses)
        for (const [feedName, feed] of beside.map((each) => [each, feeds[each]] as const))
          it(`arrives each time: ${pressName}, beside ${feedName}`, async () => {
            should(await pressBeside(feed, { name, params }, 2 * ms + 333)).eql([]);
            const sent = stage.lines().filter((each) => each === line);
            should(sent).have.length(PRESSES);
            const reads = stage.lines('GET').filter((each) => each in bodies);
            // Two for a press, and those of the descriptions that are kept, at most one a second.
            const seconds = stage.clock.now() / 1000;
            should(reads.length).be.below(2 * PRESSES + 2 * seconds + 10);
          });
    });

  it('arrives each time, also beside feeds that use all requests at once', async () => {
    delay = 1500;
    const manyFeeds = (count: number): Command => ({
      name: 'updateItem',
      params: item(100 + (count % 20), { data: { Uhr: count } }),
    });
    const press: Command = { name: 'pressItemButton', params: item(2, { buttonKey: 'Rein' }) };
    should(await pressBeside(manyFeeds, press, 3333)).eql([]);
    should(stage.lines('POST')).have.length(PRESSES);
  });

  it('arrives each time, also beside clocks that all change at once, if writes are slow and reads are fast', async () => {
    delay = 2500;
    readDelay = 50;
    let isOver = false;
    const tick = () => {
      if (isOver) return;
      for (let id = 100; id < 112; id++)
        void send({ name: 'updateItem', params: item(id, { data: { Uhr: stage.clock.now() } }) });
      stage.clock.setTimeout(tick, 1000);
    };
    tick();
    await stage.advance(4700);
    const press: Command = { name: 'pressItemButton', params: item(2, { buttonKey: 'Rein' }) };
    for (let index = 0; index < PRESSES; index++) should(await endOf(send(press), 2300)).be.undefined();
    isOver = true;
    await stage.advance(10_000);
    should(stage.lines('POST')).have.length(PRESSES);
  });

  /** Nodes use these items, and their descriptions were read. */
  async function useItems(count: number): Promise<Command[]> {
    const all = Array.from({ length: count }, (_, index) => 10 + index);
    bodies['GET /playout/rundowns/1/items'] = all.map((id) => ({ id, buttons: BUTTONS }));
    for (const id of all) bodies[`GET /playout/rundowns/1/items/${id}`] = { buttons: BUTTONS };
    const commands = all.map((id) => ({ name: 'pressItemButton', params: item(id, { buttonKey: 'Rein' }) }));
    for (const { name, params } of commands)
      stage.hub.descriptions.keep(findOperation(name) as Operation, params, owner, { isUsed: false });
    await stage.advance(2 * delay);
    return commands;
  }

  const pressed = () => stage.lines('POST').map((line) => Number(/items\/(\d+)\/k1$/.exec(line)?.[1]));

  it('arrives for six items of a rundown at once, although each answer takes 3 s', async () => {
    delay = 3000;
    const keys = await useItems(6);
    for (let turn = 0; turn < 3; turn++) {
      const calls = keys.map(send);
      await stage.advance(2000);
      should(pressed().slice(turn * 6)).eql([10, 11, 12, 13, 14, 15]);
      await stage.advance(10_000);
      should(await Promise.all(calls)).eql(Array(6).fill(undefined));
    }
  });

  it('arrives for each of 20 items of a rundown, one a second, although each answer takes 3 s, beside a feed', async () => {
    delay = 3000;
    const keys = await useItems(20);
    const calls: Promise<string | undefined>[] = [];
    for (const [index, key] of keys.entries()) {
      void send({ name: 'updateItem', params: item(9, { data: { Uhr: index } }) });
      calls.push(send(key));
      await stage.advance(1000);
    }
    await stage.advance(10_000);
    should(await Promise.all(calls)).eql(Array(20).fill(undefined));
    should(pressed()).eql(keys.map(({ params }) => params.itemId));
  });
});
