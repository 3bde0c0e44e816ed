import { HubError } from '../../hub/wire/errors.js';
import type { Gesture } from '../../panels/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import type { ControlValues } from '../../saved/control.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { PendingInput } from './pending-input.js';

/** No panel has more buttons and browsers. */
const MOST_HANDS = 1000;

/** The hold comes before it, also if both timers are late. In ms. */
const AFTER_HOLD_MS = 100;

/** A press that may become a hold. */
interface Undecided {
  readonly client: string;
  /** Ends its message, if it is still open. */
  readonly end: (error?: HubError) => void;
}

/**
 * Turns the events of a button into its gestures: if a hold does something else, a press is known at its release. Until
 * then the message of the press stays open, because its hold belongs to it.
 */
export class ButtonGestures {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  /** Not set if nothing is done on a hold. */
  readonly #holdMs: number | undefined;
  /** By button and browser. */
  readonly #undecided = new Map<string, Undecided>();

  constructor(life: Lifetime, words: RuntimeWords, { actions, holdTime }: ControlValues) {
    this.#life = life;
    this.#words = words;
    if (actions.some(({ on }) => on === 'hold')) this.#holdMs = holdTime * 1000;
    life.add(() => this.#end(() => true, new HubError('CLOSED')));
  }

  /** True while a press waits for its release, because a hold would do something else. */
  isUndecided = (gesture: Gesture): boolean => this.#undecided.has(handOf(gesture));

  /** Calls `act` with each gesture that an event completes. `input`: its message. */
  handle(event: ButtonEvent, gesture: Gesture, input: PendingInput | undefined, act: (on: ButtonEvent) => void): void {
    const hand = handOf(gesture);
    const press = this.#undecided.get(hand);
    this.#undecided.delete(hand);
    if (event === 'press' && this.#holdMs !== undefined) this.#keep(hand, gesture, input, this.#holdMs);
    else if (event === 'release' && press) for (const on of ['press', 'release'] as const) act(on);
    else act(event);
    press?.end();
  }

  /** The connection of the device is lost. Its presses become nothing. Browsers have their own connections. */
  sourceLost(): void {
    this.#end(({ client }) => client === '');
  }

  #keep(hand: string, { client = '' }: Gesture, input: PendingInput | undefined, holdMs: number): void {
    // A flow that invents hands must not fill the memory.
    if (this.#undecided.size === MOST_HANDS) this.#end(() => true);
    const { clock } = this.#life;
    let isOpen = input?.begin() === true;
    const end = (error?: HubError) => {
      clock.clearTimeout(timer);
      if (isOpen && error) input?.fail(this.#life, this.#words, error);
      else if (isOpen) input?.end();
      isOpen = false;
    };
    const timer = isOpen ? clock.setTimeout(() => end(), holdMs + AFTER_HOLD_MS) : undefined;
    this.#undecided.set(hand, { client, end });
  }

  #end(isMeant: (press: Undecided) => boolean, error?: HubError): void {
    for (const [hand, press] of this.#undecided)
      if (isMeant(press)) {
        this.#undecided.delete(hand);
        press.end(error);
      }
  }
}

const handOf = ({ control, client = '' }: Gesture): string => `${control} ${client}`;
