import type { NodeMessage } from 'node-red';
import { badInput } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/texts.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import { type Validity, waitsForMessage } from '../../panels/lamp/lamp-sources.js';
import { Motor } from '../../panels/lamp/motor.js';
import { connectionIn, recogniseAll, reportIn } from '../../panels/recognise/index.js';
import type { MotorControl } from '../../panels/render/surface.js';
import type { LampValues } from '../../saved/lamp.js';
import { validityOf } from '../registry/sessions.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from '../status/paced-status.js';
import { isForeignPacket, type LampOutput, onOneLine, partOfRange, valueIn } from './lamp-output.js';

/** Moves a motor fader to the hub's value. Sends nothing while a hand is on the fader. */
export class MotorFader implements LampOutput {
  readonly #life: Lifetime;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #control: MotorControl;
  /** The control that reports touches. Blank: the usual ones of the surface. */
  readonly #touch: string;
  readonly #hub: string;
  readonly #partOf: (value: number) => number;
  readonly #motor: Motor;
  #timer: unknown;
  #lastInput: LampReport['input'];
  /** The last value of the hub, 0 … 1. Undefined: unknown. */
  #value: number | undefined;
  #validity: Validity | undefined;
  #isTouched = false;
  #started = false;
  /** The last position that was sent, 0 … 1. */
  #lastSent: number | undefined;

  constructor(life: Lifetime, words: Words, values: LampValues, control: MotorControl) {
    this.#partOf = partOfRange(values);
    this.#motor = new Motor(values.mode);
    this.#touch = values.touch;
    this.#hub = values.hub;
    this.#life = life;
    this.#words = words;
    this.#status = new PacedStatus(life);
    this.#control = control;
    this.update();
  }

  start(): void {
    this.#started = true;
    this.repeat();
  }

  stop(): void {
    this.#started = false;
    this.#life.clock.clearTimeout(this.#timer);
  }

  /** A fader stays where it is. */
  readonly dark = undefined;

  handle(msg: NodeMessage): void {
    const fields = msg as Readonly<Record<string, unknown>>;
    const ownGesture = fields.gesture as Gesture | undefined;
    // An answer of the hub still contains the gesture that caused the request.
    const gestures = fields.hub === undefined ? (ownGesture ? [ownGesture] : recogniseAll(msg)) : [];
    // A bundle may contain the fader at any position.
    const ownGestures = gestures.filter(
      ({ control }) => this.#isTouch(control) || this.#control.names.includes(control),
    );
    for (const gesture of ownGestures) this.#takeHand(gesture);
    const report = connectionIn(msg) ?? reportIn(msg);
    if (report?.connected === false) this.#surfaceLost();
    if (report || ownGestures.length > 0 || isForeignPacket(msg)) return;
    const value = valueIn(msg.payload);
    if (msg.payload === 'unknown') this.#setHubValue(undefined);
    else if (typeof value !== 'number' || !Number.isFinite(value)) {
      // The value from before may no longer hold.
      if (fields.hub) this.#setHubValue(undefined);
      throw badInput('payload', msg.payload, { key: 'number' });
    } else this.#setHubValue(this.#partOf(value), validityOf(fields, this.#hub));
  }

  #isTouch(control: string): boolean {
    return this.#touch === '' ? this.#control.touches?.includes(control) === true : control === this.#touch;
  }

  #takeHand({ control, pressed }: Gesture): void {
    const now = this.#life.clock.now();
    this.#lastInput = { from: 'hand' };
    if (this.#isTouch(control)) {
      this.#isTouched = pressed === true;
      this.#motor.touch(this.#isTouched, now);
    } else this.#motor.move(now);
    this.update();
  }

  /**
   * `value` is 0 … 1. Undefined: the value is unknown, so the fader gets nothing until a value arrives. Without `validity`,
   * it counts until the next one.
   */
  #setHubValue(value: number | undefined, validity?: Validity): void {
    // A late message does not replace a newer value.
    if (validity?.holds() === false && this.#validity?.holds()) return;
    this.#lastInput = { from: 'value', value: value ?? 'unknown' };
    this.#value = value;
    this.#validity = validity;
    this.update();
  }

  get report(): LampReport {
    const position = this.#lastSent;
    const sent = position !== undefined && { sent: this.#control.draw(position).map(onOneLine).join(' ') };
    const waits = waitsForMessage(this.#validity);
    return { input: this.#lastInput, ...(waits && { waits }), ...sent };
  }

  resend(): void {
    this.#forgetHand();
    this.update();
  }

  /** A lost surface gets nothing until a value arrives. */
  #surfaceLost(): void {
    this.#forgetHand();
    this.#life.clock.clearTimeout(this.#timer);
    this.#showStatus();
  }

  #forgetHand(): void {
    this.#isTouched = false;
    this.#motor.forget();
  }

  get #present(): number | undefined {
    return this.#validity?.holds() === false ? undefined : this.#value;
  }

  repeat(): void {
    this.#motor.repeat(this.#life.clock.now());
    this.update();
  }

  /** Moves the fader to the present value, if it is known and no hand is on the fader. */
  update(): void {
    this.#motor.setValue(this.#present);
    this.#showStatus();
    if (!this.#started) return;
    const { node, clock } = this.#life;
    const now = clock.now();
    const value = this.#motor.follow(now);
    if (value !== undefined) {
      this.#lastSent = value;
      node.send([this.#control.draw(value) as NodeMessage[]]);
    }
    clock.clearTimeout(this.#timer);
    const nextUpdate = this.#motor.nextMove(now);
    if (nextUpdate !== undefined) this.#timer = clock.setTimeout(() => this.update(), Math.ceil(nextUpdate - now));
  }

  #showStatus(): void {
    const key = this.#isTouched ? 'touched' : this.#present === undefined ? 'waiting' : 'follows';
    this.#status.show(() => ({
      fill: key === 'waiting' ? 'grey' : 'green',
      shape: key === 'follows' ? 'dot' : 'ring',
      text: this.#words(`status.fader_${key}`),
    }));
  }
}
