import { type Clock, systemClock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import { type Gesture, SENDS_CHANGES } from '../gesture/gesture.js';

/** The events of a button, as its listener receives them. */
export const BUTTON_EVENTS = ['press', 'release', 'hold', 'double'] as const;

/** One of `BUTTON_EVENTS`. */
export type ButtonEvent = (typeof BUTTON_EVENTS)[number];

/** All times are in ms. 0 or not set: off. */
export interface ButtonOptions {
  /** A press of this length is also reported as `hold`. */
  readonly hold?: number;
  /** A second press within this time is reported as `double` instead of `press`. */
  readonly double?: number;
  /** Presses within this time after a press are ignored. */
  readonly lockout?: number;
  /** The source sends a press as a release, for example a contact with a pull-up. */
  readonly inverted?: boolean;
  /** The first message is a state, which some devices send when they start. */
  readonly ignoreFirst?: boolean;
  /** The source sends no release: each press is a new one, and complete. */
  readonly eachPress?: boolean;
  /** The events that are reported. If not set, all. After a hold or a double press that is not one of them, a release is not reported. */
  readonly events?: ReadonlySet<ButtonEvent>;
}

/** The reason why a press is not reported. */
export type IgnoredPress = 'noRelease' | 'lockedOut';

/** Receives each event. `on` is false at first, and changes with each press and each double press. */
export type ButtonListener = (event: ButtonEvent, on: boolean) => void;

/**
 * A second press without a release is a new one after this time, in ms. Earlier, the contact bounces or the network
 * repeats a packet.
 */
export const LOST_RELEASE_MS = 300;

/** The press of one browser. All other sources share one. */
interface Hand {
  /** The one of its last message. */
  listener?: ButtonListener;
  pressed: boolean;
  /** The last press that counted, or the last change of a number. */
  lastPress?: { readonly at: number; readonly raw: number | undefined };
  /** Its source sends changes only. */
  sendsChanges: boolean;
  /** Its press was reported, so its release must be reported too. */
  isReported: boolean;
  /** A press until this time is a double press, in ms of the clock. */
  doubleUntil: number;
  /** This press was reported as a hold. */
  isHeld: boolean;
  holdTimer?: unknown;
}

/** Maximum number of browsers at one button, and of stored presses. The oldest ones belong to closed browsers. */
const MOST_HANDS = 1000;

/**
 * Reports each press of a button once, even if the source repeats it. A release is reported only if its press was. The
 * presses of several browsers are separate, but they share `on` and the lockout.
 */
export class Button {
  readonly #options: ButtonOptions;
  readonly #clock: Clock;
  readonly #clicks: ClickDeduplicator;
  /** By client. Blank: the device. */
  readonly #hands = new Map<string, Hand>();
  #on = false;
  #isFirst = true;
  /** The time of the last reported press, in ms of the clock. */
  #pressedAt = Number.NEGATIVE_INFINITY;

  /** `clock` times the holds. */
  constructor(options: ButtonOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#clicks = new ClickDeduplicator(clock);
  }

  /** True while the button is pressed. */
  get held(): boolean {
    return [...this.#hands.values()].some(({ pressed }) => pressed);
  }

  /**
   * Takes a gesture of the button. It ignores gestures without a press or release. A retained one only sets the state.
   * `listener` receives the events of this gesture: at once, and the hold of a press later. Returns `noRelease` for a
   * press that is ignored because the last one was not released, and `lockedOut` for one within the lockout.
   */
  handle(gesture: Gesture, listener: ButtonListener): IgnoredPress | undefined {
    const { pressed, retained, client, isReport } = gesture;
    if (pressed === undefined || isReport) return undefined;
    const isIgnored = retained || (this.#isFirst && this.#options.ignoreFirst);
    this.#isFirst = false;
    const hand = this.#handOf(client ?? '');
    hand.sendsChanges = SENDS_CHANGES[gesture.source];
    if (isIgnored) {
      if (!gesture.momentary) this.#setState(hand, pressed);
      return undefined;
    }
    hand.listener = listener;
    if (gesture.hand === 'gone') this.#forget(hand);
    else if (gesture.hand === 'holds') this.#holdByHand(hand);
    else return gesture.event ? this.#handleEvent(hand, gesture) : this.#handleState(hand, gesture);
    return undefined;
  }

  /** The last state before a deploy. If the source sends the same again, it is not a press. */
  restore(pressed: boolean): void {
    this.#setState(this.#handOf(''), pressed);
  }

  #setState(hand: Hand, pressed: boolean): void {
    hand.pressed = pressed !== Boolean(this.#options.inverted);
  }

  #handleState(hand: Hand, gesture: Gesture): IgnoredPress | undefined {
    const { inverted, eachPress } = this.#options;
    const isDuplicate = this.#clicks.isDuplicate(gesture);
    const pressed = gesture.momentary || gesture.pressed !== Boolean(inverted);
    if (gesture.momentary || (eachPress && pressed)) {
      const ignored = isDuplicate ? undefined : this.#setPressed(hand, true, eachPress);
      this.#setPressed(hand, false);
      return ignored;
    }
    const isNew = gesture.anew || (pressed && this.#hasLostRelease(hand, gesture));
    const counts = isNew || !hand.pressed;
    // An ignored press does not start the time again, so quick presses cannot all be ignored.
    if (pressed && (counts || (gesture.kind !== 'button' && gesture.raw !== hand.lastPress?.raw)))
      hand.lastPress = { at: this.#clock.now(), raw: gesture.raw };
    const isHeld = pressed && !counts && !gesture.continues;
    const ignored = this.#setPressed(hand, pressed, isNew, gesture.hand !== 'presses');
    return isHeld ? 'noRelease' : ignored;
  }

  /** A number of a fader changes while it moves. A key sends the same one at each press. */
  #hasLostRelease({ lastPress, sendsChanges }: Hand, { kind, raw }: Gesture): boolean {
    if (!sendsChanges || !lastPress) return sendsChanges;
    if (this.#clock.now() - lastPress.at < LOST_RELEASE_MS) return false;
    return kind === 'button' || raw === lastPress.raw;
  }

  /** The device separates its events itself, so neither holds nor double presses are timed here. */
  #handleEvent(hand: Hand, { event, momentary, continues }: Gesture): 'lockedOut' | undefined {
    const isLocked = event === 'press' && !continues && this.#isLocked();
    this.#clock.clearTimeout(hand.holdTimer);
    hand.pressed = true;
    if (event === 'hold') {
      if (!continues) hand.isHeld = false;
      if (this.#reports('hold')) this.#hold(hand);
    } else if (event === 'double') {
      if (this.#reports('double') && !this.#isLocked()) this.#report(hand, 'double');
    } else if (event !== 'triple' && !this.#isLocked()) this.#report(hand, 'press');
    if (momentary) this.#setPressed(hand, false);
    return isLocked ? 'lockedOut' : undefined;
  }

  /**
   * The connection of the device is lost. No press of before is reported as held or released. The next press of a source
   * that sends changes is a new one. Another source may still send the state of a key that is held. Browsers have their
   * own connections.
   */
  sourceLost(): void {
    const hand = this.#hands.get('');
    if (!hand) return;
    this.#clock.clearTimeout(hand.holdTimer);
    hand.isReported = false;
    if (hand.sendsChanges) hand.pressed = false;
  }

  /** Ends all timers. */
  close(): void {
    for (const { holdTimer } of this.#hands.values()) this.#clock.clearTimeout(holdTimer);
  }

  #reports(event: ButtonEvent): boolean {
    return this.#options.events?.has(event) ?? true;
  }

  #handOf(client: string): Hand {
    const found = this.#hands.get(client);
    if (found) return found;
    const never = Number.NEGATIVE_INFINITY;
    const hand = { pressed: false, sendsChanges: false, isReported: false, doubleUntil: never, isHeld: false };
    const deleted = setLimited<Hand>(this.#hands, client, hand, { most: MOST_HANDS, isHeld: ({ pressed }) => pressed });
    this.#clock.clearTimeout(deleted?.holdTimer);
    return hand;
  }

  /** A press in the lockout was not reported, so it cannot become a hold. */
  #holdByHand(hand: Hand): void {
    const { hold = 0 } = this.#options;
    if (hold > 0 && hand.isReported) this.#hold(hand);
  }

  #forget(hand: Hand): void {
    this.#clock.clearTimeout(hand.holdTimer);
    hand.pressed = false;
    hand.isReported = false;
  }

  #setPressed(hand: Hand, pressed: boolean, anew = false, isTimed = true): 'lockedOut' | undefined {
    const isRepeat = pressed === hand.pressed && !anew;
    hand.pressed = pressed;
    if (isRepeat) return undefined;
    this.#clock.clearTimeout(hand.holdTimer);
    if (pressed) return this.#press(hand, isTimed);
    if (hand.isReported) {
      hand.isReported = false;
      this.#notify(hand.listener, 'release');
    }
    return undefined;
  }

  #press(hand: Hand, isTimed: boolean): 'lockedOut' | undefined {
    const { hold = 0, double = 0 } = this.#options;
    if (this.#isLocked()) return 'lockedOut';
    const isDouble = double > 0 && this.#clock.now() <= hand.doubleUntil;
    const { listener } = hand;
    if (hold > 0 && isTimed) hand.holdTimer = this.#clock.setTimeout(() => this.#hold(hand, listener), hold);
    this.#report(hand, isDouble ? 'double' : 'press');
    return undefined;
  }

  #isLocked(): boolean {
    const { lockout = 0 } = this.#options;
    return this.#clock.now() - this.#pressedAt < lockout;
  }

  #report(hand: Hand, event: 'press' | 'double'): void {
    const { double = 0 } = this.#options;
    this.#pressedAt = this.#clock.now();
    hand.doubleUntil = event === 'double' ? Number.NEGATIVE_INFINITY : this.#pressedAt + double;
    hand.isHeld = false;
    hand.isReported = true;
    this.#on = !this.#on;
    this.#notify(hand.listener, event);
  }

  /** `listener`: that of the gesture it belongs to. */
  #hold(hand: Hand, listener = hand.listener): void {
    if (hand.isHeld && hand.isReported) return;
    hand.isHeld = true;
    hand.isReported = true;
    this.#notify(listener, 'hold');
  }

  #notify(listener: ButtonListener | undefined, event: ButtonEvent): void {
    if (this.#reports(event)) listener?.(event, this.#on);
  }
}

