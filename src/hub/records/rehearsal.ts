import type { HubClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import { HubError } from '../wire/errors.js';

/** The rehearsal switch. While it is on, reads are sent and commands are not (docs/develop/rules.md "Live control"). */
export class Rehearsal {
  /** Each change, with the new state. */
  readonly changed = new Signal<boolean>();
  #on: boolean;
  readonly #clock: HubClock;
  #startTimer: unknown;
  /** The end of the last rehearsal in the clock's ms. */
  #endedAt = Number.NEGATIVE_INFINITY;

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

  /** True for a command of this time, in the clock's ms: a rehearsal is on, or ended after it. */
  covers(since: number): boolean {
    return this.#on || since < this.#endedAt;
  }

  /** Switches until the next start. */
  set(on: boolean): void {
    this.#clock.clearTimeout(this.#startTimer);
    if (on === this.#on) return;
    this.#on = on;
    if (!on) this.#endedAt = this.#clock.now();
    this.changed.emit(on);
  }

  /** Ends the timer of `armAfter`. */
  close(): void {
    this.#clock.clearTimeout(this.#startTimer);
  }
}

/** Ends a rehearsed call before it is sent. `Hub.run` turns it into an outcome. */
export class Rehearsed extends Error {}

/** The failure of a rehearsed command: not that of a closed node. */
export const isRehearsedFailure = (error: unknown): error is HubError =>
  error instanceof HubError && error.code !== 'CLOSED';
