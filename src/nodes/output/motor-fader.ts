import type { Node, NodeMessage } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { Motor, type MotorMode } from '../../panels/lamp/motor.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import { onOneLine } from './one-line.js';
import { PacedStatus } from './paced-status.js';

/** Moves a motor fader to the hub's value. Sends nothing while a hand is on the fader. */
export class MotorFader {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #draw: (value: number) => readonly SurfaceMessage[];
  readonly #motor: Motor;
  #timer: NodeJS.Timeout | undefined;
  #lastInput: LampReport['input'];
  #started = false;
  /** The last position that was sent, 0 … 1. */
  #lastSent: number | undefined;

  constructor(node: Node, words: Words, mode: MotorMode, draw: (value: number) => readonly SurfaceMessage[]) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#draw = draw;
    this.#motor = new Motor(mode);
    this.#showStatus('waiting');
  }

  /** Nothing is sent before the start. */
  start(): void {
    this.#started = true;
    this.#update();
  }

  /** `value` is 0 … 1. */
  setHubValue(value: number): void {
    this.#lastInput = { from: 'value', value };
    this.#motor.setValue(value);
    this.#update();
  }

  /** The hub's value is unknown: the fader gets nothing until a value arrives. */
  setUnknown(): void {
    this.#motor.setValue(undefined);
    this.#showStatus('waiting');
    this.#update();
  }

  move(): void {
    this.#lastInput = { from: 'hand' };
    this.#motor.move(performance.now());
    this.#update();
  }

  touch(on: boolean): void {
    this.#lastInput = { from: 'hand' };
    this.#motor.touch(on, performance.now());
    this.#showStatus(on ? 'touched' : 'follows');
    this.#update();
  }

  /** The last input and output, for the dialog. */
  get report(): LampReport {
    const position = this.#lastSent;
    const sent = position !== undefined && { sent: this.#draw(position).map(onOneLine).join(' ') };
    return { input: this.#lastInput, ...sent };
  }

  /** Sends the position again, since the surface may have lost it. */
  resend(): void {
    this.#motor.forget();
    this.#update();
  }

  /** Sends the position again unless a hand is on the fader. */
  repeat(): void {
    this.#motor.repeat(performance.now());
    this.#update();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#status.close();
  }

  #update(): void {
    if (!this.#started) return;
    const now = performance.now();
    const value = this.#motor.take(now);
    if (value !== undefined) {
      this.#lastSent = value;
      this.#node.send([this.#draw(value) as NodeMessage[]]);
      this.#showStatus('follows');
    }
    clearTimeout(this.#timer);
    const nextUpdate = this.#motor.nextMove(now);
    if (nextUpdate !== undefined) this.#timer = setTimeout(() => this.#update(), Math.ceil(nextUpdate - now));
  }

  #showStatus(key: 'waiting' | 'follows' | 'touched'): void {
    this.#status.show(() => ({
      fill: key === 'waiting' ? 'grey' : 'green',
      shape: key === 'follows' ? 'dot' : 'ring',
      text: this.#words(`status.fader_${key}`),
    }));
  }
}
