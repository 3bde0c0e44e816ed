import { cut } from '../../base/display.js';
import { setLimited } from '../../base/set-limited.js';
import type { Gesture } from '../gesture/gesture.js';
import type { ButtonEvent } from './button.js';

/** The lowest and the highest value that a control sent, in its own numbers. */
interface Ends {
  readonly least: number;
  readonly most: number;
}

/** The last message and gesture of a panel node: its dialog shows and explains them, and learns from the gesture. */
export interface LastGestureReport {
  /** The number of gestures since the start. */
  readonly count: number;
  readonly gesture?: Gesture;
  /** The range of the gesture's control since the start. */
  readonly ends?: Ends;
  /** The highest number that the gesture's control can send. Not set until a number above 0 shows it. */
  readonly top?: number;
  /** The last message, as text: that of the gesture, or a message that is not recognised. */
  readonly message?: string;
  /** The last message is not recognised. The gesture is an earlier one. */
  readonly isUnrecognised?: true;
  /** A press of this control was ignored, because the press before it was not released. */
  readonly noRelease?: boolean;
  /** The last value that was sent. */
  readonly out?: unknown;
  /** The event of a button that sent it. */
  readonly did?: ButtonEvent;
}

/** A received message. */
interface SourceMessage {
  readonly topic?: unknown;
  readonly payload?: unknown;
}

/** The numbers of a control since the start. */
interface Numbers {
  readonly ends: Ends;
  readonly top?: number;
}

/** A longer message is cut, in characters. */
const LONGEST_MESSAGE = 300;

/** Keeps the last message and gesture of a node, and the range of each control. */
export class LastGesture {
  readonly #numbers = new Map<string, Numbers>();
  #count = 0;
  #gesture: Gesture | undefined;
  #source: SourceMessage | undefined;
  /** The message as text, from the first report about it. */
  #message: string | undefined;
  #isUnrecognised = false;
  /** The last control with a press that was ignored. */
  #noRelease: string | undefined;
  #out: unknown;
  #did: ButtonEvent | undefined;

  /** `msg` is the message of the gesture. */
  add(gesture: Gesture, msg?: SourceMessage): void {
    if (gesture.isReport) return;
    this.#keep(msg, false);
    this.#count += 1;
    this.#gesture = gesture;
    const { raw } = gesture;
    if (raw === undefined) return;
    const name = nameOf(gesture);
    const before = this.#numbers.get(name);
    const { least, most } = before?.ends ?? { least: raw, most: raw };
    const ends = { least: Math.min(least, raw), most: Math.max(most, raw) };
    setLimited(this.#numbers, name, { ends, top: topOf(gesture) ?? before?.top });
  }

  /** A message without a gesture that no recogniser reads. */
  addUnrecognised(msg: SourceMessage): void {
    this.#keep(msg, true);
  }

  sent(out: unknown, did?: ButtonEvent): void {
    this.#out = out;
    this.#did = did;
  }

  /** A press of the last gesture's control was ignored. */
  noRelease(): void {
    this.#noRelease = this.#gesture && nameOf(this.#gesture);
  }

  get report(): LastGestureReport {
    const gesture = this.#gesture;
    const numbers = gesture && this.#numbers.get(nameOf(gesture));
    if (this.#source) this.#message ??= textOf(this.#source);
    return {
      count: this.#count,
      gesture,
      ends: numbers?.ends,
      ...(numbers?.top !== undefined && { top: numbers.top }),
      ...(this.#message !== undefined && { message: this.#message }),
      ...(this.#isUnrecognised && { isUnrecognised: true }),
      ...(gesture && { noRelease: nameOf(gesture) === this.#noRelease }),
      out: this.#out,
      ...(this.#did && { did: this.#did }),
    };
  }

  #keep(msg: SourceMessage | undefined, isUnrecognised: boolean): void {
    // A flow may replace the payload later.
    this.#source = msg && { topic: msg.topic, payload: msg.payload };
    this.#message = undefined;
    this.#isUnrecognised = isUnrecognised;
  }
}

/** The number at the value 1. Undefined at 0, and if the source has no range. */
const topOf = ({ raw = 0, value }: Gesture): number | undefined =>
  value && raw > 0 ? Math.round(raw / value) : undefined;

/** For example `desk/take {"action":"single"}`. */
function textOf({ topic, payload }: SourceMessage): string {
  const name = typeof topic === 'string' || typeof topic === 'number' ? `${topic} ` : '';
  return cut(`${name}${payloadText(payload)}`, LONGEST_MESSAGE);
}

function payloadText(payload: unknown): string {
  try {
    if (payload instanceof Uint8Array) return Array.from(payload.subarray(0, LONGEST_MESSAGE)).join(' ');
    return typeof payload === 'object' ? (JSON.stringify(payload) ?? '') : String(payload);
  } catch {
    // A circular object, or a getter that throws.
    return '';
  }
}

const nameOf = ({ source, control }: Gesture): string => `${source} ${control}`;
