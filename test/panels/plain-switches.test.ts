import should from 'should';
import { Repeats, type RepeatsOptions } from '../../dist/panels/mapping/repeats.js';
import { readGestures } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';

describe('a switch of no known family', () => {
  let clock: FakeClock;
  let repeats: Repeats;

  const start = (options?: RepeatsOptions) => {
    clock = new FakeClock();
    repeats = new Repeats(options, clock);
  };
  beforeEach(() => start());

  /** The payloads that are acts. A number is a pause in ms. */
  const acts = (topic: string, ...payloads: readonly (string | number)[]) =>
    payloads.filter((payload) => {
      if (typeof payload === 'number') return clock.jump(payload);
      return readGestures({ topic, payload, qos: 0 }).some((each) => !repeats.mark(each).isReport);
    });

  it('acts once for a message that is sent again within 50 ms', () => {
    should(acts('a', 'ON', 49, 'ON', 49, 'ON', 'OFF', 'OFF', 'ON')).eql(['ON', 'OFF', 'ON']);
    should(acts('a', 50, 'ON', 50, 'ON', 'OFF')).eql(['ON', 'ON', 'OFF']);
    should(acts('b', '1', '1', '0', '0', '0.5', '0.6')).eql(['1', '0', '0.5', '0.6']);
    should(acts('c', 'single', 'single')).eql(['single', 'single']);
  });

  it('acts each time if each message is a press, or is a value', () => {
    for (const options of [{ eachPress: true }, { areValues: true }]) {
      start(options);
      should(acts('a', 'OFF', 'ON', 'ON')).eql(['OFF', 'ON', 'ON']);
    }
  });

  it('acts each time without a release if this is reported, until it has sent one', () => {
    start({ reportsNoRelease: true });
    should(acts('a', 'ON', 'ON', 'OFF', 'ON', 'ON')).eql(['ON', 'ON', 'OFF', 'ON']);
  });

  it('does not act for its first message within 5 s after it has connected', () => {
    acts('desk/status', 'online');
    should(acts('desk/a', 4999, 'ON', 'OFF', 'ON')).eql(['OFF', 'ON']);
    should(acts('desk/b', 1, 'ON')).eql(['ON']);
    should(acts('deskb', 'ON')).eql(['ON']);
    acts('desk/status', 'online');
    should(acts('desk/a', 100, 'ON')).be.empty();
    should(acts('desk/b', 'ON')).be.empty();
  });

  it('has its retained state after it has connected, which is not an act either', () => {
    acts('desk/status', 'online');
    const [retained] = readGestures({ topic: 'desk/a', payload: 'ON', qos: 0, retain: true });
    should(repeats.mark(retained!)).equal(retained);
    should(acts('desk/a', 10, 'ON', 50, 'ON')).eql(['ON']);
  });

  it('is remembered for 256 topics, and its device for 256 devices', () => {
    for (let index = 0; index < 257; index += 1) acts(`d${index}/status`, 'online');
    should(acts('d0/a', 'ON')).eql(['ON']);
    should(acts('d1/a', 'ON')).be.empty();
    for (let index = 0; index < 256; index += 1) acts(`t${index}`, 'ON');
    should(acts('t0', 'ON')).be.empty();
    acts('t256', 'ON');
    should(acts('t0', 'ON')).eql(['ON']);
  });
});
