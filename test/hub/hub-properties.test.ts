import fc from 'fast-check';
import { ENGINES, HubOracle, type PlannedCall, type Room } from './hub-oracle.js';

const TRIGGER_MS = 2000;
const SPARE_MS = 1000;
const asLevel = (timeout: number) => timeout + SPARE_MS;
const asTrigger = () => TRIGGER_MS;

const property = (engineId: number, propertyPath: string) => ({ engineId, nodePath: 'N', propertyPath });
const roomOf = (engineId: number, path: string, component?: string): Room => ({
  lane: `property ${engineId} ${path}`,
  part: ENGINES[engineId] === 'RE5' ? component : undefined,
});
const whole = (id: number) => ({ x: id, y: id, z: id, w: id });

const set =
  (engineId: number, path: string, Component: string | undefined) =>
  (id: number): PlannedCall => ({
    name: 'setProperty',
    params: { ...property(engineId, path), Component, Value: Component ? id : whole(id) },
    rooms: [roomOf(engineId, path, Component)],
    isReplaceable: true,
    expiry: asLevel,
  });

const call = (node: string) => (id: number) => ({
  name: 'callFunction',
  params: { engineId: 1, nodePath: node, functionPath: 'F', Parameters: { Speed: id } },
  rooms: [{ lane: `function ${node}` }],
  isReplaceable: false,
  expiry: asTrigger,
});

const press = (itemId: number) => (id: number) => ({
  name: 'pressItemButton',
  params: { rundownId: 1, itemId, buttonKey: `Label ${id}` },
  rooms: [{ lane: 'playout', part: String(itemId) }],
  isReplaceable: false,
  expiry: asTrigger,
});

/** It may replace a template, and so the buttons of its item. */
const update = (itemId: number) => (id: number) => ({
  name: 'updateItem',
  params: { rundownId: 1, itemId, name: String(id), ...(id % 2 === 0 && { template: 'Bauchbinde' }) },
  rooms: [{ lane: 'playout', part: String(itemId) }],
  isReplaceable: true,
  expiry: asLevel,
});

/** A 404 is explained by a read of the engine hosts. */
const take = (id: number) => ({
  name: 'takeOut',
  params: { engineId: id, preview: 0 },
  rooms: [{ lane: `linear ${id}` }],
  isReplaceable: false,
  expiry: asTrigger,
});

/** Invalidates all look-ups. */
const load = (id: number) => ({
  name: 'loadRgraph',
  params: { rgraphId: id, engineHostId: id },
  rooms: [{ lane: `graphs ${id}` }],
  isReplaceable: false,
  expiry: asLevel,
});

const read = (id: number) => ({
  name: 'getRundown',
  params: { rundownId: id },
  rooms: [],
  isReplaceable: false,
  expiry: asLevel,
});

const batch =
  (engineId: number, path: string, components: readonly (string | undefined)[], raw: boolean) => (id: number) => {
    const sets = components.map((component) => set(engineId, path, component)(id));
    const entries = sets.map(({ name, params }) => ({ operation: name, params }));
    const rooms = sets.flatMap((each) => each.rooms);
    return {
      name: 'batch',
      params: { entries: raw ? [...entries, { url: `/odd/${id}`, verb: 'POST' }] : entries },
      rooms: raw ? [...rooms, { lane: 'raw' }] : rooms,
      isReplaceable: false,
      expiry: raw ? asTrigger : asLevel,
    };
  };

// Few targets, so that many calls meet.
const engine = fc.constantFrom(1, 1, 1, 5, 9);
const path = fc.constantFrom('P', 'P', 'Q');
const component = fc.constantFrom(undefined, 'x', 'y', 'z');

