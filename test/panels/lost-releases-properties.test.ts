import fc from 'fast-check';
import should from 'should';
import { JoinedControllers, PanelControls } from '../../dist/nodes/panel/panel-controls.js';
import { panelSettings } from '../../dist/nodes/panel/panel-settings.js';
import { SENDS_CHANGES } from '../../dist/panels/gesture/gesture.js';
import { readGestures } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { PANEL_HANDS } from './panel-hands.js';

/** Every key of every panel, and switches over MQTT, by name. */
const KEYS = [
  ...Object.entries(PANEL_HANDS).flatMap(([family, { source, keys = {} }]) =>
    Object.entries(keys).map(([control, send]) => ({ name: `${family}, ${control}`, source, send })),
  ),
  ...[
    ['ON', 'OFF'],
    ['1', '0'],
  ].map(([on, off]) => ({
    name: `MQTT, ${on}`,
    source: undefined,
    send: (isDown: boolean) => [{ topic: 'Regie/日本語', payload: isDown ? on : off, qos: 0, retain: false }],
  })),
];

/** One press of a hand. Times are in ms. */
const press = fc.record({
  pause: fc.integer({ min: 300, max: 3000 }),
  held: fc.integer({ min: 30, max: 400 }),
  /** Its release arrives, goes to another node, or the surface is lost before it. */
  release: fc.constantFrom('arrives', 'goes elsewhere', 'surface lost'),
  /** A deploy while the key is held. */
  deploy: fc.boolean(),
  /** Messages of a source that repeats the state of a held key, with their pauses. */
  repeats: fc.array(fc.integer({ min: 60, max: 2000 }), { maxLength: 3 }),
});

describe('a key whose release may be lost', () => {
  for (const { name, source, send } of KEYS)
    it(`presses exactly once for each press of a hand: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(press, { maxLength: 12 }), async (presses) => {
          const clock = new FakeClock();
          const settings = panelSettings({ kind: 'button', press: true, hold: true, holdTime: '0.5', release: true });
          const keys = new Map<string, boolean>();
          let controls = new PanelControls(settings, clock, keys);
          const controllers = new JoinedControllers(settings, clock);
          const events: unknown[] = [];
          let count = 0;
          let sendsChanges = false;
          const wait = (ms: number) => clock.advance(ms, async () => {});
          const receive = (isDown: boolean, isAgain = false) => {
            if (!isAgain) count += 1;
            for (const msg of send(isDown, count))
              for (const gesture of readGestures(msg, source))
                controllers.join(gesture, (each) => {
                  sendsChanges = SENDS_CHANGES[each.source];
                  controls.controlOf(each).handle(each, (_, did) => events.push(did));
                  controls.remember(each);
                });
          };
          const wanted: string[] = [];
          for (const { pause, held, release, deploy, repeats } of presses) {
            await wait(pause);
            receive(true);
            wanted.push('press');
            // A controller of MIDI may be the first half of a selection, and waits for 40 ms.
            await wait(50);
            // A deploy of Dashboard loads its page again.
            if (deploy && !name.startsWith('Dashboard')) {
              controls.sourceLost();
              controls = new PanelControls(settings, clock, keys);
            }
            if (!sendsChanges && !name.startsWith('Dashboard'))
              for (const each of repeats) {
                await wait(each);
                receive(true, true);
              }
            if (release === 'surface lost') controls.sourceLost();
            else await wait(held);
            // Only a source that sends changes shows at its next press that a release is missing.
            if (release === 'arrives' || !sendsChanges) receive(false);
            await wait(50);
          }
          const acts = events.filter((event) => event === 'press');
          should(acts).eql(wanted);
        }),
        { numRuns: 60 },
      );
    });

  it('holds and releases nothing after its surface was lost', async () => {
    // A browser of Dashboard has its own connection.
    for (const { source, send } of KEYS.filter(({ name }) => !name.startsWith('Dashboard'))) {
      const clock = new FakeClock();
      const settings = panelSettings({ kind: 'button', press: true, hold: true, holdTime: '0.5', release: true });
      const controls = new PanelControls(settings, clock);
      const controllers = new JoinedControllers(settings, clock);
      const events: unknown[] = [];
      let count = 0;
      const receive = async (isDown: boolean) => {
        count += 1;
        for (const msg of send(isDown, count))
          for (const gesture of readGestures(msg, source))
            controllers.join(gesture, (each) => {
              controls.controlOf(each).handle(each, (_, did) => events.push(did));
            });
        await clock.advance(50, async () => {});
      };
      await receive(true);
      controls.sourceLost();
      await clock.advance(2000, async () => {});
      await receive(false);
      should(events).eql(['press']);
      await receive(true);
      await clock.advance(600, async () => {});
      await receive(false);
      should(events).eql(['press', 'press', 'hold', 'release']);
    }
  });
});

describe('a second press without a release', () => {
  const pressesOf = (source: 'osc' | undefined, ...messages: readonly (object | number)[]) => {
    const clock = new FakeClock();
    const controls = new PanelControls(panelSettings({ kind: 'button', press: true }), clock);
    let presses = 0;
    for (const msg of messages)
      if (typeof msg === 'number') clock.jump(msg);
      else
        for (const gesture of readGestures(msg, source))
          controls.controlOf(gesture).handle(gesture, (_, did) => {
            if (did === 'press') presses += 1;
          });
    return presses;
  };
  const key = (payload: number) => ({ topic: 3, payload });
  const fader = (payload: number) => ({ topic: '/1/Überblendung', payload });

  it('is a press at least each 0.3 s, also if the hand is a little faster', () => {
    const quick = (msg: object, pause: number) => [msg, pause, msg, pause, msg, pause, msg, pause, msg];
    should(pressesOf(undefined, ...quick(key(1), 280))).equal(3);
    should(pressesOf(undefined, ...quick(key(1), 299))).equal(3);
    should(pressesOf('osc', ...quick(fader(1), 280))).equal(3);
    // A fader that rests for a moment has just moved.
    should(pressesOf('osc', fader(0.4), 280, fader(0.5), 280, fader(0.5), 10, fader(0.6))).equal(1);
  });

  it('is a press from 0.3 s on, and a bounce before', () => {
    should(pressesOf(undefined, key(1), 299, key(1))).equal(1);
    should(pressesOf(undefined, key(1), 300, key(1))).equal(2);
    should(pressesOf(undefined, key(1), 200, key(1), 200, key(1), 200, key(1))).equal(2);
  });

  it('is none while a fader moves', () => {
    should(pressesOf('osc', fader(0.2), 400, fader(0.3), 400, fader(0.4), 400, fader(0.3))).equal(1);
    should(pressesOf('osc', fader(1), 400, fader(1))).equal(2);
  });

  it('is none of a source that repeats the state of a held key', () => {
    const contact = { topic: 'gpio/17', payload: 1 };
    const mqtt = { topic: 'Regie/Taste', payload: 'ON', qos: 0, retain: false };
    for (const held of [contact, mqtt, { payload: true }]) should(pressesOf(undefined, held, 5000, held)).equal(1);
  });
});
