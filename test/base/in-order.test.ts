import should from 'should';
import { InOrder, OneByOne } from '../../dist/base/in-order.js';

describe('work that runs one after the other', () => {
  it('begins after the one before it of the same key, also after a failure, and beside that of others', async () => {
    const begun: string[] = [];
    const works = new OneByOne();
    const ends: (() => void)[] = [];
    const work = (name: string, key?: string) => {
      const run = async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (name === 'fails') throw new Error('Übergabe');
        return name;
      };
      return works.run(run, key);
    };
    const turns = [work('fails'), work('second'), work('other', '日本'), work('third')];
    const failed = should(turns[0]).be.rejectedWith('Übergabe');
    await Promise.resolve();
    should(begun).eql(['fails', 'other']);
    should([works.isBusy(), works.isBusy('日本'), works.isBusy('2')]).eql([true, true, false]);
    ends[0]?.();
    await failed;
    ends[1]?.();
    should(await turns[2]).equal('other');
    should(begun).eql(['fails', 'other', 'second']);
    ends[2]?.();
    should(await turns[1]).equal('second');
    ends[3]?.();
    should(await turns[3]).equal('third');
    should(begun).eql(['fails', 'other', 'second', 'third']);
    should([works.isBusy(), works.isBusy('日本')]).eql([false, false]);
  });
});

describe('results in order', () => {
  it('wait for earlier ones, also failed ones, and no longer', async () => {
    const order = new InOrder();
    const settled: unknown[] = [];
    let fail = (_: Error) => {};
    const first = order.afterEarlier(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    const done = [
      first.catch((error: Error) => settled.push(error.message)),
      order.afterEarlier('second').then((result) => settled.push(result)),
      order.afterEarlier(Promise.resolve('third')).then((result) => settled.push(result)),
    ];
    should(order.isWaiting).be.true();
    fail(new Error('first'));
    await Promise.all(done);
    should(settled).eql(['first', 'second', 'third']);
    should(order.isWaiting).be.false();
  });
});