/**
 * A click within this time after a release belongs to it, in ms. A browser sends both at once, but a network can
 * delay one of them. A key press within this time after a hand that left the button is lost, which is better than two presses.
 */
const CLICK_MS = 2000;

/**
 * Finds clicks that only repeat a press. A button of a dashboard sends down, up and click for one press, as far as they
 * are enabled. A key press sends only a click. A press that ends outside the button has no click. Browsers are separate.
 */
export class ClickDeduplicator {
  readonly #clock: Clock;
  /** Clicks until this time repeat a press, by control and client, in ms of the clock. Infinity while it is held. */
  readonly #duplicateUntil = new Map<string, number>();
  /** Controls that send a down. After their up, a click repeats a press: the browser may have a new id since the down. */
  readonly #sendDown = new Set<string>();

  /** `clock` measures the time between a release and its click. Default: the clock of this computer. */
  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** True for a click that repeats a press. */
  isDuplicate({ source, control, client = '', pressed, momentary }: Gesture): boolean {
    if (source !== 'dashboard') return false;
    const press = JSON.stringify([control, client]);
    const now = this.#clock.now();
    const until = this.#duplicateUntil.get(press) ?? now;
    this.#duplicateUntil.delete(press);
    if (momentary) return now < until;
    const limits = { most: MOST_HANDS, isHeld: (each: number) => each > now };
    if (this.#sendDown.size >= MOST_HANDS) this.#sendDown.clear();
    if (pressed) {
      this.#sendDown.add(control);
      setLimited(this.#duplicateUntil, press, Number.POSITIVE_INFINITY, limits);
    } else if (until > now || this.#sendDown.has(control))
      setLimited(this.#duplicateUntil, press, now + CLICK_MS, limits);
    return false;
  }
}
