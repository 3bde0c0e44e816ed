import { type Gesture, type Pairs, type Parameters, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { midi } from './messages.js';

/** A message of a MIDI controller, as a gesture. */
export const controller = (number: number, value: number, channel = 1): Gesture =>
  recognise(midi('controlchange', 0xb0, channel, [number, value]))!;

/** Longer than the messages of one movement take, in ms. */
const REST_MS = 60;

/** Receives controllers, and notes the gestures as control and number or steps. */
export class Desk {
  readonly clock = new FakeClock();
  readonly gestures: Gesture[] = [];
  readonly #joiner: Pairs | Parameters;

  constructor(joiner: new (clock: FakeClock) => Pairs | Parameters) {
    this.#joiner = new joiner(this.clock);
  }

  send(gesture: Gesture): void {
    const taken = this.#joiner.join(gesture, (late) => this.gestures.push(late));
    if (taken) this.gestures.push(taken);
  }

  wait = (ms = REST_MS) => this.clock.advance(ms, async () => {});

  /** Sends messages of one channel without a pause, and rests. */
  async play(...messages: readonly (readonly [number: number, value: number, channel?: number])[]) {
    const before = this.gestures.length;
    for (const message of messages) this.send(controller(...message));
    await this.wait();
    return this.gestures.slice(before).map(({ control, raw, delta }) => [control, raw ?? delta]);
  }

  close(): void {
    this.#joiner.close();
  }
}
