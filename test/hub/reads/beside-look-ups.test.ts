import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const buttons = { buttons: [{ key: 'k1', label: 'Rein' }] };
const item = (itemId: number) => `/playout/rundowns/1/items/${itemId}`;

describe('a press beside look-ups in flight', () => {
  const stage = SteppedHub.forSuite({ maxInFlight: 3, timeout: 5000 });

  const press = (itemId: number) => stage.run('pressItemButton', { rundownId: 1, itemId, buttonKey: 'Rein' });
  const open = () => stage.open.map(({ line }) => line);

  it('that needs none is sent at once, although the other look-ups have all their places', async () => {
    const waiting = [1, 2, 3, 4].map((itemId) => failing(press(itemId)));
    await stage.settle();
    should(open()).eql([`GET ${item(1)}`, `GET ${item(2)}`]);
    const out = stage.run('takeOut', { engineId: 5, preview: 0 });
    await stage.settle();
    should(open().slice(2)).eql(['PUT /linear/rundown/5/out/0']);
    await stage.answer('PUT', 'OK');
    should(await out).match({ outcome: 'done' });
    // The hub never answers the others, so they expire, and nothing is sent later.
    await stage.advance(2000);
    for (const error of await Promise.all(waiting)) should(error).match({ code: 'EXPIRED', outcome: 'not-sent' });
    for (const request of stage.open) request.answer(buttons);
    await stage.advance(5000);
    should(stage.lines('POST')).eql([]);
  });

  it('is sent when its own look-up is answered, and neither before nor after those of other items', async () => {
    const [first, second] = [press(1), press(2)];
    await stage.settle();
    await stage.answer(`GET ${item(2)}`, buttons);
    should(stage.lines('POST')).eql([`POST ${item(2)}/k1`]);
    await stage.answer(`GET ${item(1)}`, buttons);
    should(stage.lines('POST')).eql([`POST ${item(2)}/k1`, `POST ${item(1)}/k1`]);
    for (const _ of [1, 2]) await stage.answer('POST', { success: true });
    should(await Promise.all([first, second])).match([{ outcome: 'done' }, { outcome: 'done' }]);
  });

  it('is sent with the answer to a look-up during which an earlier press of its item has expired', async () => {
    const early = failing(press(1));
    await stage.advance(1500);
    const late = press(1);
    await stage.advance(500);
    should(await early).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(stage.lines('POST')).eql([]);
    await stage.advance(500);
    for (const request of stage.open) request.answer(buttons);
    await stage.advance(0);
    for (const request of stage.open) if (request.line.startsWith('GET')) request.answer(buttons);
    await stage.settle();
    should(stage.lines('POST')).eql([`POST ${item(1)}/k1`]);
    await stage.answer('POST', { success: true });
    should(await late).match({ outcome: 'done' });
  });
});

describe('a call with an expiry and a deadline', () => {
  const stage = SteppedHub.forSuite({ timeout: 5000 });
  const property = { engineId: 1, nodePath: 'Übergabe', propertyPath: '日本語' };

  /** The value before it is answered after `waits` ms, or never. */
  async function endBehind(waits: number, options: { expiry: number; timeout: number }) {
    const value = (Value: number): Params => ({ ...property, Value });
    const before = stage.run('setProperty', value(1), { delivery: 'inOrder', expiry: 9000 }).catch(() => undefined);
    await stage.settle();
    const start = stage.clock.now();
    const call = failing(stage.run('setProperty', value(2), { delivery: 'inOrder', ...options })).then((error) => ({
      code: error.code,
      outcome: error.outcome,
      at: stage.clock.now() - start,
    }));
    await stage.advance(waits);
    await stage.answer('PATCH');
    await before;
    await stage.advance(3000);
    return call;
  }

  for (const [waits, expiry, timeout, end] of [
    [200, 300, 400, { code: 'HUB_TIMEOUT', outcome: 'unknown', at: 600 }],
    [200, 300, 50, { code: 'HUB_TIMEOUT', outcome: 'unknown', at: 250 }],
    [500, 600, 100, { code: 'HUB_TIMEOUT', outcome: 'unknown', at: 600 }],
    [500, 300, 400, { code: 'EXPIRED', outcome: 'not-sent', at: 300 }],
    [500, 300, 100, { code: 'EXPIRED', outcome: 'not-sent', at: 300 }],
  ] as const)
    it(`of ${expiry} and ${timeout} ms ends after ${end.at} ms behind a command of ${waits} ms: ${end.code}`, async () => {
      should(await endBehind(waits, { expiry, timeout })).eql(end);
      should(stage.lines('PATCH')).have.length(end.code === 'EXPIRED' ? 1 : 2);
    });
});
