import should from 'should';
import { findOperation, type HubSettings, type Operation } from '../../../dist/hub/index.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const BUTTONS = [
  { key: 'k1', label: 'In' },
  { key: 'k2', label: 'Out' },
];
const SWAPPED = [
  { key: 'k2', label: 'In' },
  { key: 'k1', label: 'Out' },
];
const ITEM = 'GET /playout/rundowns/1/items/2';

/** All answers take this long. A press expires after 2 s. */
const SLOW_MS = 3000;

describe('the button of an item that a node uses', () => {
  const stage = new SteppedHub();
  const owner = {};
  let buttons: object[];
  let delay: number;

  const bodies: Record<string, () => unknown> = {
    [ITEM]: () => ({ buttons }),
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
  function press(buttonKey: string): Promise<unknown> {
    const params = { rundownId: 1, itemId: 2, buttonKey };
    keep('pressItemButton', params, true);
    return stage.run('pressItemButton', params, { owner });
  }
  const commands = () => stage.lines('POST').map((line) => line.replace('POST /playout/rundowns/1/items/2/', ''));

  async function ready(): Promise<void> {
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(SLOW_MS + 100);
  }

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

  it('is pressed as soon as its first description arrives, if the press was earlier', async () => {
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    await stage.advance(1500);
    const call = press('In');
    await stage.advance(1499);
    should(commands()).be.empty();
    await stage.advance(1);
    should(commands()).eql(['k1']);
    await stage.advance(SLOW_MS);
    await call;
  });

  it('is pressed with a read that begins after an earlier one has failed', async () => {
    delay = 6000;
    keep('pressItemButton', { rundownId: 1, itemId: 2 });
    const first = failing(press('In'));
    await stage.advance(4000);
    should(await first).have.property('code', 'EXPIRED');
    delay = 300;
    // The read of the first press fails after 5 s.
    const call = press('In');
    await stage.advance(1300);
    should(commands()).eql(['k1']);
    await stage.advance(300);
    await call;
  });

  it('is pressed twenty times while the hub is slow, and after minutes of pause', async () => {
    await ready();
    for (let index = 0; index < 20; index++) {
      if (index % 5 === 4) await stage.advance(300_000);
      const call = press(index % 2 === 0 ? 'In' : 'Out');
      await stage.advance(500 + SLOW_MS);
      await call;
    }
    should(commands()).eql(Array.from({ length: 10 }, () => ['k1', 'k2']).flat());
  });

  it('is pressed at once if the hub is fast, by the label that it has at that moment', async () => {
    delay = 20;
    await ready();
    buttons = SWAPPED;
    const call = press('In');
    await stage.advance(40);
    await call;
    should(commands()).eql(['k2']);
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

  it('is pressed with a kept description if the read of a fresh one ends at the timeout of the hub', async () => {
    start({ timeout: 300 });
    delay = 20;
    await ready();
    stage.onSend = (request) => request.line !== ITEM && request.answer({});
    const call = press('In');
    await stage.advance(300);
    await call;
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

  it('waits for less than a quarter if the press has waited for other commands', async () => {
    await ready();
    const first = press('In');
    await stage.advance(500);
    await stage.advance(1300);
    const second = press('Out');
    await stage.advance(1700);
    await first;
    // The expiry ends in 0.3 s. The press waits for half of this time.
    await stage.advance(150);
    should(commands()).eql(['k1', 'k2']);
    await stage.advance(SLOW_MS);
    await second;
  });

  it('is pressed after the update of its data', async () => {
    await ready();
    const update = stage.run('updateItem', { rundownId: 1, itemId: 2, data: { name: 'Ada' } });
    await stage.advance(SLOW_MS);
    await update;
    const call = press('In');
    await stage.advance(500 + SLOW_MS);
    await call;
    should(commands()).eql(['k1']);
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
