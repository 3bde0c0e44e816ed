import type { Node, NodeMessage } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { Motor, type MotorMode } from '../../panels/lamp/motor.js';
import type { Fields } from '../../panels/render/surface.js';
import { onOneLine } from './one-line.js';
import { PacedStatus } from './paced-status.js';

/** A fader whose motor follows the hub's value: sends what its surface wants, never against a hand. */
export class MotorFader {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #draw: (value: number) => readonly Fields[];
  readonly #motor: Motor;
  #waiting: NodeJS.Timeout | undefined;
  #input: LampReport['input'];
  #started = false;
  /** Where the motor was sent last, 0 … 1. */
  #sent: number | undefined;

  constructor(node: Node, words: Words, mode: MotorMode, draw: (value: number) => readonly Fields[]) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#draw = draw;
    this.#motor = new Motor(mode);
    this.#tell('waiting');
  }

  /** From now on it sends. */
  start(): void {
    this.#started = true;
    this.#follow();
  }

  /** What the hub says: 0 … 1. */
  hear(value: number): void {
    this.#input = { from: 'value', value };
    this.#motor.setValue(value);
    this.#follow();
  }

  /** Nobody knows the hub's value: the fader stays, and is sent nothing until a value arrives. */
  lose(): void {
    this.#motor.setValue(undefined);
    this.#tell('waiting');
    this.#follow();
  }

  /** A hand has moved it. */
  move(): void {
    this.#input = { from: 'hand' };
    this.#motor.move(performance.now());
    this.#follow();
  }

  /** A hand is put on it, or taken off. */
  touch(on: boolean): void {
    this.#input = { from: 'hand' };
    this.#motor.touch(on, performance.now());
    this.#tell(on ? 'touched' : 'follows');
    this.#follow();
  }

  /** What it was told last, and what it sent, for whoever looks. */
  get seen(): LampReport {
    const sent = this.#sent;
    return { input: this.#input, ...(sent !== undefined && { sent: this.#draw(sent).map(onOneLine).join(' ') }) };
  }

  /** Sends it there again: the surface may have forgotten. */
  again(): void {
    this.#motor.forget();
    this.#follow();
  }

  /** Sends it there again, though nobody asked; never against a hand. */
  repeat(): void {
    this.#motor.repeat(performance.now());
    this.#follow();
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#status.close();
  }

  #follow(): void {
    if (!this.#started) return;
    const now = performance.now();
    const value = this.#motor.take(now);
    if (value !== undefined) {
      this.#sent = value;
      this.#node.send([this.#draw(value) as NodeMessage[]]);
      this.#tell('follows');
    }
    clearTimeout(this.#waiting);
    const due = this.#motor.nextMove(now);
    if (due !== undefined) this.#waiting = setTimeout(() => this.#follow(), Math.ceil(due - now));
  }

  #tell(what: 'waiting' | 'follows' | 'touched'): void {
    this.#status.show(() => ({
      fill: what === 'waiting' ? 'grey' : 'green',
      shape: what === 'follows' ? 'dot' : 'ring',
      text: this.#words(`status.fader_${what}`),
    }));
  }
}
