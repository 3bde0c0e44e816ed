import should from 'should';
import type { Gesture, Origin } from '../../dist/panels/gesture/gesture.js';
import { type ButtonHistories, newHistories } from '../../dist/panels/mapping/button-histories.js';
import { Repeats, type RepeatsOptions } from '../../dist/panels/mapping/repeats.js';
import { FakeClock } from '../hub/fake-clock.js';

type More = Partial<Omit<Gesture, 'origin'>> & { readonly origin?: Partial<Origin> | undefined };

const gesture = ({ origin, ...more }: More): Gesture => ({
  ...{ source: 'mqtt', control: 'a', kind: 'button' },
  ...more,
  origin: { button: 'a', rank: 1, ...origin },
});

const press = (origin?: Partial<Origin>, more: More = {}) => gesture({ pressed: true, ...more, origin });
const release = (origin?: Partial<Origin>, more: More = {}) => gesture({ pressed: false, ...more, origin });
const hold = (origin?: Partial<Origin>, more: More = {}) => press(origin, { event: 'hold', ...more });
const state = (pressed: boolean | undefined, more: More = {}, origin: Partial<Origin> = {}) =>
  gesture({ pressed, ...more, origin: { isState: true, ...origin } });
const online = (device: string, more: More = {}): Gesture => ({
  ...{ source: 'mqtt', control: `${device}/online`, kind: 'button', isReport: true, restarts: device },
  ...more,
  origin: undefined,
});
const PERIODIC = { isPeriodic: true } as const;