const plannedCall: fc.Arbitrary<(id: number) => PlannedCall> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(engine, path, component).map((given) => set(...given)) },
  { weight: 1, arbitrary: fc.constantFrom('A', 'B').map(call) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2).map(press) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2).map(update) },
  { weight: 1, arbitrary: fc.constantFrom(take, load) },
  { weight: 2, arbitrary: fc.constant(read) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(engine, path, fc.array(component, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map((given) => batch(...given)),
  },
);

const options = fc.record(
  {
    delivery: fc.constantFrom('inOrder' as const, 'latest' as const),
    expiry: fc.integer({ min: 1, max: 1500 }),
    timeout: fc.integer({ min: 1, max: 900 }),
    joinable: fc.constant(true),
  },
  { requiredKeys: [] },
);

const owner = fc.integer({ min: 0, max: 2 });
const which = fc.nat(5);

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ submit: plannedCall, owner, options }) },
  { weight: 6, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 14, arbitrary: fc.record({ answer: which, entryStatus: fc.constantFrom(200, 200, 200, 404, 500, 0) }) },
  { weight: 3, arbitrary: fc.record({ refuse: which, status: fc.constantFrom(400, 401, 404, 404, 404, 500) }) },
  { weight: 1, arbitrary: fc.record({ odd: which, body: fc.constantFrom(null, 5, [null], {}, { instances: null }) }) },
  { weight: 2, arbitrary: fc.record({ lose: which, code: fc.constantFrom('HUB_CONNECTION_LOST', 'HUB_UNREACHABLE') }) },
  { weight: 2, arbitrary: fc.record({ abandon: owner, turns: fc.integer({ min: -12, max: 10 }) }) },
  { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: 0, max: 600 }) }) },
);

/** A counterexample lists the calls, with number 0. */
const readable = (each: Step): Step => {
  const step = 'submit' in each ? { ...each, submit: each.submit(0) } : each;
  return Object.defineProperty(each, fc.toStringMethod, { value: () => JSON.stringify(step), enumerable: false });
};

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function happen(oracle: HubOracle, each: Step, owners: readonly object[]): Promise<void> {
  const { stage } = oracle;
  const pick = (number: number) => stage.open[number % Math.max(1, stage.open.length)];
  if ('submit' in each) oracle.submit(each.submit, owners[each.owner] as object, each.options);
  else if ('advance' in each) await stage.advance(each.advance);
  else if ('answer' in each) oracle.answer(pick(each.answer), each.entryStatus);
  else if ('refuse' in each) oracle.refuse(pick(each.refuse), each.status);
  else if ('odd' in each) oracle.answerUnexpectedly(pick(each.odd), each.body);
  else if ('jump' in each) oracle.jump(each.jump);
  else if ('abandon' in each) {
    // Also at the moment when the hub refuses.
    if (each.turns >= 0) oracle.refuse(pick(0), 404);
    for (let turn = 0; turn < each.turns; turn++) await Promise.resolve();
    oracle.abandon(owners[each.abandon] as object);
  } else if (each.code === 'HUB_UNREACHABLE') oracle.unreachable(pick(each.lose));
  else pick(each.lose)?.fail('HUB_CONNECTION_LOST');
}

describe('every call of a hub', () => {
  for (const joining of [false, true])
    it(`keeps its order, is sent once and in time or never, and is settled once${joining ? ', also joined' : ''}`, async () => {
      const runs = fc.asyncProperty(
        fc.array(step.map(readable), { minLength: 5, maxLength: 80 }),
        fc.boolean(),
        async (steps, closes) => {
          const owners = [{}, {}, {}];
          const oracle = new HubOracle(joining);
          const { stage } = oracle;
          for (const each of steps) {
            await happen(oracle, each, owners);
            if (!('submit' in each)) await stage.settle();
            oracle.check();
          }
          for (let turn = 0; !closes && turn < 30; turn++) {
            for (const request of stage.open) oracle.answer(request);
            await stage.advance(100);
            oracle.check();
          }
          oracle.close();
          await stage.settle();
          oracle.check();
          oracle.checkHistory();
          if (stage.clock.timers > 0) throw new Error('a timer is left');
        },
      );
      await fc.assert(runs, { numRuns: 1000 });
    });
});
