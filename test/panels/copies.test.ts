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

  /** True for each message that counts. A number is a pause in ms, a function is other work of the same turn. */
  async function counts(...messages: readonly (object | number | (() => void))[]): Promise<boolean[]> {
    const counted: boolean[] = [];
    for (const msg of messages)
      if (typeof msg === 'number') await clock.advance(msg, async () => {});
      else if (typeof msg === 'function') msg();
      else {
        count += 1;
        counted.push(!copies.isCopy({ _msgid: `m${count}`, ...msg }, readGestures(msg)));
      }
    return counted;
  }
  const of = (payload: unknown, topic = 'Übergabe/プレイ') => ({ topic, payload, qos: 0, retain: false });

  it('are the same topic and payload within 20 ms, also after the release', async () => {
    should(await counts(of('1'), of('1'), of('0'), of('0'), 20, of('1'))).eql([true, false, true, false, true]);
    should(await counts(20, of('1'), of('0'), of('1'), of('0'), 19, of('1'))).eql([true, true, false, false, false]);
    should(await counts(20, of('single'), of('single'), of('single'), 20, of('single'))).eql([
      true,
      false,
      false,
      true,
    ]);
  });

  it('are not another topic or another payload', async () => {
    should(await counts(of('ON'), of('ON', 'desk/日本語'), of('OFF'), of({ action: 'single' }))).eql(
      Array(4).fill(true),
    );
    should(await counts(of({ action: 'single', n: 1 }), of({ action: 'single', n: 2 }))).eql([true, true]);
  });

  it('have another form behind another mqtt in node', async () => {
    const text = '{"action":"single"}';
    should(await counts(of(text), of(JSON.parse(text)), of(Buffer.from(text)))).eql([true, false, false]);
    should(await counts(of('1'), of(1), of(Buffer.from('1')))).eql([true, false, false]);
  });

  it('are never steps of an encoder, nor retained, nor of another connection', async () => {
    const turn = of({ action: 'rotate_right' }, 'zigbee2mqtt/Lautstärke');
    should(await counts(turn, turn)).eql([true, true]);
    const retained = { ...of('ON'), retain: true };
    should(await counts(retained, of('ON'))).eql([true, true]);
    should(await counts({ topic: 0, payload: 1 }, { topic: 0, payload: 1 })).eql([true, true]);
    should(await counts({ topic: '/take', payload: [] }, { topic: '/take', payload: [] })).eql([true, true]);
  });

  it('are not messages that a flow makes of one message', async () => {
    const parts = [1, 2, 3].map((item) => ({ ...of('GO'), item, _msgid: 'one' }));
    should(await counts(...parts)).eql([true, true, true]);
    should(await counts({ ...of('GO'), _msgid: 'two' })).eql([false]);
  });

  it('are found if other work takes long between both of them, in the same turn or before the next one', async () => {
    const work = () => clock.jump(100);
    should(await counts(of('GO'), work, of('GO'), work, of('GO'), 20, of('GO'))).eql([true, false, false, true]);
    should(await counts(of('TAKE'), work, 0, of('TAKE'), 20, of('TAKE'))).eql([true, false, true]);
  });

  it('are found among the thousands of messages of one turn, and four times as many take about four times as long', async () => {
    const long = 'プ'.repeat(20_000);
    /** Processor time. If each message were compared with all others, it would take 16 times as long. */
    const timeOf = async (size: number) => {
      const values = Array.from({ length: size }, (_, index) => of({ value: index, name: '日本語' }));
      await clock.advance(20, async () => {});
      const started = process.cpuUsage();
      const counted = await counts(of('GO'), ...values, of(long), of(Buffer.from('GO')), of(Buffer.from(long)));
      should(counted.filter((isCounted) => !isCounted)).have.length(2);
      should(counted.slice(-2)).eql([false, false]);
      return process.cpuUsage(started).user;
    };
    await timeOf(5000);
    const one = await timeOf(10_000);
    should(await timeOf(40_000)).be.below(10 * one);
  });

  it('have the mark of a remote panel, however late they arrive', async () => {
    const copy = (payload: unknown) => ({ ...of(payload), remote: { id: 'command-1', copy: true } });
    should(await counts(of('1'), 5000, copy('1'), of('0'), 5000, copy(0), 20, of('1'))).eql([
      true,
      false,
      true,
      false,
      true,
    ]);
    should(await counts({ ...of('2'), remote: { id: 'command-2' } }, { ...of('3'), remote: 'copy' })).eql([true, true]);
    const turn = { ...of({ action: 'rotate_right' }, 'zigbee2mqtt/Lautstärke'), remote: { copy: true } };
    should(await counts(turn, turn)).eql([true, true]);
  });

  it('are not searched in a message that cannot be read', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    should(await counts(of(circular), of(1n), of(undefined))).eql([true, true, true]);
    const broken = Object.defineProperty({ qos: 0 }, 'topic', { get: () => should.fail(1, 0) });
    should(copies.isCopy(broken, [])).be.false();
  });
});
