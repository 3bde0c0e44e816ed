import type { Clock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import { type Turn, Turns } from '../../base/turn.js';
import { type Gesture, SENDS_CHANGES } from '../gesture/gesture.js';
import { LOST_RELEASE_MS } from '../mapping/button.js';

/** A key that is held, or a touched fader. */
interface Held {
  /** The page of its press. */
  readonly page: string;
  /** The time of the press, of the last change of its number, or of the last event that repeats it. */
  readonly at: number;
  readonly raw: number | undefined;
  readonly event: Gesture['event'];
}

/** What a surface knows of its pages. It outlasts a deploy. */
export interface PageState {
  /** The ids of the page that is shown and of the one before it. Blank: the start page. */
  present: string;
  before: string;
  /** By source, control and browser. */
  readonly held: Map<string, Held>;
  /** The last press of each key, also after its release. */
  readonly last: Map<string, Pick<Held, 'page' | 'at'>>;
}

export const newPageState = (): PageState => ({
  ...{ present: '', before: '' },
  ...{ held: new Map(), last: new Map() },
});

/** How the surface uses a control. */
export interface ControlUse {
  readonly isButton: boolean;
  /** The device sends its press as a release. */
  readonly inverted: boolean;
  /** Its press has no release. */
  readonly eachPress: boolean;
  /** The touch sensors of a fader. */
  readonly touches: readonly string[];
}

/** A message of the device, as it arrived first at one of the controls. */
export interface Arrival {
  readonly gestures: readonly Gesture[];
  /** The page that was shown. */
  readonly page: string;
  /** The page of each gesture. */
  readonly pageOf: (gesture: Gesture) => string;
  /** True if some gesture in it is for this page. Without a gesture, it is for every page. */
  readonly concerns: (page: string) => boolean;
}

/** Copies of a message arrive within this time after its turn, in ms. A flow may use its id again later. */
const COPIES_MS = 20;

/** A device that repeats a hold does so within this time, in ms: see `Repeats`. Later, its release was lost. */
const HOLD_REPEAT_MS = 1000;

/** No hand presses a key twice within this time, in ms: the contact bounces. */
const BOUNCE_MS = 50;

/** Maximum number of keys, of all browsers. */
const MOST_HELD = 1000;

/**
 * The page that a surface shows, and the page of each press. A press belongs to the page that is shown when it arrives, and so do
 * its hold and its release, also if another page is shown by then. A fader belongs to the page of its touch.
 */
export class Pages {
  readonly #ids: readonly string[];
  readonly #state: PageState;
  readonly #clock: Clock;
  readonly #useOf: (control: string) => ControlUse | undefined;
  readonly #lockoutOf: (control: string, page: string) => number;
  readonly #turns: Turns;
  /** The messages of the last 20 ms by their ids and gestures, the oldest first. */
  readonly #recent = new Map<string, { readonly arrival: Arrival; readonly turn: Turn }>();

  /** `ids`: of its pages, in order. Without any, it has one. `lockoutOf`: the lockout of a key that turns a page, in ms. */
  constructor(
    ids: readonly string[],
    state: PageState,
    clock: Clock,
    useOf: (control: string) => ControlUse | undefined,
    lockoutOf: (control: string, page: string) => number = () => 0,
  ) {
    this.#ids = ids;
    this.#state = state;
    this.#clock = clock;
    this.#useOf = useOf;
    this.#lockoutOf = lockoutOf;
    this.#turns = new Turns(clock);
    // A deploy may have removed a page.
    if (!ids.includes(state.present)) state.present = ids[0] ?? '';
    if (!ids.includes(state.before)) state.before = state.present;
  }

  /** The id of the page that is shown. Blank: the surface has only one. */
  get present(): string {
    return this.#state.present;
  }

  /** The page after the present one, or before it. After the last one comes the first one. */
  beside(step: 1 | -1): string {
    const at = this.#ids.indexOf(this.present);
    return this.#ids.at((at + step) % this.#ids.length) ?? '';
  }

  /** The page that was shown before the present one. */
  get before(): string {
    return this.#state.before;
  }

  /** Shows a page. Returns false if it is shown already. */
  turnTo(page: string): boolean {
    if (page === this.present) return false;
    this.#state.before = this.present;
    this.#state.present = page;
    return true;
  }

  /** The device is lost: no key is held any more. Browsers have their own connections. */
  deviceLost(): void {
    for (const name of this.#state.held.keys()) if (name.endsWith(' ')) this.#state.held.delete(name);
  }

  /**
   * Takes a message of the device with its gestures. Each control gets its own copy of the message, and all copies have the id of the
   * first one. A function or a split node may send several messages with one id, for example a press and its release.
   */
  arrive(id: string | undefined, gestures: readonly Gesture[]): Arrival {
    if (id === undefined) return this.#arrival(gestures);
    this.#forgetOld();
    const key = [id, ...gestures.map(contentOf)].join(' ');
    const known = this.#recent.get(key);
    if (known) return known.arrival;
    const arrival = this.#arrival(gestures);
    this.#recent.set(key, { arrival, turn: this.#turns.present });
    return arrival;
  }

  #arrival(gestures: readonly Gesture[]): Arrival {
    const page = this.present;
    const pages = new Map<string, string>();
    const pageOf = (gesture: Gesture): string => {
      const name = nameOf(gesture);
      const found = pages.get(name) ?? this.#pageOf(gesture, page);
      pages.set(name, found);
      return found;
    };
    const all = gestures.map(pageOf);
    return { gestures, page, pageOf, concerns: (each) => all.length === 0 || all.includes(each) };
  }

  #pageOf(gesture: Gesture, present: string): string {
    const { source, control, pressed, kind, isReport, momentary, raw, event } = gesture;
    const { held } = this.#state;
    const use = this.#useOf(control) ?? this.#useOf(gesture.topic ?? '');
    const isKey = pressed !== undefined && !isReport && (kind === 'button' || use?.isButton === true);
    if (!isKey) {
      const touch = use?.touches.find((each) => held.has(nameOf({ source, control: each })));
      return held.get(nameOf(touch === undefined ? gesture : { source, control: touch }))?.page ?? present;
    }
    const name = nameOf(gesture);
    const before = held.get(name);
    if (pressed === (use?.inverted ?? false)) {
      held.delete(name);
      return before?.page ?? present;
    }
    const at = this.#clock.now();
    if (momentary || use?.eachPress) {
      held.delete(name);
      return this.#pageOfPress(gesture, present, at);
    }
    const isNew = !before || isNewPress(gesture, before, at);
    const page = isNew ? this.#pageOfPress(gesture, present, at) : before.page;
    const isMoved = kind !== 'button' && raw !== before?.raw;
    if (isNew || isMoved || event) setLimited(held, name, { page, at, raw, event }, { most: MOST_HELD });
    return page;
  }

  /** A bounce, or a second tap within the lockout of a key that has changed the page, is not for the key of the new page. */
  #pageOfPress(gesture: Gesture, present: string, at: number): string {
    const { control, topic = control } = gesture;
    const name = nameOf(gesture);
    const last = this.#state.last.get(name);
    const lockout = (page: string) => Math.max(...[control, topic].map((each) => this.#lockoutOf(each, page)));
    if (last && at - last.at < Math.max(BOUNCE_MS, lockout(last.page))) return last.page;
    setLimited(this.#state.last, name, { page: present, at }, { most: MOST_HELD });
    return present;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    for (const [id, { turn }] of this.#recent) {
      if (now - turn.endedAt < COPIES_MS) return;
      this.#recent.delete(id);
    }
  }
}

/** True for a press whose last release was lost. The rules are those of `Button` and `Repeats`. */
function isNewPress({ source, kind, raw, event, anew }: Gesture, before: Held, now: number): boolean {
  if (anew) return true;
  const isSameEvent = event !== undefined && (event !== 'hold' || before.event === 'hold');
  if (isSameEvent) return now - before.at >= HOLD_REPEAT_MS;
  // A pad with pressure sends a new number while it is held.
  return SENDS_CHANGES[source] && now - before.at >= LOST_RELEASE_MS && (kind === 'button' || raw === before.raw);
}

/** The same for all copies of a gesture. */
const contentOf = (gesture: Gesture): string =>
  `${nameOf(gesture)} ${gesture.pressed} ${gesture.raw} ${gesture.delta} ${gesture.event}`;

const nameOf = ({ source, control, client = '' }: Pick<Gesture, 'source' | 'control' | 'client'>): string =>
  `${source} ${control} ${client}`;
