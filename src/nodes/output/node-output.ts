import type { Node } from 'node-red';
import { logErrors } from './log-errors.js';
import { cancelInSlice, runInSlice } from './slices.js';

/** The messages and errors of one node, in their order. If many nodes have some at once, they leave in slices. */
export class NodeOutput {
  readonly #node: Node;
  readonly #waiting = new Set<() => void>();
  #onSettled: (() => void)[] = [];
  #end: 'flushed' | 'closed' | undefined;

  constructor(node: Node) {
    this.#node = node;
  }

  /** Runs work now, or in a later slice. After `flush` it runs at once, and after `close` never. */
  run(work: () => void): void {
    if (this.#end === 'closed') return;
    const entry = () => {
      this.#waiting.delete(entry);
      logErrors<void>(this.#node, work)();
      this.#settle();
    };
    if (this.#end === 'flushed') {
      entry();
      return;
    }
    this.#waiting.add(entry);
    runInSlice(entry);
  }

  /** Runs work now, or after the waiting work of this node. */
  follow(work: () => void): void {
    if (this.#waiting.size > 0) this.run(work);
    else work();
  }

  /** Resolves when no work waits. Undefined if none waits now. */
  settled(): Promise<void> | undefined {
    if (this.#waiting.size === 0) return undefined;
    return new Promise((resolve) => this.#onSettled.push(resolve));
  }

  /** Runs all waiting work now. */
  flush(): void {
    this.#end = 'flushed';
    for (const entry of [...this.#waiting]) {
      cancelInSlice(entry);
      entry();
    }
  }

  /** Drops all waiting work. */
  close(): void {
    this.#end = 'closed';
    for (const entry of this.#waiting) cancelInSlice(entry);
    this.#waiting.clear();
    this.#settle();
  }

  #settle(): void {
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }
}
