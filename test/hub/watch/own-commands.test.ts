import fc from 'fast-check';
import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { hasItem, OwnCommands } from '../../../dist/hub/watch/own-commands.js';
import { FakeClock } from '../fake-clock.js';

const operation = (name: string) => findOperation(name) as Operation;
const LIST = operation('listLinearItems');
const RUNDOWN = { engineId: 1, rundownId: 2 };

/** The list with the item 7, which plays on program or does not, and the item 8. */
const list = (program: string) => [
  { id: 7, status: { program, preview: 'Available', online: true } },
  { id: 8, status: { program: 'Available', preview: 'Available', online: true } },
];
const wordOf = (plays: boolean) => (plays ? 'Playing' : 'Available');

const command = (plays: boolean, more: object = {}) => ({
  operation: operation(plays ? 'playItem' : 'takeItemOut'),
  params: { engineId: 1, itemId: 7, preview: 0 },
  isUnknown: false,
  ...more,
});

describe('the commands that a read may not show yet', () => {
  it('are those of the same engine and item, if the table names the read', () => {
    const concerns = (params: object, name = 'playItem') =>
      new OwnCommands(LIST, RUNDOWN).onCommand(
        { operation: operation(name), params: { engineId: 1, itemId: 7, preview: 0, ...params }, isUnknown: false },
        list('Available'),
        0,
      ) !== undefined;
    should(concerns({})).be.true();
    should(concerns({ engineId: '1' })).be.true();
    should(concerns({ engineId: 3 })).be.false();
    should(concerns({ itemId: 9 })).be.false();
    should(concerns({ rundownId: 3 })).be.false();
    should(concerns({}, 'continueItem')).be.false();
  });

  it('are read after 100 ms, then every 250 ms, and the last time after 2 s', () => {
    const own = new OwnCommands(LIST, RUNDOWN);
    own.onCommand(command(true), list('Available'), 1000);
    const times: number[] = [];
    while (own.readAt < Number.POSITIVE_INFINITY) {
      const at = own.readAt;
      times.push(at - 1000);
      own.onRead(at);
      own.onAnswer(list('Available'), at);
    }
    should(times).eql([100, 350, 600, 850, 1100, 1350, 1600, 1850, 2000]);
  });

  // The list does not show yet that the output to clear plays the item.
  const clear = command(false, { operation: operation('clearOutput'), params: { engineId: 1, preview: 0 } });
  for (const [name, end] of [
    ['takes the item out', command(false)],
    ['clears the output', clear],
  ] as const)
    it(`are old in another order than that of the commands, of which the last one ${name}`, () => {
      const own = new OwnCommands(LIST, RUNDOWN);
      own.onCommand(command(true), list('Available'), 0);
      own.onCommand(end, list('Available'), 200);
      const isOld = (word: string, at: number) => hasItem(own.onAnswer(list(word), at)?.old ?? new Set(), 7);
      should(isOld('Available', 300)).be.false();
      should(isOld('Playing', 600)).be.true();
      should(isOld('Available', 800)).be.false();
      // The list has shown all three states, so this is another operator.
      should(isOld('Playing', 900)).be.false();
    });

  it('show a state of another operator at once, if the item did not have it', () => {
    const own = new OwnCommands(LIST, RUNDOWN);
    own.onCommand(command(true), list('Available'), 0);
    const changes = own.onAnswer(list('Unavailable'), 100);
    should([...(changes?.old ?? [])]).eql([]);
    should([...(changes?.certain ?? [])]).eql(['7']);
  });

  it('are still open after a list without items, which a show gives while it restarts', () => {
    const own = new OwnCommands(LIST, RUNDOWN);
    own.onCommand(command(true), list('Available'), 0);
    // Nobody knows the state of the item now, so a watch must report this.
    should(own.onAnswer([], 100)).eql({ old: new Set(), certain: new Set() });
    should([...(own.onAnswer(list('Available'), 400)?.old ?? [])]).eql(['7']);
    should([...(own.onAnswer([], 2100)?.certain ?? [])]).eql(['7']);
  });

  it('are never passed on, with any commands and any lag below 2 s', () => {
    const presses = fc.array(fc.record({ plays: fc.boolean(), after: fc.integer({ min: 0, max: 900 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        presses,
        fc.integer({ min: 0, max: 1900 }),
        fc.integer({ min: 50, max: 1000 }),
        (all, lag, interval) => {
          const own = new OwnCommands(LIST, RUNDOWN);
          const states = [{ at: Number.NEGATIVE_INFINITY, plays: false }];
          let latest: unknown = list('Available');
          let at = 0;
          const due = all.map(({ plays, after }) => {
            at += after;
            return { plays, at };
          });
          const end = at + 3000;
          for (let now = 0; now < end; now += 10) {
            for (const press of due.filter((each) => each.at >= now && each.at < now + 10)) {
              states.push({ at: now, plays: press.plays });
              own.onCommand(command(press.plays), latest, now);
            }
            if (now % interval >= 10 && own.readAt > now) continue;
            own.onRead(now);
            latest = list(wordOf(states.findLast((state) => state.at + lag <= now)?.plays === true));
            const isOld = hasItem(own.onAnswer(latest, now)?.old ?? new Set(), 7);
            if (!isOld) should(latest).eql(list(wordOf(states.at(-1)?.plays === true)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a show of ten minutes', () => {
  /** The number of reads with a press every `pause` ms. */
  async function readsWith(pause: number, lag = 0): Promise<number> {
    const clock = new FakeClock();
    const settle = async () => {
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    };
    let reads = 0;
    const states = [{ at: Number.NEGATIVE_INFINITY, plays: false }];
    const watching = new Reads(
      {
        ask: async () => {
          reads += 1;
          const plays = states.findLast(({ at }) => at + lag <= clock.now())?.plays === true;
          return list(wordOf(plays));
        },
        abandon: () => {},
      },
      clock,
    );
    watching.watch(LIST, RUNDOWN, 1000, { answer: () => {}, failure: () => {}, expect: () => {} });
    for (let at = pause; at <= 600_000; at += pause) {
      await clock.advance(pause, settle);
      states.push({ at: clock.now(), plays: states.at(-1)?.plays === false });
      watching.onCommand(command(states.at(-1)?.plays === true));
    }
    await clock.advance(600_000 - clock.now(), settle);
    watching.close();
    return reads;
  }

  it('has no more reads than without presses', async () => {
    const without = await readsWith(700_000);
    for (const pause of [1370, 3470, 7310, 29_990]) should(await readsWith(pause)).be.belowOrEqual(without + 1);
  });

  it('has at most four reads a second while the hub lists the state late', async () => {
    should(await readsWith(2500, 2000)).be.belowOrEqual(2400);
  });
});