describe('a message that may repeat an act', () => {
  let clock: FakeClock;
  let repeats: Repeats;

  const start = (options?: RepeatsOptions, histories?: ButtonHistories) => {
    clock = new FakeClock();
    repeats = new Repeats(options, clock, histories);
  };
  beforeEach(() => start());

  /** Takes gestures, each after a pause in ms if a number is before it. */
  const take = (...all: readonly (Gesture | number)[]) =>
    all.flatMap((each) => {
      if (typeof each === 'number') return clock.jump(each) ?? [];
      const { isReport, continues } = repeats.mark(each);
      return isReport ? 'report' : continues ? 'continues' : 'act';
    });

  it('repeats the newest event also after an older one was sent again', () => {
    const now = Date.now();
    const newest = press({ id: 'b' }, { at: now });
    const older = press({ id: 'a' }, { at: now - 1000 });
    should(take(newest, 5000, older, 5000, newest)).eql(['act', 'report', 'report']);
  });

  it('is an act without an origin or a press, and is not changed', () => {
    const plain: Gesture = { source: 'plain', control: 'a', kind: 'button', pressed: true };
    should([repeats.mark(plain), repeats.mark(plain)]).eql([plain, plain]);
    const turn = gesture({ kind: 'encoder', delta: 1 });
    should([repeats.mark(turn), repeats.mark(turn)]).eql([turn, turn]);
    should(take(press({ rank: 2 }), turn)).eql(['act', 'act']);
  });

  it('is a report if an event has the number of the last one', () => {
    const [first, second] = [press({ id: 1 }), press({ id: 2 })];
    should(take(first, first, 9000, first, second, first)).eql(['act', 'report', 'report', 'act', 'act']);
    should(take(gesture({ origin: { id: 7 }, isReport: true }), press({ id: 7 }))).eql(['report', 'report']);
    // Messages without a number between them do not count as numbers.
    should(take(2000, press({ id: 8 }), release(), 9000, press({ id: 8 }))).eql(['act', 'act', 'report']);
  });

  it('is a report for 2 s if the message before it repeats an event, except for another event', () => {
    const event = press({ id: 1 });
    should(take(event, event, 1999, press(), 1, press())).eql(['act', 'report', 'report', 'act']);
    should(take(event, press({ id: 2 }))).eql(['report', 'act']);
  });

  it('is a report if its time is before the last event, and more than 5 s before the start', () => {
    const at = Date.now();
    const timed = (id: number, ms: number) => press({ id }, { at: at + ms });
    should(take(timed(1, -6000), timed(2, -3000))).eql(['report', 'act']);
    should(take(timed(3, -3001), timed(4, 0), timed(5, 0), timed(6, -1))).eql(['report', 'act', 'act', 'report']);
    should(take(press({ id: 7 }), timed(8, -2))).eql(['act', 'report']);
    start();
    should(take(timed(1, -4000))).eql(['act']);
    start();
    should(take(gesture({ origin: { id: 0 }, at, isReport: true }), timed(1, -1))).eql(['report', 'report']);
  });

  it('is a report if a message with a higher rank is about the press of the last 2 s', () => {
    const above = { rank: 2 };
    should(take(press(), 1999, press(above), 0, press(above), press())).eql(['act', 'report', 'act', 'report']);
    start();
    should(take(press(), 2000, press(above))).eql(['act', 'act']);
    start();
    // The time of the release does not count, and a release with a higher rank is new.
    should(take(press(), 1500, release(), 600, press(above))).eql(['act', 'act', 'act']);
    start();
    should(take(press(), release(above), release())).eql(['act', 'act', 'report']);
  });

  it('takes the rank of a retained event, but not that of a report', () => {
    should(take(press({ rank: 3, id: 1 }, { retained: true }), press({ rank: 2 }))).eql(['act', 'report']);
    should(take(press({ rank: 1 }, { retained: true }), press({ rank: 2 }))).eql(['act', 'report']);
    start();
    should(take(gesture({ isReport: true, origin: { rank: 3 } }), press())).eql(['report', 'act']);
    should(take(gesture({ isReport: true, retained: true, origin: { rank: 3 } }), press())).eql(['report', 'act']);
  });

  it('is a report if it repeats a state, or is the first state that is pressed', () => {
    should(take(state(true), state(true), state(false), state(false), state(true))).eql([
      ...['report', 'report', 'act', 'report', 'act'],
    ]);
    start();
    should(take(state(false), state(true))).eql(['act', 'act']);
    start();
    should(take(state(false, { retained: true }), state(false), state(true))).eql(['act', 'report', 'act']);
    start({ eachPress: true });
    should(take(state(true), state(true), state(false), state(false))).eql(['report', 'act', 'act', 'report']);
    // A device that sends its state each 30 s does not press each time.
    start({ eachPress: true });
    should(take(state(false), state(true, {}, PERIODIC), state(true, {}, PERIODIC))).eql(['act', 'act', 'report']);
    start({ inverted: true });
    should(take(state(false), state(true), state(false), state(false))).eql(['report', 'act', 'act', 'report']);
    start({ areValues: true });
    should(take(state(true), state(true), state(false))).eql(['act', 'report', 'act']);
  });

  it('is a report if it is the first press after an unknown state', () => {
    const unknown = state(undefined, { isReport: true });
    should(take(unknown, state(true), state(true), state(false), state(true))).eql([
      ...['report', 'report', 'report', 'act', 'act'],
    ]);
    should(take(unknown, state(false), state(true))).eql(['report', 'act', 'act']);
    // A report that is not a state leaves the state.
    should(take(state(false), gesture({ isReport: true }), state(true))).eql(['act', 'report', 'act']);
    start({ eachPress: true });
    should(take(unknown, state(true), state(true))).eql(['report', 'report', 'act']);
  });

  it('shows the first state if it is a report of it, and not a later one', () => {
    const reported = (pressed: boolean) => state(pressed, { isReport: true });
    should(take(reported(false), state(true))).eql(['report', 'act']);
    should(take(state(false), reported(true), state(true))).eql(['act', 'report', 'act']);
  });

  it('is an act if it is the first change, and a report within 5 s after its device has connected', () => {
    const change = (pressed: boolean) => state(pressed, {}, { isChange: true });
    should(take(change(true), change(true), change(false))).eql(['act', 'report', 'act']);
    start();
    should(take(online('a'), 4999, change(true), change(false), change(true))).eql(['report', 'report', 'act', 'act']);
    start();
    should(take(online('a'), 5000, change(true))).eql(['report', 'act']);
  });

  it('is a report within 5 s after its device has connected, but not for another device', () => {
    should(take(state(false), online('a'), 4999, state(true))).eql(['act', 'report', 'report']);
    should(take(state(false), online('a'), 5000, state(true))).eql(['act', 'report', 'act']);
    should(take(state(false), online('b'), state(true))).eql(['act', 'report', 'act']);
    should(take(state(false), online('a', { retained: true }), state(true))).eql(['act', 'report', 'act']);
    // Only the first state after it.
    should(take(online('a'), state(true), state(false), state(true))).eql(['report', 'report', 'act', 'act']);
  });

  it('is a report if it is the first one of a device that repeats its messages, however late', () => {
    const event = (id: number) => press({ id, ...PERIODIC });
    should(take(event(1), event(1), event(2))).eql(['report', 'report', 'act']);
    should(take(online('a'), 60_000, event(3), event(4))).eql(['report', 'report', 'act']);
    const histories = newHistories();
    start({}, histories);
    should(take(event(1), event(2))).eql(['report', 'act']);
    start({}, histories);
    should(take(event(3), event(4))).eql(['report', 'act']);
    // Its number is 0 after a boot.
    start();
    should(take(gesture({ isReport: true, origin: { id: 0 } }), event(1))).eql(['report', 'act']);
    start();
    should(take(event(1), press({ rank: 2, id: 8, ...PERIODIC }), event(9))).eql(['report', 'report', 'report']);
  });

  it('is a report if it repeats a hold within 1 s', () => {
    should(take(hold(), 999, hold(), 999, hold(), 1000, hold())).eql(['act', 'report', 'report', 'act']);
    should(take(release(), hold())).eql(['act', 'act']);
    should(take(press({}, { event: 'press' }), press({}, { event: 'press' }))).eql(['act', 'act']);
  });

  it('continues its press if it is a hold', () => {
    should(take(press(), hold(), 1000, hold(), release(), hold())).eql(['act', 'continues', 'continues', 'act', 'act']);
    // Neither a hold alone nor a complete press waits for a hold.
    should(take(1000, hold())).eql(['act']);
    should(take(press({}, { momentary: true }), hold())).eql(['act', 'act']);
    start();
    const above = { rank: 2 };
    should(take(press(above), release(), hold(above))).eql(['act', 'report', 'continues']);
  });

  it('belongs to one button', () => {
    const other = { button: 'b', id: 1 };
    should(take(press({ id: 1 }), press(other), press(other))).eql(['act', 'act', 'report']);
  });

  it('is found again after a deploy, for 256 buttons, of which those that are pressed stay', () => {
    const histories = newHistories();
    start({}, histories);
    const event = (button: number) => press({ button: `${button}`, id: 1 }, { momentary: true });
    take(press({ button: '0', id: 1 }));
    for (let button = 1; button < 256; button += 1) take(event(button));
    start({}, histories);
    should(take(event(1), event(255))).eql(['report', 'report']);
    should(take(event(256), press({ button: '0', id: 1 }), event(2), event(1))).eql([
      ...['act', 'report', 'report', 'act'],
    ]);
    should(histories.devices.size).equal(256);
  });
});
