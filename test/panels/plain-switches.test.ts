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

  /** The payloads that are acts. A number is a pause in ms, a function is other work of the same turn. */
  async function acts(topic: string, ...payloads: readonly (string | number | (() => void))[]) {
    const acted: string[] = [];
    for (const payload of payloads)
      if (typeof payload === 'number') await clock.advance(payload, async () => {});
      else if (typeof payload === 'function') payload();
      else if (readGestures({ topic, payload, qos: 0 }).some((each) => !repeats.mark(each).isReport))
        acted.push(payload);
    return acted;
  }

  it('acts once for a message that is sent again within 50 ms', async () => {
    should(await acts('a', 'ON', 49, 'ON', 49, 'ON', 'OFF', 'OFF', 'ON')).eql(['ON', 'OFF', 'ON']);
    should(await acts('a', 50, 'ON', 50, 'ON', 'OFF')).eql(['ON', 'ON', 'OFF']);
    should(await acts('b', '1', '1', '0', '0', '0.5', '0.6')).eql(['1', '0', '0.5', '0.6']);
    should(await acts('c', 'single', 'single')).eql(['single', 'single']);
  });

  it('acts once if other work takes long between both messages, in the same turn or before the next one', async () => {
    const work = () => clock.jump(60);
    should(await acts('Übergabe/プレイ', 'ON', work, 'ON', work, 'ON', 'OFF', work, 'OFF', work, 'ON')).eql([
      'ON',
      'OFF',
      'ON',
    ]);
    should(await acts('b', 'ON', work, 0, 'ON', 49, 'ON', 50, 'ON')).eql(['ON', 'ON']);
  });

  it('acts each time if each message is a press, or is a value', async () => {
    for (const options of [{ eachPress: true }, { areValues: true }]) {
      start(options);
      should(await acts('a', 'OFF', 'ON', 'ON')).eql(['OFF', 'ON', 'ON']);
    }
  });

  it('acts each time without a release if this is reported, until it has sent one', async () => {
    start({ reportsNoRelease: true });
    should(await acts('a', 'ON', 'ON', 'OFF', 'ON', 'ON')).eql(['ON', 'ON', 'OFF', 'ON']);
  });

  it('does not act for its first message within 5 s after it has connected', async () => {
    await acts('desk/status', 'online');
    should(await acts('desk/a', 4999, 'ON', 'OFF', 'ON')).eql(['OFF', 'ON']);
    should(await acts('desk/b', 1, 'ON')).eql(['ON']);
    should(await acts('deskb', 'ON')).eql(['ON']);
    await acts('desk/status', 'online');
    should(await acts('desk/a', 100, 'ON')).be.empty();
    should(await acts('desk/b', 'ON')).be.empty();
  });

  it('has its retained state after it has connected, which is not an act either', async () => {
    await acts('desk/status', 'online');
    const [retained] = readGestures({ topic: 'desk/a', payload: 'ON', qos: 0, retain: true });
    should(repeats.mark(retained!)).equal(retained);
    should(await acts('desk/a', 10, 'ON', 50, 'ON')).eql(['ON']);
  });

  it('is remembered for 256 topics, and its device for 256 devices', async () => {
    for (let index = 0; index < 257; index += 1) await acts(`d${index}/status`, 'online');
    should(await acts('d0/a', 'ON')).eql(['ON']);
    should(await acts('d1/a', 'ON')).be.empty();
    for (let index = 0; index < 256; index += 1) await acts(`t${index}`, 'ON');
    should(await acts('t0', 'ON')).be.empty();
    await acts('t256', 'ON');
    should(await acts('t0', 'ON')).eql(['ON']);
  });
});
