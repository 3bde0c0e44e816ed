import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { FakeClock } from '../fake-clock.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'Übergabe', propertyPath: 'P' };
const rundown = { engineId: 5, rundownId: 1 };
const items = (name: string) => [{ id: 3, name, status: { program: 'Available', preview: 'Available' } }];
const ITEMS = 'GET /linear/rundown/5/1/items';

describe('a watch beside look-ups of the same read', () => {
  const stage = SteppedHub.forSuite({ timeout: 500 });

  function watch(name: string, params: Params, interval: number) {
    const results: unknown[] = [];
    stage.hub.reads.watch(findOperation(name) as Operation, params, interval, {
      answer: ({ body }) => results.push(body),
      failure: (error) => results.push((error as { code: string }).code),
    });
    return results;
  }

  it('fails in time if the hub does not answer, although look-ups follow each other', async () => {
    let isSilent = false;
    stage.onSend = (request) => {
      if (!isSilent || !request.line.startsWith('GET')) request.answer({ Value: { x: 0, y: 0 } });
    };
    const results = watch('getProperty', property, 500);
    await stage.advance(600);
    should(results).have.length(2);
    isSilent = true;
    for (let count = 0; count < 30; count++) {
      void stage
        .run('setProperty', { ...property, engineType: 'RE', Component: 'x', Value: count }, { delivery: 'inOrder' })
        .catch(() => undefined);
      await stage.advance(100);
    }
    // Sent at 1,000 at the latest, and a second one after the fault.
    should(results.slice(2).length).be.aboveOrEqual(2);
    should(new Set(results.slice(2))).eql(new Set(['HUB_TIMEOUT']));
  });

  it('gets the answer to a look-up, and is not read for it again within its interval', async () => {
    stage.onSend = (request) => request.answer(request.line === ITEMS ? items('日本語') : 'OK');
    const results = watch('listLinearItems', rundown, 10_000);
    await stage.advance(1500);
    await stage.run('playItem', { ...rundown, itemId: 3, preview: 0, onlyIfAvailable: true });
    await stage.advance(8000);
    should(results).have.length(2);
    await stage.advance(1000);
    should(results).have.length(3);
  });

  it('fails for each answer without the described shape', async () => {
    const shapes = [items('日本語'), { Value: 1 }, { Value: 1 }, items('日本語')];
    stage.onSend = (request) => request.answer(shapes.shift());
    const results = watch('listLinearItems', rundown, 1000);
    await stage.advance(3999);
    should(results).eql([items('日本語'), 'HUB_BAD_ANSWER', 'HUB_BAD_ANSWER', items('日本語')]);
  });

  for (const [failure, isReadAtOnce] of [
    ['refuses', true],
    ['does not answer', false],
  ] as const)
    it(`is read ${isReadAtOnce ? 'at once' : 'at its interval'} if the hub ${failure} a look-up`, async () => {
      stage.onSend = (request) => request.answer(items('日本語'));
      const results = watch('listLinearItems', rundown, 10_000);
      await stage.advance(1500);
      const before = stage.requests.length;
      stage.onSend = (request) => {
        if (stage.requests.length > before + 1) request.answer(request.line === ITEMS ? items('Übergabe') : 'OK');
        else if (isReadAtOnce) request.answer({}, 403);
      };
      await Promise.all([
        stage.run('playItem', { ...rundown, itemId: 3, preview: 0, onlyIfAvailable: true }),
        stage.advance(2000),
      ]);
      should(stage.requests.slice(before + 1).map(({ line }) => line.slice(0, 3))).eql(
        isReadAtOnce ? ['PUT', 'GET'] : ['PUT'],
      );
      should(results).eql([items('日本語'), ...(isReadAtOnce ? [items('Übergabe')] : [])]);
    });
});

describe('a read in flight', () => {
  it('stays the only one of its path, also if thousands of others are read', async () => {
    const clock = new FakeClock();
    let answer = (_: unknown) => {};
    const isLate = ({ propertyPath }: Params) => propertyPath === 'P';
    const ask = ({ params }: { params: Params }) =>
      isLate(params) ? new Promise<unknown>((resolve) => (answer = resolve)) : Promise.resolve({ Value: 1 });
    const reads = new Reads({ ask, abandon: () => {} }, clock);
    const want = { since: 0, until: 1000, wait: (lookUp: () => Promise<void>) => lookUp() };
    const read = reads.of('getProperty', property);
    const first = read.lookUp(want);
    for (let index = 0; index < 2000; index++)
      await reads.of('getProperty', { ...property, propertyPath: `Q${index}` }).lookUp(want);
    should(reads.of('getProperty', property) === read).be.true();
    answer({ Value: 2 });
    should(await first).eql({ Value: 2 });
    for (let index = 0; index < 2000; index++)
      await reads.of('getProperty', { ...property, propertyPath: `R${index}` }).lookUp(want);
    should(reads.of('getProperty', property) === read).be.false();
  });
});
