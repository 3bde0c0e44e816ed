import should from 'should';
import { Signal } from '../../dist/base/signal.js';
import { Hub } from '../../dist/hub/hub.js';
import { findTableOperation } from '../../dist/hub/table/operations.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { opacity } from '../operations/values.js';

describe('a signal', () => {
  const { error } = console;
  const logged: unknown[] = [];

  beforeEach(() => {
    logged.length = 0;
    console.error = (thrown: unknown) => logged.push(thrown);
  });

  afterEach(() => {
    console.error = error;
  });

  const fail = (thrown: unknown) => () => {
    throw thrown;
  };

  it('calls all listeners, even after one that throws, and logs the exception', () => {
    const signal = new Signal<number>();
    const received: number[] = [];
    signal.watch(fail('not for me'));
    signal.watch((news) => received.push(news));
    signal.emit(1);
    should([received, logged]).eql([[1], ['not for me']]);
  });

  it('calls no listener that has left, and none after it was closed', () => {
    const signal = new Signal<number>();
    const received: string[] = [];
    const leave = signal.watch(() => received.push('first'));
    signal.watch(() => received.push('second'));
    leave();
    signal.emit(1);
    should(signal.hasListeners).be.true();
    signal.close();
    signal.emit(2);
    should([received, signal.hasListeners]).eql([['second'], false]);
  });

  it('ends no command if a listener of its end or of the connection throws', async () => {
    const simulator = await startSimulator();
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const hub = new Hub({ baseUrl: simulator.url, ...settings });
    const states: string[] = [];
    hub.ended.watch(fail('ended'));
    hub.connection.watch((state) => {
      states.push(state);
      if (state === 'connected') throw 'connected';
    });
    const done = await hub.run(findTableOperation('setProperty')!, { ...opacity, Value: 0.5 });
    should(done).have.property('statusCode', 200);
    should([states, logged]).eql([
      ['connecting', 'connected'],
      ['connected', 'ended'],
    ]);
    hub.close();
    await simulator.close();
  });
});
