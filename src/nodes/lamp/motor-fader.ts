import type { Node, NodeMessage } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { type Validity, waitsForMessage } from '../../panels/lamp/lamp-sources.js';
import { Motor, type MotorMode } from '../../panels/lamp/motor.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import { onOneLine } from '../status/one-line.js';
import { PacedStatus } from '../status/paced-status.js';

/** Moves a motor fader to the hub's value. Sends nothing while a hand is on the fader. */
export class MotorFader {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #draw: (value: number) => readonly SurfaceMessage[];
  readonly #motor: Motor;
  #timer: NodeJS.Timeout | undefined;
  #lastInput: LampReport['input'];
  /** The last value of the hub, 0 … 1. Undefined: unknown. */
  #value: number | undefined;
  #validity: Validity | undefined;
  #isTouched = false;
  #started = false;
  /** The last position that was sent, 0 … 1. */
  #lastSent: number | undefined;

  constructor(node: Node, words: Words, mode: MotorMode, draw: (value: number) => readonly SurfaceMessage[]) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#draw = draw;
    this.#motor = new Motor(mode);
    this.update();
  }

  /** Nothing is sent before the start. */
  start(): void {
    this.#started = true;
    this.update();
  }

  /**
   * `value` is 0 … 1. Undefined: the value is unknown, so the fader gets nothing until a value arrives. Without `validity`,
   * it counts until the next one.
   */
  setHubValue(value: number | undefined, validity?: Validity): void {
    // A late message does not replace a newer value.
    if (validity?.holds() === false && this.#validity?.holds()) return;
    this.#lastInput = { from: 'value', value: value ?? 'unknown' };
    this.#value = value;
    this.#validity = validity;
    this.update();
  }

  move(): void {
    this.#lastInput = { from: 'hand' };
    this.#motor.move(performance.now());
    this.update();
  }

  touch(on: boolean): void {
    this.#lastInput = { from: 'hand' };
    this.#isTouched = on;
    this.#motor.touch(on, performance.now());
    this.update();
  }

  /** The last input and output, for the dialog. */
  get report(): LampReport {
    const position = this.#lastSent;
    const sent = position !== undefined && { sent: this.#draw(position).map(onOneLine).join(' ') };
    const waits = waitsForMessage(this.#validity);
    return { input: this.#lastInput, ...(waits && { waits }), ...sent };
  }

  /** Sends the position again, since the surface may have lost it. */
  resend(): void {
    this.#isTouched = false;
    this.#motor.forget();
    this.update();
  }

  /** Sends the position again unless a hand is on the fader. */
  repeat(): void {
    this.#motor.repeat(performance.now());
    this.update();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#status.close();
  }

  /** Moves the fader to the present value, if it is known and no hand is on the fader. */
  update(): void {
    const present = this.#validity?.holds() === false ? undefined : this.#value;
    this.#motor.setValue(present);
    this.#showStatus(present !== undefined);
    if (!this.#started) return;
    const now = performance.now();
    const value = this.#motor.follow(now);
    if (value !== undefined) {
      this.#lastSent = value;
      this.#node.send([this.#draw(value) as NodeMessage[]]);
    }
    clearTimeout(this.#timer);
    const nextUpdate = this.#motor.nextMove(now);
    if (nextUpdate !== undefined) this.#timer = setTimeout(() => this.update(), Math.ceil(nextUpdate - now));
  }

  #showStatus(isKnown: boolean): void {
    const key = this.#isTouched ? 'touched' : isKnown ? 'follows' : 'waiting';
    this.#status.show(() => ({
      fill: key === 'waiting' ? 'grey' : 'green',
      shape: key === 'follows' ? 'dot' : 'ring',
      text: this.#words(`status.fader_${key}`),
    }));
  }
}
