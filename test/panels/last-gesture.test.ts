import should from 'should';
import type { Gesture } from '../../dist/panels/index.js';
import { LastGesture } from '../../dist/panels/mapping/last-gesture.js';

const fader = (raw?: number, control = 'cc 1/7', source: Gesture['source'] = 'midi'): Gesture => ({
  source,
  control,
  kind: 'fader',
  raw,
});

describe('the last gesture of a panel', () => {
  let last: LastGesture;
  beforeEach(() => {
    last = new LastGesture();
  });

  it('is shown with its number, and with the last value that was sent', () => {
    should(last.report).eql({ count: 0, gesture: undefined, ends: undefined, out: undefined });
    last.add(fader(60));
    last.sent(0.5, 'hold');
    last.add(fader(), { topic: 'pot', payload: 60 });
    // The message has no act.
    last.add({ ...fader(90), isReport: true });
    should(last.report).eql({
      count: 2,
      gesture: fader(),
      ends: { least: 60, most: 60 },
      message: 'pot 60',
      noRelease: false,
      out: 0.5,
      did: 'hold',
    });
    last.sent(0.6);
    should(last.report).not.have.property('did');
  });

  it('shows a message that is not recognised, until the next gesture', () => {
    last.add(fader(60), { topic: 'pot', payload: 60 });
    last.addUnrecognised({ topic: 'desk', payload: '<b>' });
    should(last.report).containEql({ count: 1, gesture: fader(60), message: 'desk <b>', isUnrecognised: true });
    last.add(fader(61));
    should(last.report).not.have.properties('message', 'isUnrecognised');
  });

  it('keeps the message as it was at the first report', () => {
    const payload = { action: 'single' };
    last.add(fader(), { topic: 'desk', payload });
    should(last.report.message).equal('desk {"action":"single"}');
    payload.action = 'x';
    should(last.report.message).equal('desk {"action":"single"}');
  });

  it('has the highest number that its control can send, once a number shows it', () => {
    last.add({ ...fader(0), value: 0 });
    should(last.report).not.have.property('top');
    last.add({ ...fader(8192), value: 8192 / 16383 });
    last.add({ ...fader(0), value: 0 });
    should(last.report.top).equal(16383);
    last.add({ ...fader(64, 'cc 1/8'), value: 64 / 127 });
    should(last.report.top).equal(127);
    last.add(fader(500));
    should(last.report.top).equal(16383);
    last.add({ ...fader(-20, 'gain', 'ember'), value: 0.7 });
    should(last.report).not.have.property('top');
  });

  it('has its message as text of at most 300 characters', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    for (const [topic, payload, text] of [
      ['desk/take', { action: 'single' }, 'desk/take {"action":"single"}'],
      [0, 1, '0 1'],
      [undefined, Buffer.from([144, 60]), '144 60'],
      [{}, [144, 60], '[144,60]'],
      ['', null, ' null'],
      ['a', circular, 'a '],
      ['a', { toJSON: () => undefined }, 'a '],
      ['a', 'x'.repeat(298), `a ${'x'.repeat(298)}`],
      ['a', 'x'.repeat(299), `a ${'x'.repeat(297)}…`],
      ['a', Buffer.alloc(1000), `a ${'0 '.repeat(148)}0…`],
      ['a', { toString: undefined }, 'a {}'],
      ['a', Object.assign(() => {}, { toString: 1, valueOf: 1 }), 'a '],
    ] as const) {
      last.add(fader(), { topic, payload });
      should(last.report.message).equal(text);
    }
  });

  it('shows that a press of its own control was not released', () => {
    last.noRelease();
    last.add(fader(1));
    should(last.report.noRelease).be.false();
    last.noRelease();
    should(last.report.noRelease).be.true();
    last.add(fader(1, 'cc 1/8'));
    should(last.report.noRelease).be.false();
    last.add(fader(1));
    should(last.report.noRelease).be.true();
  });

  it('has the range of its control since the start, without other controls of the same name', () => {
    for (const raw of [60, 3, 124, 80]) last.add(fader(raw));
    should(last.report.ends).eql({ least: 3, most: 124 });
    last.add(fader(200, 'cc 1/7', 'mqtt'));
    should(last.report.ends).eql({ least: 200, most: 200 });
    last.add(fader(10, 'cc 1/8'));
    should(last.report.ends).eql({ least: 10, most: 10 });
    last.add(fader(undefined, 'note 1/60'));
    should(last.report.ends).be.undefined();
    last.add(fader(100));
    should(last.report.ends).eql({ least: 3, most: 124 });
  });

  it('keeps the ranges of 256 controls, and drops the oldest first', () => {
    for (let number = 0; number < 256; number += 1) last.add(fader(5, `${number}`));
    const ends = (control: string) => {
      last.add(fader(9, control));
      return last.report.ends;
    };
    should(ends('0')).eql({ least: 5, most: 9 });
    should(ends('new')).eql({ least: 9, most: 9 });
    should([ends('1'), ends('255'), ends('0')]).eql([
      { least: 5, most: 9 },
      { least: 5, most: 9 },
      { least: 9, most: 9 },
    ]);
  });
});
