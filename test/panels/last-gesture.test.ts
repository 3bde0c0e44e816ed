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
    last.sent(0.5);
    last.add(fader());
    should(last.report).eql({ count: 2, gesture: fader(), ends: { least: 60, most: 60 }, out: 0.5 });
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

  it('keeps the ranges of 200 controls, and drops the oldest first', () => {
    for (let number = 0; number < 200; number += 1) last.add(fader(5, `${number}`));
    const ends = (control: string) => {
      last.add(fader(9, control));
      return last.report.ends;
    };
    should(ends('0')).eql({ least: 5, most: 9 });
    should(ends('new')).eql({ least: 9, most: 9 });
    should([ends('1'), ends('199'), ends('0')]).eql([
      { least: 5, most: 9 },
      { least: 5, most: 9 },
      { least: 9, most: 9 },
    ]);
  });
});
