import fc from 'fast-check';
import should from 'should';
import { PressFilter } from '../../dist/nodes/runtime/press-filter.js';
import { Button, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { enabledEvents, type IntendedPress, presses, type SentMessage, simulatePresses } from './simulated-presses.js';

const CONTROLS = ['take', 'next'];

/** The times and controls for which `fires` returned true. */
function firedPresses(
  sent: readonly SentMessage[],
  fires: (msg: SentMessage['msg'], clock: FakeClock) => boolean,
): IntendedPress[] {
  const clock = new FakeClock();
  return sent.flatMap(({ at, msg }) => {
    clock.jump(at - clock.now());
    return fires(msg, clock) ? [{ at, control: String(msg.topic) }] : [];
  });
}

describe('presses of devices and browsers in any order', () => {
  it('fire a command once for each intended press, at its time', () => {
    fc.assert(
      fc.property(presses(CONTROLS), enabledEvents, (all, enabled) => {
        const { sent, intended } = simulatePresses(all, enabled);
        let press: PressFilter | undefined;
        const fired = firedPresses(sent, (msg, clock) => {
          press ??= new PressFilter({ kind: 'press', payloadIsData: false }, clock);
          return press.refusal(msg as never) === undefined;
        });
        should(fired).eql(intended);
      }),
      { numRuns: 500 },
    );
  });

  it('are each reported once by a button of a panel', () => {
    fc.assert(
      fc.property(presses(CONTROLS), enabledEvents, (all, enabled) => {
        const { sent, intended } = simulatePresses(all, enabled);
        const buttons = new Map<unknown, Button>();
        let presses = 0;
        const fired = firedPresses(sent, (msg, clock) => {
          const before = presses;
          const button = buttons.get(msg.topic) ?? new Button({}, clock);
          buttons.set(msg.topic, button);
          button.handle(recognise(msg)!, (event) => {
            if (event === 'press') presses += 1;
          });
          return presses > before;
        });
        should(fired).eql(intended);
      }),
      { numRuns: 500 },
    );
  });
});
