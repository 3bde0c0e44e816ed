import fc from 'fast-check';
import should from 'should';
import { JoinedControllers } from '../../dist/nodes/panel/panel-controls.js';
import { panelSettings } from '../../dist/nodes/panel/panel-settings.js';
import { PressFilter } from '../../dist/nodes/runtime/press-filter.js';
import { Button, type Gesture, SourceStates } from '../../dist/panels/index.js';
import { readGestures, reportIn } from '../../dist/panels/recognise/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { PANEL_HANDS, type PanelHand } from './panel-hands.js';

/** One movement of a hand: its control, its messages with their times in ms, and its effects. */
interface Act {
  readonly control: string;
  readonly messages: readonly (readonly [at: number, send: (count: number) => readonly object[]])[];
  readonly effects: readonly unknown[];
}

/** The presses and releases of each act at a key, at times in ms, and the events of a button. */
const PRESSES = {
  single: { times: [0, 120], events: ['press', 'release'] },
  double: { times: [0, 100, 250, 330], events: ['press', 'release', 'double', 'release'] },
  hold: { times: [0, 1500], events: ['press', 'hold', 'release'] },
} as const;

/** Any act at any control of a panel. */
function acts({ keys = {}, clicks = {}, dials = {}, faders = {} }: PanelHand): fc.Arbitrary<Act> {
  return fc.oneof(
    ...Object.entries(keys).map(([control, send]) =>
      fc.constantFrom(...Object.values(PRESSES)).map(({ times, events }) => ({
        ...{ control, effects: events },
        messages: times.map((at, index) => [at, (count: number) => send(index % 2 === 0, count)] as const),
      })),
    ),
    ...Object.entries(clicks).map(([control, messages]) =>
      fc.constant({ control, messages: [[0, () => messages] as const], effects: ['press', 'release'] }),
    ),
    ...Object.entries(dials).map(([control, { most, turn }]) =>
      fc.integer({ min: 1, max: most }).chain((size) =>
        fc.constantFrom(size, -size).map((steps) => ({
          ...{ control, effects: [`turn ${steps}`] },
          messages: [[0, (count: number) => turn(steps, count)] as const],
        })),
      ),
    ),
    ...Object.entries(faders).map(([control, { least, most, move }]) =>
      fc.integer({ min: least, max: most }).map((value) => ({
        ...{ control, effects: [`at ${value}`] },
        messages: [[0, (count: number) => move(value, count)] as const],
      })),
    ),
  );
}

/** A `hub-panel` of each control, without Node-RED. */
class Panel {
  readonly #hand: PanelHand;
  readonly #clock: FakeClock;
  readonly #controllers: JoinedControllers;
  readonly #states: SourceStates;
  readonly #buttons = new Map<string, Button>();
  readonly effects: [control: string, effect: unknown][] = [];

  constructor(hand: PanelHand, clock: FakeClock) {
    this.#hand = hand;
    this.#clock = clock;
    this.#controllers = new JoinedControllers(panelSettings({ pair: hand.pair === true }), clock);
    this.#states = new SourceStates(clock);
    this.#states.start();
  }

  receive(msg: object): void {
    const report = reportIn(msg);
    if (report) this.#states.report(report);
    else
      for (const gesture of readGestures(msg, this.#hand.source))
        this.#controllers.join(gesture, (joined) => this.#take(this.#states.mark(joined)));
  }

  #take(gesture: Gesture): void {
    const { control, raw, delta, retained } = gesture;
    if (delta !== undefined) this.effects.push([control, delta]);
    else if (control in (this.#hand.faders ?? {})) {
      if (!retained) this.effects.push([control, `at ${raw}`]);
    } else this.#buttonOf(control).handle(gesture, (event) => this.effects.push([control, event]));
  }

  #buttonOf(control: string): Button {
    const options = { hold: 600, double: 400 };
    const button = this.#buttons.get(control) ?? new Button(options, this.#clock);
    this.#buttons.set(control, button);
    return button;
  }
}

/** Joins the steps of one turn. */
const withTurns = (effects: readonly [string, unknown][]): [string, unknown][] => {
  const steps = effects.filter(([, effect]) => typeof effect === 'number');
  const sum = steps.reduce((all, [, delta]) => all + Number(delta), 0);
  return steps.length > 0 && steps.length === effects.length ? [[steps[0]![0], `turn ${sum}`]] : [...effects];
};

describe('a hand at a panel', () => {
  for (const [family, hand] of Object.entries(PANEL_HANDS)) {
    const movement = fc.record({
      act: acts(hand),
      pause: fc.integer({ min: 500, max: 4000 }),
      noise: fc.array(fc.constantFrom(...hand.noise), { maxLength: 3 }),
    });

    it(`gives exactly its gestures: ${family}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(movement, { maxLength: 12 }), async (movements) => {
          const clock = new FakeClock();
          const panel = new Panel(hand, clock);
          const trigger = new PressFilter({ kind: 'press', payloadIsData: false }, clock);
          trigger.start();
          const wait = (ms: number) => clock.advance(ms, async () => {});
          let count = 0;
          let fired = 0;
          /** A fader acts with each number, so only keys are wired to the trigger. */
          const receive = (msg: object, isKey: boolean) => {
            panel.receive(structuredClone(msg));
            if (!isKey) return;
            void Promise.resolve(trigger.refusal(structuredClone(msg) as never)).then((refusal) => {
              if (refusal === undefined && readGestures(msg).length > 0) fired += 1;
            });
          };
          // The initial read of a GPIO pin ends.
          await wait(5000);
          const positions = new Map<string, unknown>();
          const wanted: [string, unknown][] = [];
          const given: [string, unknown][] = [];
          for (const { act, pause, noise } of movements) {
            const isKey = act.control in { ...hand.keys, ...hand.clicks };
            // A hand that does not move a fader sends nothing.
            if (!isKey && positions.get(act.control) === act.effects[0]) continue;
            if (act.control in (hand.faders ?? {})) positions.set(act.control, act.effects[0]);
            let now = 0;
            for (const [at, send] of act.messages) {
              await wait(at - now);
              now = at;
              count += 1;
              for (const msg of send(count)) receive(msg, isKey);
            }
            await wait(500);
            for (const msg of noise) receive(msg, hand.keys !== undefined && hand.source === undefined);
            await wait(pause);
            wanted.push(...act.effects.map((effect): [string, unknown] => [act.control, effect]));
            given.push(...withTurns(panel.effects.splice(0)));
          }
          should(given).eql(wanted);
          const presses = wanted.filter(([, effect]) => effect === 'press' || effect === 'double');
          should(fired).equal(presses.length);
        }),
        { numRuns: 100 },
      );
    });
  }
});
