import fc from 'fast-check';
import should from 'should';
import { findOperation, HubError, type Operation } from '../../../dist/hub/index.js';
import { SteppedHub } from '../stepped-hub.js';

const EXPIRY_MS = 2000;

/** A description of this age is too old. */
const TOO_OLD_MS = 120_000;

const LABELS = { In: 'k1', Out: 'k2' } as const;
const ITEMS = [1, 2];
const PATH = '/playout/rundowns/1/items';

const step = fc.record({
  pause: fc.oneof(fc.nat(4000), fc.nat(300_000)),
  itemId: fc.constantFrom(...ITEMS),
  label: fc.constantFrom('In' as const, 'Out' as const),
});

const buttons = Object.entries(LABELS).map(([label, key]) => ({ key, label }));

describe('presses by label, with reads that take 0 to 10 s in any order,', () => {
  it('send exactly the intended commands in time, or one true sentence', async () => {
    const delays = fc.array(fc.oneof(fc.nat(10_000), fc.constantFrom(0, 20, 3000)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        delays,
        fc.nat(1500),
        async (steps, allDelays, answerTime) => {
          const stage = new SteppedHub({ timeout: 5000 });
          const { clock } = stage;
          const commands: { at: number; path: string; endsAt: number }[] = [];
          const reads: { itemIds: number[]; requestedAt: number; answeredAt: number }[] = [];
          stage.onSend = (request) => {
            const now = clock.now();
            const [method, path = ''] = request.line.split(' ');
            if (method === 'POST') {
              commands.push({ at: now, path, endsAt: now + answerTime });
              clock.setTimeout(() => request.answer({ success: true }), answerTime);
              return;
            }
            // Reads are not joined here, so each has its own time.
            if (method === 'PUT') return request.answer('no such path', 404);
            const delay = allDelays[reads.length % allDelays.length] ?? 0;
            const isList = path === PATH;
            const itemIds = isList ? ITEMS : [Number(path.split('/').at(-1))];
            reads.push({
              itemIds,
              requestedAt: now,
              answeredAt: delay < 5000 ? now + delay : Number.POSITIVE_INFINITY,
            });
            const answer = isList ? ITEMS.map((id) => ({ id, buttons })) : { buttons };
            clock.setTimeout(() => request.answer(answer), delay);
          };

          const owner = {};
          const pressItemButton = findOperation('pressItemButton') as Operation;
          for (const itemId of ITEMS)
            stage.hub.descriptions.keep(pressItemButton, { rundownId: 1, itemId }, owner, { isUsed: false });
          const presses: { itemId: number; path: string; at: number; endsAt?: number; error?: unknown }[] = [];
          for (const { pause, itemId, label } of steps) {
            await stage.advance(pause);
            const each: (typeof presses)[number] = {
              itemId,
              path: `${PATH}/${itemId}/${LABELS[label]}`,
              at: clock.now(),
            };
            presses.push(each);
            const params = { rundownId: 1, itemId, buttonKey: label };
            stage.hub.descriptions.keep(pressItemButton, params, owner);
            stage.hub
              .run(pressItemButton, params, { owner })
              .catch((error) => {
                each.error = error;
              })
              .finally(() => {
                each.endsAt = clock.now();
              });
          }
          await stage.advance(20_000);

          // The presses of one item keep their order. The other item does not wait for them.
          for (const id of ITEMS) {
            const sent = presses.filter(({ itemId, error }) => itemId === id && error === undefined);
            const ofItem = commands.filter(({ path }) => path.startsWith(`${PATH}/${id}/`));
            should(ofItem.map(({ path }) => path)).eql(sent.map(({ path }) => path));
            sent.forEach(({ at }, index) => {
              should(ofItem[index]?.at).be.within(at, at + EXPIRY_MS);
            });
          }
          for (const [index, { itemId, at, endsAt, error }] of presses.entries()) {
            if (error === undefined) continue;
            should(error).be.instanceof(HubError);
            const { code, outcome, facts } = error as HubError;
            should({ code, outcome }).eql({ code: 'EXPIRED', outcome: 'not-sent' });
            should(endsAt).be.within(at + EXPIRY_MS - 1, at + EXPIRY_MS + 1);
            const earlier = presses.slice(0, index).filter((press) => press.itemId === itemId);
            const isBehind = earlier.some((press) => Number(press.endsAt) >= at + EXPIRY_MS);
            should(facts).have.property('waitedFor', isBehind ? 'commands' : 'lookUp');
            if (isBehind) continue;
            // It had no description at all.
            const isDescribed = reads.some(
              ({ itemIds, requestedAt, answeredAt }) =>
                itemIds.includes(itemId) && answeredAt < at + EXPIRY_MS && requestedAt > at - TOO_OLD_MS + EXPIRY_MS,
            );
            should(isDescribed).be.false();
          }
          stage.hub.close();
          await stage.advance(10_000);
          should(clock.timers).equal(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
