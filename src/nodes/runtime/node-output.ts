import { systemClock } from '../../base/clock.js';
import { logErrors } from './lifetime.js';
import type { Ports } from './ports.js';

/** Work that waits in all nodes. Above it, a node that fails faster than its errors are sent would fill the memory. */
const MOST_WAITING = 1000;

/** Work that may wait in each node, even if other nodes have more. */
const MOST_OF_NODE = 100;

/** The messages and errors of one node, in their order. If many nodes have some at once, they leave in slices. */
export class NodeOutput {
  readonly #node: Pick<Ports, 'error'>;
  /** The short form of the work that waits, by its entry in the slices. */
  readonly #waiting = new Map<() => void, () => void>();
  #onSettled: (() => void)[] = [];
  #end: 'flushed' | 'closed' | undefined;
  #isRunning = false;

  constructor(node: Pick<Ports, 'error'>) {
    this.#node = node;
  }

  /**
   * Runs work now, or in a later slice. After `flush` it runs at once, and after `close` never. If too much waits, the
   * oldest work of this node runs at once, in its `short` form. Work that is a part of running work does not wait again.
   */
  run(work: () => void, short = work): void {
    if (this.#end === 'closed') return;
    if (this.#isRunning) {
      work();
      return;
    }
    const entry = () => this.#run(entry, work);
    this.#waiting.set(entry, short);
    if (this.#end === 'flushed') entry();
    else runInSlice(entry);
    if (this.#waiting.size > MOST_OF_NODE && waiting.size > MOST_WAITING) this.#shortenOldest();
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
    for (const entry of [...this.#waiting.keys()]) {
      cancelInSlice(entry);
      entry();
    }
  }

  /** Drops all waiting work. */
  close(): void {
    this.#end = 'closed';
    for (const entry of this.#waiting.keys()) cancelInSlice(entry);
    this.#waiting.clear();
    this.#settle();
  }

  #shortenOldest(): void {
    const [oldest] = this.#waiting;
    if (!oldest) return;
    const [entry, short] = oldest;
    cancelInSlice(entry);
    this.#run(entry, short);
  }

  #run(entry: () => void, work: () => void): void {
    this.#waiting.delete(entry);
    this.#isRunning = true;
    logErrors<void>(this.#node, work)();
    this.#isRunning = false;
    this.#settle();
  }

  #settle(): void {
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#onSettled.splice(0)) resolve();
  }
}

/** Longest time of one slice, in ms. */
const SLICE_MS = 3;

/** Work for later slices, in the order of arrival. */
const waiting = new Set<() => void>();
/** Set during a slice: the begin of the next one. */
let next: unknown;
/** In ms of the clock. */
let endsAt = 0;

/**
 * Runs work at once, or in a later slice if this turn of the event loop has already taken long. The order is kept.
 * Example: a lost hub ends 1,000 watches in one turn. Their errors take 0.3 s, and other messages pass in between.
 */
export function runInSlice(work: () => void): void {
  if (waiting.size > 0 || (next && systemClock.now() >= endsAt)) {
    waiting.add(work);
    return;
  }
  beginSlice();
  work();
}

/** Work that still waits never runs. */
export function cancelInSlice(work: () => void): void {
  waiting.delete(work);
}

function beginSlice(): void {
  if (next) return;
  endsAt = systemClock.now() + SLICE_MS;
  next = systemClock.setImmediate(runNextSlice);
}

function runNextSlice(): void {
  next = undefined;
  if (waiting.size === 0) return;
  beginSlice();
  for (const work of waiting) {
    waiting.delete(work);
    try {
      work();
    } catch (thrown) {
      console.error(thrown);
    }
    if (systemClock.now() >= endsAt) return;
  }
}
