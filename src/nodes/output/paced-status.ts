import type { Node, NodeStatus } from 'node-red';

/** Fewer changes than this many ms apart are shown as one: an editor cannot draw a fader's every step. */
const PACE_MS = 200;

/** Shows the newest of what a node has to say, where it differs from what is shown. */
export class PacedStatus {
  readonly #node: Node;
  #next: (() => NodeStatus) | undefined;
  #shown = '';
  #pace: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(node: Node) {
    this.#node = node;
  }

  /** `status` is asked only for what is shown: finding the words costs more than a fader's message. */
  show(status: () => NodeStatus): void {
    this.#next = status;
    if (!this.#pace && !this.#closed) this.#tell();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pace);
    this.#node.status({});
  }

  #tell(): void {
    const status = this.#next?.();
    this.#pace = undefined;
    if (!status) return;
    this.#next = undefined;
    const shown = JSON.stringify(status);
    if (shown !== this.#shown) this.#node.status(status);
    this.#shown = shown;
    this.#pace = setTimeout(() => this.#tell(), PACE_MS);
  }
}
