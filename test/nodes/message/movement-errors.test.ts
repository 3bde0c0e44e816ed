import should from 'should';
import { MovementErrors } from '../../../dist/nodes/message/movement-errors.js';
import { FakeClock } from '../../hub/fake-clock.js';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A fader whose values fail 5 ms after they arrive, and the end of each value, by its number from 0. */
class LostFader {
  readonly clock = new FakeClock();
  readonly errors = new MovementErrors('Value', this.clock);
  readonly ends: ('open' | 'skipped' | { readonly skippedBefore: number })[] = [];

  /** Each value is `every` ms after the one before it. */
  async move(count: number, every: number, propertyPath = 'Opacity'): Promise<void> {
    for (let value = 0; value < count; value += 1) {
      const at = this.clock.now();
      this.errors.arrived({ propertyPath, Value: value }, at);
      await this.clock.advance(5, settle);
      this.fail(at, propertyPath);
      await this.clock.advance(every - 5, settle);
    }
  }

  fail(at: number, propertyPath = 'Opacity', expiresAt = Number.POSITIVE_INFINITY): void {
    const number = this.ends.push('open') - 1;
    const end = this.errors.failed('HUB_UNREACHABLE', { propertyPath, Value: number }, at, expiresAt);
    void Promise.resolve(end).then((is) => {
      this.ends[number] = is.end === 'skipped' ? 'skipped' : { skippedBefore: is.skippedBefore };
    });
  }

  pause = (ms: number) => this.clock.advance(ms, settle);

  /** The reported values: their number, and the number of skipped values before them. */
  get reports(): number[][] {
    return this.ends.flatMap((end, number) => (typeof end === 'object' ? [[number, end.skippedBefore]] : []));
  }
}

describe('the errors of a fader on a lost hub', () => {
  it('are one for the first value and one for the last, after a pause', async () => {
    const fader = new LostFader();
    await fader.move(100, 25);
    should(fader.reports).eql([[0, 0]]);
    should(fader.ends.slice(1, 99)).matchEvery('skipped');
    should(fader.ends[99]).equal('open');
    await fader.pause(979);
    should(fader.ends[99]).equal('open');
    await fader.pause(1);
    should(fader.reports).eql([
      [0, 0],
      [99, 98],
    ]);
    should(fader.clock.timers).equal(0);
  });

  it('are also one every 10 s, with the values skipped since the one before', async () => {
    const fader = new LostFader();
    await fader.move(250, 100);
    await fader.pause(1000);
    should(fader.reports).eql([
      [0, 0],
      [100, 99],
      [200, 99],
      [249, 48],
    ]);
    should(fader.ends).not.containEql('open');
  });

  it('are one for a single value, and one for each movement', async () => {
    const fader = new LostFader();
    await fader.move(1, 1100);
    await fader.move(1, 1100);
    await fader.move(3, 20);
    await fader.pause(1000);
    should(fader.reports).eql([
      [0, 0],
      [1, 0],
      [2, 0],
      [4, 1],
    ]);
  });

  it('do not wait longer than the value is valid', async () => {
    const fader = new LostFader();
    await fader.move(1, 20);
    const at = fader.clock.now();
    fader.fail(at, 'Opacity', at + 300);
    await fader.pause(299);
    should(fader.ends[1]).equal('open');
    await fader.pause(1);
    should(fader.ends[1]).eql({ skippedBefore: 0 });
  });

  it('end each value once if several of them arrived before the first one failed', async () => {
    const fader = new LostFader();
    for (const at of [0, 0, 0, 0]) fader.fail(at);
    await fader.pause(1000);
    should(fader.ends).eql([{ skippedBefore: 0 }, 'skipped', 'skipped', { skippedBefore: 2 }]);
  });

  it('skip a value whose successor is still in progress', async () => {
    const fader = new LostFader();
    await fader.move(1, 20);
    const at = fader.clock.now();
    const older = { propertyPath: 'Opacity', Value: 1 };
    fader.errors.arrived(older, at);
    await fader.pause(10);
    fader.errors.arrived({ ...older, Value: 2 }, at + 10);
    fader.fail(at);
    await fader.pause(0);
    should(fader.ends[1]).equal('skipped');
  });

  it('begin again after a value has reached the hub', async () => {
    const fader = new LostFader();
    await fader.move(2, 20);
    const back = { propertyPath: 'Opacity', Value: 2 };
    fader.errors.arrived(back, fader.clock.now());
    fader.errors.succeeded(back);
    should(fader.clock.timers).equal(0);
    await fader.move(1, 20);
    should(fader.ends).eql([{ skippedBefore: 0 }, 'skipped', { skippedBefore: 0 }]);
  });

  it('are reported when the node closes, and leave no timer', async () => {
    const fader = new LostFader();
    await fader.move(3, 20);
    fader.errors.close();
    await fader.pause(0);
    should(fader.ends[2]).eql({ skippedBefore: 1 });
    fader.fail(fader.clock.now());
    await fader.pause(0);
    should(fader.ends[3]).eql({ skippedBefore: 0 });
    should(fader.clock.timers).equal(0);
  });

  it('do not include failures of a hub that answers', async () => {
    const fader = new LostFader();
    await fader.move(2, 20);
    for (const code of ['HUB_REJECTED', 'HUB_FAULT', 'EXPIRED', 'BAD_INPUT', 'CLOSED'] as const)
      should(fader.errors.failed(code, { propertyPath: 'Opacity' }, fader.clock.now(), 0)).eql({
        end: 'reported',
        skippedBefore: 0,
      });
  });

  it('need timers for a thousand targets at most', async () => {
    const fader = new LostFader();
    for (let target = 0; target < 1500; target += 1) fader.fail(fader.clock.now(), `p${target}`);
    await settle();
    should(fader.ends).have.length(1500);
    should(fader.ends).matchEvery({ skippedBefore: 0 });
    should(fader.clock.timers).equal(1000);
    await fader.pause(1000);
    should(fader.clock.timers).equal(0);
  });
});
