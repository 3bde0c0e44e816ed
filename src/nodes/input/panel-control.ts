import { realClock } from '../../panels/clock.js';
import type { Gesture } from '../../panels/gesture.js';
import { Button, type ButtonEvent } from '../../panels/mapping/button.js';
import { Encoder, stepsOf } from '../../panels/mapping/encoder.js';
import { faderMapping } from '../../panels/mapping/fader.js';
import { type NoPosition, positionOf } from '../../panels/mapping/position.js';
import { Takeover, type TakeoverResult } from '../../panels/mapping/takeover.js';
import type { PanelSettings } from './panel-settings.js';

/** A value goes out: of a fader or an encoder at once, of a button also later. `did` is what a button did. */
type Tell = (value: unknown, did?: ButtonEvent) => void;

/** What nobody can make a value of. */
type Strange = NoPosition | 'noEncoder' | 'noButton';

/** Nothing comes of it, though it is what such a control sends: a broker has kept a press from before. */
type Ignored = 'retained';

/** One control: makes values of what it sends. */
export interface Control {
  /** Gives why nothing is made of it, if so. */
  take(gesture: Gesture, tell: Tell): Strange | Ignored | undefined;
  /** The present value, whoever set it; undefined: it is not known any more. */
  present(value: number | undefined): void;
  /** How the fader gets to where it may send. */
  readonly way?: TakeoverResult;
  /** Whether a hand holds it now. */
  readonly held?: boolean;
  close(): void;
}

/** A control of the kind that was chosen. */
export function createControl(settings: PanelSettings): Control {
  switch (settings.kind) {
    case 'fader':
      return new FaderControl(settings);
    case 'encoder':
      return new EncoderControl(settings);
    case 'button':
      return new ButtonControl(settings);
  }
}

class FaderControl implements Control {
  readonly #settings: PanelSettings;
  readonly #valueAt: (position: number) => unknown;
  readonly #takeover: Takeover | undefined;
  #position: number | undefined;
  #present: number | undefined;
  #ignored: boolean;

  constructor(settings: PanelSettings) {
    const { fader, takeover, ignoreFirst } = settings;
    this.#settings = settings;
    this.#valueAt = faderMapping(fader);
    this.#takeover = fader.choices || takeover === 'jump' ? undefined : new Takeover(takeover, fader.to);
    this.#ignored = !ignoreFirst;
  }

  take(gesture: Gesture, tell: Tell): Strange | undefined {
    const { component, fader } = this.#settings;
    const at = positionOf(gesture, component, fader.from);
    if (typeof at === 'string') return at;
    if (!this.#ignored) {
      this.#ignored = true;
      return undefined;
    }
    const value = this.#valueAt(at);
    if (typeof value !== 'number' || !this.#takeover) {
      tell(value);
      return undefined;
    }
    this.#position = value;
    const taken = this.#takeover.take(value);
    if (taken.value === undefined) return undefined;
    this.#present = taken.value;
    tell(taken.value);
    return undefined;
  }

  present(value: number | undefined): void {
    this.#present = value;
    this.#takeover?.present(value);
  }

  get way(): TakeoverResult | undefined {
    if (!this.#takeover || this.#takeover.caught || this.#position === undefined) return undefined;
    if (this.#present === undefined) return {};
    return {
      direction: this.#position < this.#present ? 'up' : 'down',
      distance: Math.abs(this.#present - this.#position),
    };
  }

  close(): void {}
}

/** How long an encoder rests, in ms, before it starts from what the hub tells: until then that may be older. */
const REST_MS = 1500;

class EncoderControl implements Control {
  readonly #settings: PanelSettings;
  readonly #encoder: Encoder;
  #present: number | undefined;
  #turned = Number.NEGATIVE_INFINITY;

  constructor(settings: PanelSettings) {
    this.#settings = settings;
    this.#encoder = new Encoder(settings.encoder);
  }

  take({ delta, raw }: Gesture, tell: Tell): Strange | undefined {
    const { coding, invert } = this.#settings;
    const steps = delta ?? (isByte(raw) ? stepsOf(raw, coding) : undefined);
    if (steps === undefined) return 'noEncoder';
    const now = realClock.now();
    if (this.#present !== undefined && now - this.#turned > REST_MS) this.#encoder.set(this.#present);
    this.#turned = now;
    if (steps !== 0) tell(this.#encoder.turn(invert ? -steps : steps, now));
    return undefined;
  }

  present(value: number | undefined): void {
    this.#present = value;
  }

  close(): void {}
}

const isByte = (raw: number | undefined): raw is number =>
  raw !== undefined && Number.isInteger(raw) && raw >= 0 && raw <= 127;

class ButtonControl implements Control {
  readonly #button: Button;
  #tell: Tell = () => {};

  constructor({ button, told, toggle }: PanelSettings) {
    this.#button = new Button(button, realClock, (event, on) => {
      if (told.has(event)) this.#tell(toggle ? on : event !== 'release', event);
    });
  }

  take(gesture: Gesture, tell: Tell): Strange | Ignored | undefined {
    if (gesture.pressed === undefined) return 'noButton';
    this.#tell = tell;
    this.#button.take(gesture);
    return gesture.retained && 'retained';
  }

  present(): void {}

  get held(): boolean {
    return this.#button.held;
  }

  close(): void {
    this.#button.close();
  }
}
