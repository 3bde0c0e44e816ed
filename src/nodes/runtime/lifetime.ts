import { inspect } from 'node:util';
import type { Clock } from '../../base/clock.js';
import { systemClock } from '../../base/clock.js';
import type { Ports } from './ports.js';

/** The clock of a node. */
export interface NodeClock extends Clock {
  /** The time of day in ms since the epoch. It may be set back. */
  date(): number;
}

/** Ends something that a node has started. `removed` is false if the node starts again. */
type End = (removed: boolean) => void | Promise<void>;

/** The life of a node. At its close, all that was added ends, and all timers of its clock. */
export class Lifetime {
  readonly node: Ports;
  /** An exception in a timer is logged by the node and does not end Node-RED. */
  readonly clock: NodeClock;
  readonly #parts = new Set<Lifetime>();
  #closing: Promise<void> | undefined;
  readonly #ends: End[] = [];
  readonly #timers = new Set<unknown>();
  /** `closing` while it waits for an end that takes time. */
  #state: 'running' | 'closing' | 'closed' = 'running';

  constructor(node: Ports) {
    this.node = node;
    this.clock = {
      now: () => systemClock.now(),
      date: () => Date.now(),
      setTimeout: (callback, delay) => this.#startTimer(callback, delay),
      clearTimeout: (timer) => this.#clearTimer(timer),
    };
  }

  /** A life inside this one, with other outputs. It ends with this one, before the rest. */
  part(outputs: Partial<Ports> = {}): Lifetime {
    const part = new Lifetime({ ...this.node, ...outputs });
    this.#parts.add(part);
    part.add(() => void this.#parts.delete(part));
    return part;
  }

  /** True as soon as the node begins to close. */
  get hasEnded(): boolean {
    return this.#state !== 'running';
  }

  /** Calls `end` at the close, after the ends that were added before it. If the node has closed, calls it now. */
  add(end: End): void {
    if (this.#state === 'closed') void end(false);
    else this.#ends.push(end);
  }

  /** Runs `work` after the start of all nodes, so that each of them gets the first message. */
  afterStart(work: () => void | Promise<void>): void {
    systemClock.setImmediate(async () => {
      try {
        if (!this.hasEnded) await work();
      } catch (error) {
        this.node.error(asError(error));
      }
    });
  }

  /** Runs `work` every `period` ms. Returns a function that ends this. */
  every(period: number, work: () => void): () => void {
    let timer: unknown;
    const wait = () => {
      timer = this.clock.setTimeout(() => {
        wait();
        work();
      }, period);
    };
    wait();
    return () => this.clock.clearTimeout(timer);
  }

  #startTimer(callback: () => void, delay: number): unknown {
    if (this.#state === 'closed') return undefined;
    const timer = systemClock.setTimeout(() => {
      this.#timers.delete(timer);
      logErrors<void>(this.node, callback)();
    }, delay);
    this.#timers.add(timer);
    return timer;
  }

  #clearTimer(timer: unknown): void {
    this.#timers.delete(timer);
    systemClock.clearTimeout(timer);
  }

  /** Ends everything, once. Resolves when the ends that take time are done. */
  close(removed: boolean): Promise<void> {
    this.#closing ??= this.#end(removed);
    return this.#closing;
  }

  async #end(removed: boolean): Promise<void> {
    this.#state = 'closing';
    // All at once, so that no part shows the end of another one.
    if (this.#parts.size > 0) await Promise.all([...this.#parts].map((part) => part.close(removed)));
    for (const end of this.#ends)
      try {
        const ending = end(removed);
        if (ending) await ending;
      } catch (error) {
        this.node.error(asError(error));
      }
    this.#state = 'closed';
    for (const timer of this.#timers) this.#clearTimer(timer);
  }
}

/** Wraps a listener so that an exception is logged and does not end Node-RED. */
export const logErrors =
  <Event>({ error }: Pick<Ports, 'error'>, listener: (event: Event) => void) =>
  (event: Event): void => {
    try {
      listener(event);
    } catch (thrown) {
      error(asError(thrown));
    }
  };

/** The thrown value as an Error. */
export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(inspect(thrown)));

/** The id of a node in the editor, which differs from its runtime id in a subflow. Blank for an object without an id. */
export function editorId(node: object): string {
  const { _alias, id = '' } = node as { readonly _alias?: string; readonly id?: string };
  return _alias ?? id;
}
