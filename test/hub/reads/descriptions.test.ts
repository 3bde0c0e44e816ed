import should from 'should';
import { findOperation, type HubSettings, type Operation } from '../../../dist/hub/index.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub, type SteppedRequest } from '../stepped-hub.js';

const BUTTONS = [
  { key: 'k1', label: 'In' },
  { key: 'k2', label: 'Out' },
];
const SWAPPED = [
  { key: 'k2', label: 'In' },
  { key: 'k1', label: 'Out' },
];
const ITEM = 'GET /playout/rundowns/1/items/2';
const LIST = 'GET /playout/rundowns/1/items';

/** All answers take this long. A press expires after 2 s. */
const SLOW_MS = 3000;

describe('the description of an item that a node uses', () => {
  const stage = new SteppedHub();
  const owner = {};
  let buttons: object[];
  let delay: number;

  const bodies: Record<string, () => unknown> = {
    [ITEM]: () => ({ buttons }),
    [LIST]: () => [
      { id: 1, buttons },
      { id: 2, buttons },
    ],
    'GET /linear/rundown/5/1/items': () => [{ id: 2, buttons: { k1: 'In', k2: 'Out' } }],
    'GET /newsroom/rundowns/N/R': () => ({ items: [{ storyID: 's', itemID: 'i', mosObject: { buttons } }] }),
    'GET /engines/1/nodes/N/functions/F': () => ({ Properties: { In: { PropertyPath: 'k1' } } }),
  };

  function start(settings: Partial<HubSettings> = {}): void {
    stage.restart({ dialect: 2, timeout: 5000, ...settings });
    buttons = BUTTONS;
    delay = SLOW_MS;
    stage.onSend = (request) => {
      // The answer has the state at the moment of the request.
      const body = bodies[request.line]?.() ?? {};
      stage.clock.setTimeout(() => request.answer(body), delay);
    };
  }

  beforeEach(() => start());

  afterEach(async () => {
    stage.hub.close();
    // Only the timers of the answers end.
    await stage.advance(SLOW_MS);
    should(stage.clock.timers).equal(0);
  });

  const operation = (name: string) => findOperation(name) as Operation;
  const keep = (name: string, params: Params, isUsed = false) =>
    stage.hub.descriptions.keep(operation(name), params, owner, { isUsed });

  /** A press as a node sends it. */
  function press(buttonKey: string, itemId = 2): Promise<unknown> {
    const params = { rundownId: 1, itemId, buttonKey };
    keep('pressItemButton', params, true);
    return stage.run('pressItemButton', params, { owner });
  }
  const reads = () => stage.lines('GET');
  const commands = () => stage.lines('POST').map((line) => line.replace('POST /playout/rundowns/1/items/2/', ''));

  async function ready(): Promise<void> {
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(SLOW_MS + 100);
  }

  it('is read every 10 s, every second after a press, and no more after the last node was closed', async () => {
    delay = 0;
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(60_000);
    should(reads()).have.length(7);
    const call = press('In');
    await stage.advance(10_000);
    await call;
    should(reads().length).be.within(7 + 10, 7 + 12);
    const before = reads().length;
    await stage.advance(60_000);
    should(reads().length - before).be.within(5, 7);
    stage.hub.abandon(owner);
    const last = reads().length;
    await stage.advance(60_000);
    should(reads()).have.length(last);
    should(stage.clock.timers).equal(0);
  });

  it('is read until the last of several nodes was closed, also after another one uses it again', async () => {
    delay = 0;
    const [first, second] = [{}, {}];
    const params = { rundownId: 1, itemId: 2 };
    for (const each of [first, second, second])
      stage.hub.descriptions.keep(operation('pressItemButton'), params, each, { isUsed: false });
    await stage.advance(10_000);
    for (const [closed, isRead] of [
      [first, true],
      [first, true],
      [second, false],
    ] as const) {
      stage.hub.abandon(closed);
      const before = reads().length;
      await stage.advance(30_000);
      should(reads().length > before).equal(isRead);
    }
  });

  it('is read with all others of its rundown, if nodes use several', async () => {
    for (const itemId of [1, 2, 2]) keep('pressItemButton', { rundownId: 1, itemId });
    await stage.advance(30_000);
    should(new Set(reads())).eql(new Set([LIST]));
    should(reads().length).be.within(3, 4);
    for (const itemId of [1, 2]) {
      const call = press('Out', itemId);
      await stage.advance(500 + SLOW_MS);
      await call;
    }
    should(stage.lines('POST')).eql([1, 2].map((itemId) => `POST /playout/rundowns/1/items/${itemId}/k2`));
  });

  it('is read alone if the list of its rundown has no buttons, or does not exist', async () => {
    delay = 0;
    const answers: ((request: SteppedRequest) => void)[] = [
      (request) => request.answer([{ id: 1, buttons: BUTTONS }, { id: 2 }]),
      (request) => request.answer({ success: true }),
      (request) => request.answer({}, 404),
    ];
    for (const answer of answers) {
      stage.hub.abandon(owner);
      stage.requests.length = 0;
      stage.onSend = (request) => {
        if (request.line === LIST) answer(request);
        else if (request.line === 'PUT /batch') request.answer({}, 404);
        else request.answer({ buttons: BUTTONS });
      };
      for (const itemId of [1, 2]) keep('pressItemButton', { rundownId: 1, itemId });
      await stage.advance(100);
      should(reads()).containEql(ITEM);
    }
  });

  it('is not read while the hub is away, and at once when it is back', async () => {
    delay = 0;
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(1000);
    stage.onSend = (request) => request.fail('HUB_UNREACHABLE');
    await stage.advance(60_000);
    const before = reads().filter((line) => line === ITEM).length;
    await stage.advance(60_000);
    should(reads().filter((line) => line === ITEM)).have.length(before);
    stage.onSend = (request) => request.answer({ buttons: BUTTONS });
    await stage.advance(2000);
    should(reads().filter((line) => line === ITEM).length).be.above(before);
  });

  it('is not read if only one request may be in flight', async () => {
    start({ maxInFlight: 1 });
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(60_000);
    should(reads()).be.empty();
  });

  it('of an item from a message is read for a minute after its last press', async () => {
    delay = 0;
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    stage.onSend = (request) =>
      request.answer(request.line === LIST ? ids.map((id) => ({ id, buttons })) : { buttons });
    for (const id of ids) await Promise.all([press('In', id), stage.advance(250)]);
    const last = stage.clock.now();
    await stage.advance(50_000);
    const before = stage.lines().length;
    await stage.advance(last + 60_000 - stage.clock.now());
    should(stage.lines().length).be.above(before);
    const after = stage.lines().length;
    await stage.advance(10 * 60_000);
    should(stage.lines()).have.length(after);
    should(stage.clock.timers).equal(0);
  });

  it('of a saved item is read after that minute too, also if a message presses it', async () => {
    delay = 0;
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    const call = press('In');
    await stage.advance(100_000);
    await call;
    const before = reads().length;
    await stage.advance(60_000);
    should(reads().length - before).be.within(5, 7);
  });

  it('is read with the lists of the things that were chosen by name, for a trigger and for a level that is not sent', async () => {
    const chosen = (name: string, value: unknown) => ({ [name]: { type: 'num', value, label: 'Übergabe' } });
    const press = { rundownId: 1, itemId: 2, buttonKey: 'In' };
    const level = { rundownId: 1, itemId: 2, data: {} };
    const cases: [string, Params, boolean, string[]][] = [
      ['pressItemButton', press, true, [LIST]],
      ['pressItemButton', press, false, [LIST]],
      ['updateItem', level, false, [LIST]],
      ['updateItem', level, true, []],
      ['getItem', { rundownId: 1, itemId: 2 }, false, []],
    ];
    for (const [name, params, isUsed, expected] of cases) {
      start();
      delay = 0;
      stage.hub.descriptions.keep(operation(name), params, owner, { isUsed, chosen: chosen('itemId', 2) });
      await stage.advance(100);
      should(reads()).eql(expected);
      stage.hub.close();
      await stage.advance(SLOW_MS);
    }
  });

  it('is read for the entries of a batch, and for no other values', async () => {
    delay = 0;
    const params = { rundownId: 1, itemId: 2, buttonKey: 'In' };
    const entries = [null, 5, { operation: 'nothing', params }, { operation: 'pressItemButton' }, { params }];
    for (const name of ['batch', 'everythingOut', 'setProperty']) keep(name, { entries }, true);
    await stage.advance(100);
    should(reads()).eql([]);
    keep('batch', { entries: [...entries, { operation: 'pressItemButton', params }] }, true);
    await stage.advance(100);
    should(reads()).eql([ITEM]);
  });

  it('is read for at most a hundred things', async () => {
    delay = 0;
    for (let rundownId = 0; rundownId < 150; rundownId++) keep('pressItemButton', { rundownId, itemId: 2 });
    await stage.advance(1000);
    const paths = stage.requests.flatMap(({ line, body }) =>
      line === 'PUT /batch' ? (body as { url: string }[]).map(({ url }) => url) : [line.replace('GET ', '')],
    );
    should(new Set(paths).size).equal(100);
    should(paths).containEql('/playout/rundowns/149/items/2');
  });

  describe('lets its button be used if the hub is slow: it', () => {
    it('is pressed after a quarter of the expiry if the hub is slow, also the first time', async () => {
      await ready();
      const call = press('In');
      await stage.advance(499);
      should(commands()).be.empty();
      await stage.advance(1);
      should(commands()).eql(['k1']);
      await stage.advance(SLOW_MS);
      await call;
    });

    it('is never pressed by a label that a later read has shown on another key', async () => {
      await ready();
      buttons = SWAPPED;
      // A read after the swap has just been answered, and no read has confirmed it.
      await stage.advance(10_000);
      const call = failing(press('In'));
      await stage.advance(2000);
      should(await call).match({ code: 'EXPIRED', outcome: 'not-sent', facts: { waitedFor: 'lookUp' } });
      should(commands()).be.empty();
      await stage.advance(SLOW_MS);
      const next = press('In');
      await stage.advance(500 + SLOW_MS);
      await next;
      should(commands()).eql(['k2']);
    });

    it('is pressed with a description of the last 2 minutes, and never with an older one', async () => {
      await ready();
      // Its later reads are never answered.
      stage.onSend = (request) => request.line !== ITEM && request.answer({});
      await stage.advance(110_000);
      const call = press('In');
      await stage.advance(500);
      await call;
      should(commands()).eql(['k1']);
      await stage.advance(10_000);
      const late = failing(press('In'));
      await stage.advance(2000);
      should(await late).match({ code: 'EXPIRED', outcome: 'not-sent', facts: { waitedFor: 'lookUp' } });
      should(commands()).eql(['k1']);
    });

    it('is pressed by its key, also if its label was swapped', async () => {
      await ready();
      buttons = SWAPPED;
      await stage.advance(10_000);
      const call = press('k1');
      await stage.advance(500 + SLOW_MS);
      await call;
      should(commands()).eql(['k1']);
    });

    it('is not pressed if nobody keeps its description', async () => {
      const call = () => stage.run('pressItemButton', { rundownId: 1, itemId: 2, buttonKey: 'In' });
      for (const _ of [1, 2]) {
        const end = failing(call());
        await stage.advance(SLOW_MS + 100);
        should(await end).have.property('code', 'EXPIRED');
      }
      should(commands()).be.empty();
    });

    it('is not pressed with a description from before its template was changed', async () => {
      await ready();
      const update = stage.run('updateItem', { rundownId: 1, itemId: 2, template: 'Other' });
      await stage.advance(SLOW_MS);
      await update;
      const call = failing(press('In'));
      await stage.advance(2000);
      should(await call).match({ code: 'EXPIRED', facts: { waitedFor: 'lookUp' } });
    });

    it('is pressed again soon after its template was changed, because its description is read at once', async () => {
      await ready();
      const update = stage.run('updateItem', { rundownId: 1, itemId: 2, template: 'Other' });
      await stage.advance(SLOW_MS);
      await update;
      await stage.advance(1000 + SLOW_MS);
      const call = press('In');
      await stage.advance(500 + SLOW_MS);
      await call;
      should(commands()).eql(['k1']);
    });

    const others: [string, Params, string][] = [
      [
        'pressLinearButton',
        { engineId: 5, rundownId: 1, itemId: 2, buttonKey: 'In' },
        'linear/rundown/5/1/items/2/buttons/k1',
      ],
      [
        'pressNewsroomButton',
        { ncsID: 'N', roID: 'R', storyID: 's', itemID: 'i', buttonKey: 'In' },
        'newsroom/rundowns/N/R/s/i/k1',
      ],
      [
        'callFunction',
        { engineId: 1, nodePath: 'N', functionPath: 'F', Parameters: { In: 1 } },
        'engines/1/nodes/N/functions/F',
      ],
    ];
    for (const [name, params, path] of others)
      it(`is kept for ${name} too`, async () => {
        keep(name, params);
        await stage.advance(SLOW_MS + 100);
        const call = stage.run(name, params, { owner });
        await stage.advance(500 + SLOW_MS);
        await call;
        should(stage.lines('POST')).eql([`POST /${path}`]);
      });

    it('is kept for the entries of a batch too', async () => {
      const entries = [{ operation: 'pressItemButton', params: { rundownId: 1, itemId: 2, buttonKey: 'In' } }];
      keep('batch', { entries });
      await stage.advance(SLOW_MS + 100);
      stage.run('batch', { entries }, { owner }).catch(() => {});
      await stage.advance(500);
      const sent = stage.requests.find(({ line }) => line === 'PUT /batch');
      should(sent?.body).match([{ url: '/playout/rundowns/1/items/2/k1', verb: 'POST' }]);
    });
  });
});
