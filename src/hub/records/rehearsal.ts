import type { HubClock } from '../base/clock.js';
import { Signal } from '../base/signal.js';

/** The rehearsal switch. While it is on, reads are sent and commands are not (docs/architecture.md "Live control"). */
export class Rehearsal {
  /** Each change, with the new state. */
  readonly changed = new Signal<boolean>();
  #on: boolean;
  readonly #clock: HubClock;
  #startTimer: unknown;

  /** In the first `armAfter` ms commands are rehearsed, so that retained messages send nothing. */
  constructor(on: boolean, armAfter: number, clock: HubClock) {
    this.#clock = clock;
    this.#on = on || armAfter > 0;
    if (!on && armAfter > 0) this.#startTimer = clock.setTimeout(() => this.set(false), armAfter);
  }

  /** True while commands are rehearsed. */
  get on(): boolean {
    return this.#on;
  }

  /** Switches until the next start. */
  set(on: boolean): void {
    this.#clock.clearTimeout(this.#startTimer);
    if (on === this.#on) return;
    this.#on = on;
    this.changed.emit(on);
  }

  /** Ends the timer of `armAfter`. */
  close(): void {
    this.#clock.clearTimeout(this.#startTimer);
  }
}
