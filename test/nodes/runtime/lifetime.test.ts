import { mock } from 'node:test';
import should from 'should';
import { Lifetime } from '../../../dist/nodes/runtime/lifetime.js';
import type { Ports } from '../../../dist/nodes/runtime/ports.js';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A node that records its errors. */
class RecordingNode {
  readonly errors: string[] = [];
  error = (error: unknown) => void this.errors.push(String(error));
}

describe('the life of a node', () => {
  let node: RecordingNode;
  let life: Lifetime;
  let log: unknown[];

  beforeEach(() => {
    node = new RecordingNode();
    life = new Lifetime(node as unknown as Ports);
    log = [];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  it('ends all that was added, in this order, and waits for an end that takes time', async () => {
    life.add((removed) => void log.push(['first', removed]));
    life.add(async () => {
      await nextTurn();
      log.push('second');
    });
    life.add(() => void log.push('third'));
    await life.close(true);
    should(log).eql([['first', true], 'second', 'third']);
  });

  it('ends the rest after an end that throws', async () => {
    life.add(() => {
      throw new Error('wrong');
    });
    life.add(() => void log.push('rest'));
    await life.close(false);
    should(log).eql(['rest']);
    should(node.errors).eql(['Error: wrong']);
  });

  it('ends its parts at once, before the rest, and each end once', async () => {
    const outputs: string[] = [];
    const parts = ['first', 'second'].map((name) =>
      life.part({ warn: (text) => void outputs.push(`${name} ${text}`) }),
    );
    life.add(() => void log.push('rest'));
    for (const part of parts)
      part.add(() => {
        part.node.warn(`ends with ${parts.filter(({ hasEnded }) => hasEnded).length}`);
        void Promise.resolve().then(() => log.push(parts.every(({ hasEnded }) => hasEnded)));
      });
    await life.close(false);
    await life.close(true);
    should(outputs).eql(['first ends with 1', 'second ends with 2']);
    should(log).eql([true, true, 'rest']);
  });

  it('ends additions after the close at once', async () => {
    await life.close(false);
    life.add(() => void log.push('late'));
    should(log).eql(['late']);
  });

  it('ends the timers of its clock, and starts no more', async () => {
    life.clock.setTimeout(() => log.push('timer'), 10);
    life.every(10, () => log.push('interval'));
    await life.close(false);
    life.clock.setTimeout(() => log.push('late'), 10);
    life.every(10, () => log.push('late'));
    mock.timers.tick(100);
    should(log).be.empty();
  });

  it('repeats work until its end is called', () => {
    const end = life.every(10, () => log.push('work'));
    mock.timers.tick(10);
    mock.timers.tick(10);
    end();
    mock.timers.tick(10);
    should(log).eql(['work', 'work']);
  });

  it('logs an exception in a timer, and continues', () => {
    life.every(10, () => {
      throw new Error('wrong');
    });
    mock.timers.tick(10);
    mock.timers.tick(10);
    should(node.errors).eql(['Error: wrong', 'Error: wrong']);
  });

  it('runs no work after the start if it has closed before that', async () => {
    life.afterStart(() => void log.push('started'));
    await life.close(false);
    await nextTurn();
    should(log).be.empty();
  });

  it('logs a failed start', async () => {
    life.afterStart(() => Promise.reject(new Error('wrong')));
    await nextTurn();
    await nextTurn();
    should(node.errors).eql(['Error: wrong']);
  });
});
