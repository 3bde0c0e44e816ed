import should from 'should';
import { Button, SourceStates } from '../../dist/panels/index.js';
import { Repeats } from '../../dist/panels/mapping/repeats.js';
import { readGestures } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { families } from './devices/index.js';
import { EVENTS } from './devices/row.js';

describe('the messages of a device', () => {
  for (const [family, rows] of Object.entries(families))
    it(`are the acts of the hand: ${family}`, () => {
      const clock = new FakeClock();
      const states = new SourceStates(clock);
      states.start();
      const repeats = new Repeats({}, clock);
      const buttons = new Map<string, Button>();
      let events: string[] = [];
      for (const { msg, hand } of rows) {
        events = [];
        const gestures = readGestures(structuredClone(msg)).map((each) => repeats.mark(states.mark(each)));
        for (const gesture of gestures) {
          const button = buttons.get(gesture.control) ?? new Button({}, clock);
          buttons.set(gesture.control, button);
          button.handle(gesture, (event) => events.push(event));
        }
        should([msg, events]).eql([msg, EVENTS[hand]]);
        const continued = gestures.filter(({ continues }) => continues).length;
        should([msg, continued]).eql([msg, hand === 'longer' ? 1 : 0]);
      }
    });
});
