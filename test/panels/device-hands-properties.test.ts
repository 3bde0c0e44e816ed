import fc from 'fast-check';
import should from 'should';
import { PressFilter } from '../../dist/nodes/runtime/press-filter.js';
import { Button, Copies } from '../../dist/panels/index.js';
import { Repeats } from '../../dist/panels/mapping/repeats.js';
import { readGestures } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { type Act, DEVICE_HANDS, type DeviceHand } from './device-hands.js';

/** A hand that does one thing after the other, with messages between that nobody caused. */
const hands = ({ acts }: DeviceHand) =>
  fc.array(
    fc.record({
      act: fc.constantFrom(...(Object.keys(acts) as Act[])),
      pause: fc.integer({ min: 700, max: 4000 }),
      noise: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { maxLength: 12 },
  );

describe('a hand at a device', () => {
  for (const [family, device] of Object.entries(DEVICE_HANDS))
    it(`gives exactly its gestures, and once for all copies of the broker: ${family}`, async () => {
      await fc.assert(
        fc.asyncProperty(hands(device), fc.integer({ min: 1, max: 3 }), async (done, deliveries) => {
          const clock = new FakeClock();
          const events: string[] = [];
          const copies = new Copies(clock);
          const repeats = new Repeats({}, clock);
          const buttons = new Map<string, Button>();
          const press = new PressFilter({ kind: 'single', payloadIsData: false }, clock);
          let fired = 0;
          const receive = (msg: object) => {
            const isMqtt = 'qos' in msg;
            for (let delivery = 0; delivery < (isMqtt ? deliveries : 1); delivery += 1)
              receiveOnce(structuredClone(msg));
          };
          const receiveOnce = (msg: object) => {
            const gestures = readGestures(msg);
            if (copies.isCopy(msg, gestures)) return;
            for (const gesture of gestures.map((each) => repeats.mark(each))) {
              const options = { hold: 600, double: 400 };
              const button = buttons.get(gesture.control) ?? new Button(options, clock);
              buttons.set(gesture.control, button);
              button.handle(gesture, (event) => events.push(event));
            }
            // A text of OSC may be the message of any flow, and acts.
            if (press.refusal(msg as never) === undefined && readGestures(msg).length > 0) fired += 1;
          };
          const wait = (ms: number) => clock.advance(ms, async () => {});
          for (const msg of device.start ?? []) receive(msg);
          for (const [count, { act, pause, noise }] of done.entries()) {
            await wait(pause);
            let now = 0;
            for (const [at, msg] of device.acts[act]?.(count) ?? []) {
              await wait(at - now);
              now = at;
              receive(msg);
            }
            await wait(500);
            for (const index of noise) {
              const all = device.noise(count + 1);
              for (const msg of [all[index % all.length]!].flat()) receive(msg);
              // Equal messages within 20 ms are copies.
              await wait(20);
            }
          }
          await wait(5000);
          should(events).eql(done.flatMap(({ act }) => device.events[act] ?? []));
          const presses = done.flatMap(({ act }) => device.events[act] ?? []).filter((event) => event === 'press');
          const timed = done.filter(
            ({ act }) => device.events[act]?.includes('press') && device.events[act]?.includes('double'),
          );
          should(fired).equal(presses.length + timed.length);
        }),
        { numRuns: 100 },
      );
    });
});
