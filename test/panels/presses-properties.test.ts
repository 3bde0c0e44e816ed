import fc from 'fast-check';
import should from 'should';
import { Press } from '../../dist/nodes/input/press.js';
import { Button, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { enabledEvents, type IntendedPress, presses, type SentMessage, simulatePresses } from './simulated-presses.js';

const CONTROLS = ['take', 'next'];

/** When which control fired, where each message is given to `fires` at its time. */
function firing(
  sent: readonly SentMessage[],
  fires: (msg: SentMessage['msg'], clock: FakeClock) => boolean,
): IntendedPress[] {
  const clock = new FakeClock();
  return sent.flatMap(({ at, msg }) => {
    clock.jump(at - clock.now());
    return fires(msg, clock) ? [{ at, control: String(msg.topic) }] : [];
  });
}

describe('whatever devices and browsers press, in any order,', () => {
  it('a command fires once for each press that a hand meant, when it meant it', () => {
    fc.assert(
      fc.property(presses(CONTROLS), enabledEvents, (all, enabled) => {
        const { sent, intended } = simulatePresses(all, enabled);
        let press: Press | undefined;
        const fired = firing(sent, (msg, clock) => {
          press ??= new Press({ inverted: false, payloadIsData: false }, clock);
          return press.refusal(msg as never) === undefined;
        });
        should(fired).eql(intended);
      }),
      { numRuns: 500 },
    );
  });

  it("a panel's button tells each of these presses once", () => {
    fc.assert(
      fc.property(presses(CONTROLS), enabledEvents, (all, enabled) => {
        const { sent, intended } = simulatePresses(all, enabled);
        const buttons = new Map<unknown, Button>();
        let presses = 0;
        const fired = firing(sent, (msg, clock) => {
          const before = presses;
          const button =
            buttons.get(msg.topic) ??
            new Button({}, clock, (event) => {
              if (event === 'press') presses += 1;
            });
          buttons.set(msg.topic, button);
          button.take(recognise(msg)!);
          return presses > before;
        });
        should(fired).eql(intended);
      }),
      { numRuns: 500 },
    );
  });
});
