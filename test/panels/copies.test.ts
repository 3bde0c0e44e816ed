import should from 'should';
import { Copies } from '../../dist/panels/index.js';
import { readGestures } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';

describe('copies of a press over MQTT', () => {
  let clock: FakeClock;
  let copies: Copies;
  let count = 0;
  beforeEach(() => {
    clock = new FakeClock();
    copies = new Copies(clock);
  });

  /** True for each message that counts. A number is a pause in ms. */
  const counts = (...messages: readonly (object | number)[]): boolean[] =>
    messages.flatMap((msg) => {
      if (typeof msg === 'number') {
        clock.jump(msg);
        return [];
      }
      count += 1;
      return [!copies.isCopy({ _msgid: `m${count}`, ...msg }, readGestures(msg))];
    });
  const of = (payload: unknown, topic = 'Übergabe/プレイ') => ({ topic, payload, qos: 0, retain: false });

  it('are the same topic and payload within 20 ms, also after the release', () => {
    should(counts(of('1'), of('1'), of('0'), of('0'), 20, of('1'))).eql([true, false, true, false, true]);
    should(counts(20, of('1'), of('0'), of('1'), of('0'), 19, of('1'))).eql([true, true, false, false, false]);
    should(counts(20, of('single'), of('single'), of('single'), 20, of('single'))).eql([true, false, false, true]);
  });

  it('are not another topic or another payload', () => {
    should(counts(of('ON'), of('ON', 'desk/日本語'), of('OFF'), of({ action: 'single' }))).eql(Array(4).fill(true));
    should(counts(of({ action: 'single', n: 1 }), of({ action: 'single', n: 2 }))).eql([true, true]);
  });

  it('have another form behind another mqtt in node', () => {
    const text = '{"action":"single"}';
    should(counts(of(text), of(JSON.parse(text)), of(Buffer.from(text)))).eql([true, false, false]);
    should(counts(of('1'), of(1), of(Buffer.from('1')))).eql([true, false, false]);
  });

  it('are never steps of an encoder, nor retained, nor of another connection', () => {
    const turn = of({ action: 'rotate_right' }, 'zigbee2mqtt/Lautstärke');
    should(counts(turn, turn)).eql([true, true]);
    const retained = { ...of('ON'), retain: true };
    should(counts(retained, of('ON'))).eql([true, true]);
    should(counts({ topic: 0, payload: 1 }, { topic: 0, payload: 1 })).eql([true, true]);
    should(counts({ topic: '/take', payload: [] }, { topic: '/take', payload: [] })).eql([true, true]);
  });

  it('are not messages that a flow makes of one message', () => {
    const parts = [1, 2, 3].map((item) => ({ ...of('GO'), item, _msgid: 'one' }));
    should(counts(...parts)).eql([true, true, true]);
    should(counts({ ...of('GO'), _msgid: 'two' })).eql([false]);
  });

  it('are found if other work takes long between both of them', async () => {
    should(counts(of('GO'), 100)).eql([true]);
    // The next turn of the event loop.
    await clock.advance(0, async () => {});
    should(counts(of('GO'), 20, of('GO'))).eql([false, true]);
  });

  it('have the mark of a remote panel, however late they arrive', () => {
    const copy = (payload: unknown) => ({ ...of(payload), remote: { id: 'command-1', copy: true } });
    should(counts(of('1'), 5000, copy('1'), of('0'), 5000, copy(0), 20, of('1'))).eql([true, false, true, false, true]);
    should(counts({ ...of('2'), remote: { id: 'command-2' } }, { ...of('3'), remote: 'copy' })).eql([true, true]);
    const turn = { ...of({ action: 'rotate_right' }, 'zigbee2mqtt/Lautstärke'), remote: { copy: true } };
    should(counts(turn, turn)).eql([true, true]);
  });

  it('are not searched in a message that cannot be read', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    should(counts(of(circular), of(1n), of(undefined))).eql([true, true, true]);
    const broken = Object.defineProperty({ qos: 0 }, 'topic', { get: () => should.fail(1, 0) });
    should(copies.isCopy(broken, [])).be.false();
  });
});
