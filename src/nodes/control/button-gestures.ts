import { setLimited } from '../../base/set-limited.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import type { ControlValues } from '../../saved/control.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { PendingInput } from './pending-input.js';

/** No panel has more buttons and browsers. */
const MOST_HANDS = 1000;

/** The hold comes before it, also if both timers are late. In ms. */
const AFTER_HOLD_MS = 100;

/** A press whose hold may follow. */
interface OpenPress {
  readonly client: string;
  /** False for a double press, which has acted. */
  readonly isUndecided: boolean;
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
  readonly #open = new Map<string, OpenPress>();
  /** Another one after each begin and end of a rehearsal. */
  #mode = 0;
  /** The mode in which the last press of each button and browser began. */
  readonly #modes = new Map<string, number>();

  constructor(life: Lifetime, words: RuntimeWords, { actions, holdTime }: ControlValues) {
    this.#life = life;
    this.#words = words;
    if (actions.some(({ on }) => on === 'hold')) this.#holdMs = holdTime * 1000;
    life.add(() => {
      for (const hand of this.#open.keys()) this.#end(hand, new HubError('CLOSED'));
    });
  }

  /** True while a press waits for its release, because a hold would do something else. */
  isUndecided = (gesture: Gesture): boolean => this.#open.get(handOf(gesture))?.isUndecided === true;

  /** Calls `act` with each gesture that an event completes. `input`: its message. */
  handle(event: ButtonEvent, gesture: Gesture, input: PendingInput | undefined, act: (on: ButtonEvent) => void): void {
    const hand = handOf(gesture);
    // A device that reports a hold itself may report no press before it.
    const isBegin = event === 'press' || event === 'double' || gesture.event !== undefined;
    if (isBegin) setLimited(this.#modes, hand, this.#mode, { most: MOST_HANDS });
    else if (this.#modes.get(hand) !== this.#mode) {
      this.#end(hand);
      return;
    }
    const before = this.#open.get(hand);
    this.#open.delete(hand);
    const isUndecided = event === 'press' && this.#holdMs !== undefined;
    if (event === 'release' && before?.isUndecided) for (const on of ['press', 'release'] as const) act(on);
    else if (!isUndecided) act(event);
    if (this.#holdMs !== undefined && (isUndecided || event === 'double'))
      this.#keepOpen(hand, { client: gesture.client ?? '', isUndecided }, input, this.#holdMs);
    before?.end();
  }

  /** A rehearsal begins or ends: the presses of before become nothing, because what was rehearsed is never sent later. */
  rehearsalChanged(): void {
    this.#mode += 1;
  }

  /** The hand has left the button without a release: nothing follows. */
  gone(gesture: Gesture): void {
    this.#end(handOf(gesture));
  }

  /** The connection of the device is lost. Its presses become nothing. Browsers have their own connections. */
  sourceLost(): void {
    for (const [hand, { client }] of this.#open) if (client === '') this.#end(hand);
  }

  #keepOpen(hand: string, press: Omit<OpenPress, 'end'>, input: PendingInput | undefined, holdMs: number): void {
    // A flow that invents hands must not fill the memory.
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size === MOST_HANDS) this.#end(oldest);
    const { clock } = this.#life;
    let isOpen = input?.begin() === true;
    const end = (error?: HubError) => {
      clock.clearTimeout(timer);
      if (isOpen && error) input?.fail(this.#life, this.#words, error);
      else if (isOpen) input?.end();
      isOpen = false;
    };
    const timer = isOpen ? clock.setTimeout(() => end(), holdMs + AFTER_HOLD_MS) : undefined;
    this.#open.set(hand, { ...press, end });
  }

  #end(hand: string, error?: HubError): void {
    this.#open.get(hand)?.end(error);
    this.#open.delete(hand);
  }
}

const handOf = ({ control, client = '' }: Gesture): string => `${control} ${client}`;
