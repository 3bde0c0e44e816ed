import should from 'should';
import { Button, type ButtonOptions, type Gesture, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';

const pressed: Gesture = { source: 'plain', control: 'a', kind: 'button', pressed: true };
const released: Gesture = { ...pressed, pressed: false };
const click: Gesture = { source: 'dashboard', control: 'a', kind: 'button', pressed: true, momentary: true };

function buttonOf(options: ButtonOptions = {}) {
  const clock = new FakeClock();
  const events: string[] = [];
  const button = new Button(options, clock);
  const take = (...gestures: Gesture[]) => {
    return gestures.map((gesture) => button.handle(gesture, (event, on) => events.push(on ? `${event} on` : event)));
  };
  return { button, clock, events, take };
}

describe('a button', () => {
  it('reports each press and release once, and toggles with each press', () => {
    const { events, take } = buttonOf();
    take(released, pressed, pressed, released, released, pressed, released);
    should(events).eql(['press on', 'release on', 'press', 'release']);
  });

  it('with a pull-up is inverted', () => {
    const { events, take } = buttonOf({ inverted: true });
    take(released, released, pressed);
    should(events).eql(['press on', 'release on']);
  });

  it('reports a hold after its time, but not after an earlier release', async () => {
    const { events, take, clock } = buttonOf({ hold: 500 });
    take(pressed);
    await clock.advance(499, async () => {});
    take(released, pressed);
    await clock.advance(499, async () => {});
    should(events).eql(['press on', 'release on', 'press']);
    await clock.advance(1, async () => {});
    take(released);
    should(events.slice(3)).eql(['hold', 'release']);
  });

  it('reports a second press within the time as a double press, and the third as a press', () => {
    const { events, take, clock } = buttonOf({ double: 300 });
    for (const pause of [0, 300, 10, 301]) {
      clock.jump(pause);
      take(pressed, released);
    }
    should(events.filter((event) => !event.startsWith('release'))).eql(['press on', 'double', 'press on', 'press']);
  });

  it('ignores presses during the lockout, and their releases', () => {
    const { events, take, clock } = buttonOf({ lockout: 200 });
    take(pressed, released);
    clock.jump(199);
    take(pressed, released);
    clock.jump(1);
    take(pressed, released);
    should(events).eql(['press on', 'release on', 'press', 'release']);
  });

  it('can ignore the first message, which is a state', () => {
    const { events, take } = buttonOf({ ignoreFirst: true });
    take(pressed, pressed, released, pressed, released);
    should(events).eql(['press on', 'release on']);
  });

  it('turns a click into a press and a release, but ignores the click after its own release', () => {
    const { events, take } = buttonOf();
    const [down, up] = [true, false].map((is): Gesture => ({ ...click, pressed: is, momentary: undefined }));
    take(click, click);
    should(events).eql(['press on', 'release on', 'press', 'release']);
    events.length = 0;
    take(down!, up!, click, click);
    should(events).eql(['press on', 'release on', 'press', 'release']);
  });

  it('keeps the presses, holds and double presses of several browsers apart', async () => {
    const by = (client: string, type: string) =>
      recognise({ payload: '', _event: { type }, _client: { socketId: client } })!;
    const { events, take, clock } = buttonOf({ hold: 500, double: 300 });
    const pass = (ms: number) => clock.advance(ms, async () => {});
    take(by('A', 'pointerdown'));
    await pass(250);
    take(by('B', 'pointerdown'));
    await pass(10);
    take(by('B', 'pointerup'), by('B', 'click'));
    await pass(10);
    take(by('B', 'pointerdown'), by('B', 'pointerup'), by('B', 'click'));
    should(events).eql(['press on', 'press', 'release', 'double on', 'release on']);
    await pass(230);
    take(by('A', 'pointerup'), by('A', 'click'));
    should(events.slice(5)).eql(['hold on', 'release on']);
    should(clock.timers).equal(0);
  });

  it('toggles and locks out for all browsers together', () => {
    const by = (client: string) =>
      recognise({ payload: '', _event: { type: 'click' }, _client: { socketId: client } })!;
    const { events, take, clock } = buttonOf({ lockout: 200 });
    take(by('A'), by('B'));
    clock.jump(200);
    take(by('B'));
    should(events).eql(['press on', 'release on', 'press', 'release']);
  });

  it('reports a press that it ignores because the last one was not released', () => {
    const { take } = buttonOf();
    const anew: Gesture = { ...pressed, anew: true };
    should(take(pressed, pressed, anew, released, released, pressed)).eql([
      undefined,
      'noRelease',
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it('takes each press as complete if its source sends no release', () => {
    const { events, take } = buttonOf({ eachPress: true });
    take(pressed, pressed);
    should(events).eql(['press on', 'release on', 'press', 'release']);
  });

  it('takes the events of a device as they are, except a triple press and presses during the lockout', () => {
    const { events, take, clock } = buttonOf({ lockout: 200 });
    const event = (name: Gesture['event']): Gesture => ({ ...pressed, event: name, momentary: true });
    take(event('triple'));
    should(events).be.empty();
    take(event('press'), event('double'));
    clock.jump(200);
    take(event('double'));
    should(events).eql(['press on', 'release on', 'double', 'release']);
  });

  it('reports a hold of a device once, until the next hold begins', () => {
    const { events, take } = buttonOf();
    const hold: Gesture = { ...pressed, event: 'hold' };
    take(hold, { ...hold, continues: true });
    should(events).eql(['hold']);
    take(hold);
    should(events).eql(['hold', 'hold']);
  });

  it('ignores controls that cannot be pressed', () => {
    const { events, take } = buttonOf();
    take({ source: 'xkeys', control: 'jog 0/1', kind: 'encoder', delta: 1 });
    should(events).be.empty();
  });

  it('takes its state from a retained message, but no event', () => {
    const retained = true;
    for (const inverted of [false, true]) {
      const [down, up] = inverted ? [released, pressed] : [pressed, released];
      const { button, events, take } = buttonOf({ inverted });
      take({ ...down, retained });
      should([button.held, events]).eql([true, []]);
      take(down, { ...up, retained });
      should([button.held, events]).eql([false, []]);
      take(down);
      should(events).eql(['press on']);
    }
    // A click has no release, so it leaves no state.
    const { events, take } = buttonOf();
    take({ ...click, retained }, click);
    should(events).eql(['press on', 'release on']);
  });

  it('is held while one of its browsers holds it', () => {
    const { button, take } = buttonOf();
    should(button.held).be.false();
    take({ ...pressed, client: 'A' }, { ...pressed, client: 'B' }, { ...released, client: 'A' });
    should(button.held).be.true();
    take({ ...released, client: 'B' });
    should(button.held).be.false();
  });

  it('stores 1000 browsers, and drops held presses last', () => {
    const { events, take, clock } = buttonOf({ hold: 500 });
    take({ ...pressed, client: 'first' });
    for (let index = 0; index < 1500; index += 1) take({ ...released, client: `${index}` });
    take({ ...released, client: 'first' });
    should(events).eql(['press on', 'release on']);
    for (let index = 0; index < 1001; index += 1) take({ ...pressed, client: `held ${index}` });
    should(clock.timers).equal(1000);
  });

  it('has a timer only for a hold, and none after it is closed', () => {
    const usual = buttonOf();
    usual.take(pressed);
    should(usual.clock.timers).equal(0);
    const { button, take, clock } = buttonOf({ hold: 500 });
    take(pressed);
    should(clock.timers).equal(1);
    button.close();
    should(clock.timers).equal(0);
  });
});
