import type { NodeStatus } from 'node-red';
import type { Lifetime } from '../runtime/lifetime.js';
import { cancelInSlice, runInSlice } from '../runtime/node-output.js';

/** Minimum time between two statuses, in ms. The editor cannot draw each step of a fader. */
const PACE_MS = 200;

/**
 * Shows the newest status of a node at a limited rate, and only if it changed. If many nodes have a new one, they show
 * it in slices.
 */
export class PacedStatus {
  readonly #life: Lifetime;
  #next: (() => NodeStatus) | undefined;
  #lastShown = '';
  #isPausing = false;

  /** It ends with the node. */
  constructor(life: Lifetime) {
    this.#life = life;
    life.add(() => {
      cancelInSlice(this.#showNext);
      life.node.status({});
    });
  }

  /** `status` runs only if its result is shown, since looking up its text costs more than a fader's message. */
  show(status: () => NodeStatus): void {
    this.#next = status;
    if (!this.#isPausing && !this.#life.hasEnded) runInSlice(this.#showNext);
  }

  readonly #showNext = (): void => {
    const status = this.#next?.();
    if (!status) return;
    this.#next = undefined;
    const text = JSON.stringify(status);
    if (text !== this.#lastShown) this.#life.node.status(status);
    this.#lastShown = text;
    this.#isPausing = true;
    this.#life.clock.setTimeout(() => {
      this.#isPausing = false;
      if (this.#next && !this.#life.hasEnded) runInSlice(this.#showNext);
    }, PACE_MS);
  };
}
