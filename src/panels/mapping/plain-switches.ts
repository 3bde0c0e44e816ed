import type { Clock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import { type Turn, Turns } from '../../base/turn.js';
import type { Gesture } from '../gesture/gesture.js';
import { isBelow, type Restarts } from './restarts.js';

/** A sender repeats a message within this time, in ms. No hand presses twice as fast. */
const REPEAT_MS = 50;

interface LastMessage {
  readonly pressed: boolean;
  /** It has sent presses and releases. */
  readonly isSwitch: boolean;
  readonly raw: number | undefined;
  readonly turn: Turn;
}

/** Finds messages of an MQTT switch of no known family, `ON` and `OFF`, that only repeat or report its state. */
export class PlainSwitches {
  readonly #clock: Clock;
  readonly #turns: Turns;
  readonly #restarts: Restarts;
  readonly #reportsNoRelease: boolean;
  /** By topic. */
  readonly #last = new Map<string, LastMessage>();

  /** If a press without a release is reported, it stays one for controls that have sent no release yet. */
  constructor(clock: Clock, restarts: Restarts, reportsNoRelease = false) {
    this.#clock = clock;
    this.#turns = new Turns(clock);
    this.#restarts = restarts;
    this.#reportsNoRelease = reportsNoRelease;
  }

  /** True for a message that is sent twice, and for the first one after the device has connected. */
  isReport({ source, control, pressed, raw, momentary }: Gesture): boolean {
    if (source !== 'mqtt' || pressed === undefined || momentary) return false;
    const last = this.#last.get(control);
    const isSwitch = last !== undefined && (last.isSwitch || last.pressed !== pressed);
    setLimited(this.#last, control, { pressed, raw, turn: this.#turns.present, isSwitch });
    if (!last) return this.#restarts.isRecent(control);
    const isRecent = this.#clock.now() - last.turn.endedAt < REPEAT_MS;
    const isRepeat = last.pressed === pressed && last.raw === raw && isRecent;
    return isRepeat && (isSwitch || !this.#reportsNoRelease);
  }

  /** The device starts or connects again. */
  restart(device: string): void {
    for (const control of this.#last.keys()) if (isBelow(control, device)) this.#last.delete(control);
  }
}
