import type { Clock } from '../../base/clock.js';
import type { Gesture } from '../../panels/gesture.js';
import { Pairs } from '../../panels/mapping/pairs.js';
import { Parameters } from '../../panels/mapping/parameters.js';
import type { PanelSettings } from './panel-settings.js';

/** Joins the MIDI messages that belong to one control. Other gestures pass unchanged. */
export class JoinedControllers {
  readonly #ownControl: string;
  readonly #parameters: Parameters;
  readonly #pairs: Pairs | undefined;

  constructor({ control, pair }: PanelSettings, clock: Clock) {
    this.#ownControl = control;
    this.#parameters = new Parameters(clock);
    this.#pairs = pair ? new Pairs(clock) : undefined;
  }

  /** Calls `handle` with each gesture, some of them up to 80 ms later. */
  join(gesture: Gesture, handle: (gesture: Gesture) => void): void {
    const pair = (each: Gesture): void => {
      const joined = this.#pairs ? this.#pairs.join(each, handle) : each;
      if (joined) handle(joined);
    };
    // A controller that the settings name stays one, also if it selects a parameter.
    const isOwn = gesture.control === this.#ownControl;
    if (isOwn) pair(gesture);
    const pairOther = (each: Gesture): void => {
      if (!isOwn || each !== gesture) pair(each);
    };
    const parameter = this.#parameters.join(gesture, pairOther);
    if (parameter) pairOther(parameter);
  }

  close(): void {
    this.#parameters.close();
    this.#pairs?.close();
  }
}
