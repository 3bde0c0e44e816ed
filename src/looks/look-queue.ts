import type { Hub } from '../hub/hub.js';

/** A value that waits for its place in its lane. */
interface Waiting {
  readonly owner: object;
  /** The start of its recall, in the clock's ms. */
  readonly since: number;
  readonly end: (refusal?: Refusal) => void;
}

/** The reason why a value is not sent. */
type Refusal = 'superseded' | 'closed';

const queues = new WeakMap<Hub, LookQueue>();

/**
 * The values of looks that are to be sent to one hub, in the order of their recalls. Only a few enter the lanes at once, so
 * that a press or a read does not wait behind all 10,000 values of a large look.
 */
export class LookQueue {
  readonly #hub: Hub;
  /** By property and component. */
  readonly #waiting = new Map<string, Waiting>();
  #inLanes = 0;

  private constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** All desks of a hub share one queue. */
  static of(hub: Hub): LookQueue {
    const queue = queues.get(hub) ?? new LookQueue(hub);
    queues.set(hub, queue);
    return queue;
  }

  /**
   * Resolves when a value may enter its lane, or with the reason against it. A value of a newer recall replaces that of
   * an older one. After a place without a reason, call `leave`.
   */
  enter(key: string, value: Omit<Waiting, 'end'>): Promise<Refusal | undefined> {
    const other = this.#waiting.get(key);
    if (other && other.since > value.since) return Promise.resolve('superseded');
    if (other) this.#refuse(key, other, 'superseded');
    return new Promise((end) => {
      this.#waiting.set(key, { ...value, end });
      this.#admit();
    });
  }

  /** A value has ended, so that the next one may enter. */
  leave(): void {
    this.#inLanes -= 1;
    this.#admit();
  }

  /** Refuses the waiting values of an owner. */
  close(owner: object): void {
    for (const [key, waiting] of this.#waiting) if (waiting.owner === owner) this.#refuse(key, waiting, 'closed');
  }

  #admit(): void {
    for (const [key, { end }] of this.#waiting) {
      if (this.#inLanes >= this.#hub.roomForMany) return;
      this.#inLanes += 1;
      this.#waiting.delete(key);
      end();
    }
  }

  #refuse(key: string, { end }: Waiting, refusal: Refusal): void {
    this.#waiting.delete(key);
    end(refusal);
  }
}
