import type { Node, NodeStatus } from 'node-red';
import { cancelInSlice, runInSlice } from '../message/slices.js';

/** Minimum time between two statuses, in ms. The editor cannot draw each step of a fader. */
const PACE_MS = 200;

/**
 * Shows the newest status of a node at a limited rate, and only if it changed. If many nodes have a new one, they show
 * it in slices.
 */
export class PacedStatus {
  readonly #node: Node;
  #next: (() => NodeStatus) | undefined;
  #lastShown = '';
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(node: Node) {
    this.#node = node;
  }

  /** `status` runs only if its result is shown, since looking up its text costs more than a fader's message. */
  show(status: () => NodeStatus): void {
    this.#next = status;
    if (!this.#timer && !this.#closed) runInSlice(this.#showNext);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    cancelInSlice(this.#showNext);
    this.#node.status({});
  }

  readonly #showNext = (): void => {
    const status = this.#next?.();
    if (!status) return;
    this.#next = undefined;
    const text = JSON.stringify(status);
    if (text !== this.#lastShown) this.#node.status(status);
    this.#lastShown = text;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#next) runInSlice(this.#showNext);
    }, PACE_MS);
  };
}
