import type { Clock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import { type Gesture, SENDS_CHANGES, type Source } from '../../panels/gesture/gesture.js';
import { Button, type ButtonEvent, type IgnoredPress } from '../../panels/mapping/button.js';
import { Encoder, isEncoderNumber, stepsOf } from '../../panels/mapping/encoder.js';
import { faderMapping, type NoPosition, positionOf, type Range } from '../../panels/mapping/fader.js';
import { Pairs } from '../../panels/mapping/halves.js';
import { isSelector, Parameters } from '../../panels/mapping/parameters.js';
import { Takeover, type TakeoverResult } from '../../panels/mapping/takeover.js';
import type { PanelSettings } from './panel-settings.js';

/** The controls of a node. If it accepts all controls, each of them has its own state. */
export class PanelControls {
  readonly #settings: PanelSettings;
  readonly #clock: Clock;
  readonly #keys: Map<string, boolean>;
  readonly #controls = new Map<string, Control>();
  #present: number | undefined;
  /** Kept because a fader sends many messages in a row. */
  #last: { readonly source: Source; readonly name: string; readonly control: Control } | undefined;

  /** `keys`: the last states of the keys from before a deploy. */
  constructor(settings: PanelSettings, clock: Clock, keys = new Map<string, boolean>()) {
    this.#settings = settings;
    this.#clock = clock;
    this.#keys = keys;
  }

  /** Keeps the state of a key over the next deploy, if its source may repeat it. */
  remember({ source, control, pressed, momentary, client }: Gesture): void {
    if (SENDS_CHANGES[source] || pressed === undefined || momentary || client !== undefined) return;
    setLimited(this.#keys, `${source} ${control}`, pressed);
  }

  controlOf({ source, control: name }: Gesture): Control {
    if (this.#last?.name === name && this.#last.source === source) return this.#last.control;
    const key = `${source} ${name}`;
    const control = this.#controls.get(key) ?? this.#add(key);
    this.#last = { source, name, control };
    return control;
  }

  /** Undefined if the value is unknown. */
  setPresent(value: number | undefined): void {
    this.#present = value;
    for (const control of this.#controls.values()) control.setPresent(value);
  }

  /** The connection of the source is lost. */
  sourceLost(): void {
    for (const control of this.#controls.values()) control.sourceLost?.();
  }

  /** A fader was moved unseen, and the value of an encoder was set elsewhere. Buttons are not concerned. */
  moved(): void {
    for (const control of this.#controls.values()) {
      if (!('isHeld' in control)) control.sourceLost?.();
      control.forget?.();
    }
  }

  get isHeld(): boolean {
    for (const { isHeld } of this.#controls.values()) if (isHeld) return true;
    return false;
  }

  #add(key: string): Control {
    const control = createControl(this.#settings, this.#clock);
    if (this.#present !== undefined) control.setPresent(this.#present);
    const pressed = this.#keys.get(key);
    if (pressed !== undefined) control.restore?.(pressed);
    setLimited(this.#controls, key, control, { isHeld: ({ isHeld }) => isHeld === true })?.close?.();
    return control;
  }
}

/** Called with each output value, for a button also after `handle` returned. `did` is the event of a button. */
type Output = (value: unknown, did?: ButtonEvent) => void;

/** The gesture does not fit the kind of control. */
type Unusable = NoPosition | 'noEncoder' | 'noButton';

/** The broker retained the press, so it is old. Or the button ignores it. */
type Ignored = 'retained' | IgnoredPress;

/** Turns the gestures of one control into values. */
export interface Control {
  /** Returns the reason if the gesture gives no value. */
  handle(gesture: Gesture, output: Output): Unusable | Ignored | undefined;
  /** Sets the present value at the hub. Undefined if it is unknown. */
  setPresent(value: number | undefined): void;
  /** Direction and distance to the present value while a control waits for it. Empty if that value is unknown. */
  readonly gap?: TakeoverResult;
  readonly isHeld?: boolean;
  /** The state that a key had before a deploy. */
  restore?(pressed: boolean): void;
  /** The connection of the source is lost. */
  sourceLost?(): void;
  /** Its value is unknown until it is read. */
  forget?(): void;
  close?(): void;
}

export function createControl(settings: PanelSettings, clock: Clock): Control {
  switch (settings.kind) {
    case 'fader':
      return new FaderControl(settings);
    case 'encoder':
      return new EncoderControl(settings, clock);
    case 'button':
      return new ButtonControl(settings, clock);
  }
}

class FaderControl implements Control {
  readonly #settings: PanelSettings;
  readonly #valueAt: (position: number) => unknown;
  readonly #takeover: Takeover | undefined;
  #lastPosition: number | undefined;
  #present: number | undefined;
  #hasIgnoredFirst: boolean;

  constructor(settings: PanelSettings) {
    const { fader, takeover, ignoreFirst } = settings;
    this.#settings = settings;
    this.#valueAt = faderMapping(fader);
    this.#takeover = fader.choices || takeover === 'jump' ? undefined : new Takeover(takeover, fader.to);
    this.#hasIgnoredFirst = !ignoreFirst;
  }

  handle(gesture: Gesture, output: Output): Unusable | undefined {
    const { axis, fader } = this.#settings;
    const position = positionOf(gesture, axis, fader.from);
    if (typeof position === 'string') return position;
    if (!this.#hasIgnoredFirst) {
      this.#hasIgnoredFirst = true;
      return undefined;
    }
    const value = this.#valueAt(position);
    if (typeof value !== 'number' || !this.#takeover) {
      output(value);
      return undefined;
    }
    this.#lastPosition = value;
    if (this.#settings.hasOwnValue && this.#present === undefined) this.#takeover.present(value);
    const taken = this.#takeover.move(value, placeOf(position, fader.from));
    if (taken.value === undefined) return undefined;
    this.#present = taken.value;
    output(taken.value);
    return undefined;
  }

  setPresent(value: number | undefined): void {
    this.#present = value;
    this.#takeover?.present(value);
  }

  sourceLost(): void {
    this.#lastPosition = undefined;
    this.#takeover?.sourceLost();
  }

  get gap(): TakeoverResult | undefined {
    if (!this.#takeover || this.#takeover.caught || this.#lastPosition === undefined) return undefined;
    if (this.#present === undefined) return {};
    return {
      direction: this.#lastPosition < this.#present ? 'up' : 'down',
      distance: Math.abs(this.#present - this.#lastPosition),
    };
  }
}

/** The position as a part of the way of the fader. */
const placeOf = (position: number, [first, last]: Range = [0, 1]): number => (position - first) / (last - first);

/** An encoder that rested this long starts from the hub's value, in ms. Before that, the hub's value may be older. */
const REST_MS = 1500;

class EncoderControl implements Control {
  readonly #settings: PanelSettings;
  readonly #clock: Clock;
  readonly #encoder: Encoder;
  #present: number | undefined;
  #lastTurn = Number.NEGATIVE_INFINITY;
  #isWaiting = false;

  constructor(settings: PanelSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#encoder = new Encoder(settings.encoder);
  }

  handle({ delta, raw, pressed, retained }: Gesture, output: Output): Unusable | Ignored | undefined {
    const { coding, inverted } = this.#settings;
    // OSC true and false have no number.
    const number = raw ?? (coding === 'oneZero' && pressed !== undefined ? Number(pressed) : undefined);
    const steps =
      delta ?? (number !== undefined && isEncoderNumber(number, coding) ? stepsOf(number, coding) : undefined);
    if (steps === undefined) return 'noEncoder';
    // A retained turn is old. The value already contains it.
    if (retained) return 'retained';
    const now = this.#clock.now();
    // Without the present value it would start from an end of the range, and the picture would jump.
    this.#isWaiting = this.#settings.hub !== '' && this.#encoder.value === undefined && this.#present === undefined;
    if (this.#isWaiting) return undefined;
    if (this.#present !== undefined && now - this.#lastTurn > REST_MS) this.#encoder.set(this.#present);
    this.#lastTurn = now;
    if (steps !== 0) output(this.#encoder.turn(inverted ? -steps : steps, now));
    return undefined;
  }

  setPresent(value: number | undefined): void {
    this.#present = value;
    this.#isWaiting &&= value === undefined;
  }

  /** Its page was hidden, so the value may be set elsewhere meanwhile. */
  forget(): void {
    if (this.#settings.hub !== '') this.#encoder.forget();
  }

  get gap(): TakeoverResult | undefined {
    return this.#isWaiting ? {} : undefined;
  }
}

class ButtonControl implements Control {
  readonly #button: Button;
  readonly #isToggle: boolean;

  constructor({ button, toggle }: PanelSettings, clock: Clock) {
    this.#button = new Button(button, clock);
    this.#isToggle = toggle;
  }

  handle(gesture: Gesture, output: Output): Unusable | Ignored | undefined {
    if (gesture.pressed === undefined) return 'noButton';
    const ignored = this.#button.handle(gesture, (event, on) => {
      output(this.#isToggle ? on : event !== 'release', event);
    });
    return gesture.retained ? 'retained' : ignored;
  }

  setPresent(): void {}

  restore(pressed: boolean): void {
    this.#button.restore(pressed);
  }

  get isHeld(): boolean {
    return this.#button.held;
  }

  sourceLost(): void {
    this.#button.sourceLost();
  }

  close(): void {
    this.#button.close();
  }
}

/** Joins the MIDI messages that belong to one control. Other gestures pass unchanged. */
export class JoinedControllers {
  readonly #ownControl: string;
  readonly #parameters: Parameters;
  readonly #pairs: Pairs | undefined;

  constructor({ control, pair }: Pick<PanelSettings, 'control' | 'pair'>, clock: Clock) {
    this.#ownControl = control;
    // Beside a fader with controller 6, one selector may be a button.
    this.#parameters = new Parameters(clock, !control.startsWith('cc '));
    this.#pairs = pair ? new Pairs(clock) : undefined;
  }

  /** The connection of the source is lost. */
  sourceLost(): void {
    this.#parameters.sourceLost();
  }

  /** Calls `handle` with each gesture, some of them up to 80 ms later. */
  join(gesture: Gesture, handle: (gesture: Gesture) => void): void {
    const pair = (each: Gesture): void => {
      const joined = this.#pairs ? this.#pairs.join(each, handle) : each;
      if (joined) handle(joined);
    };
    // A selector that the settings name also acts as a controller. A value of a parameter never does.
    const isOwn = gesture.control === this.#ownControl && isSelector(gesture);
    if (isOwn) pair(gesture);
    const pairOther = (each: Gesture): void => {
      if (!isOwn || each !== gesture) pair(each);
    };
    const parameter = this.#parameters.join(gesture, pairOther);
    if (parameter) pairOther(parameter);
  }
}
