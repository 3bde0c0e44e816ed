import { overlap } from '../../base/values.js';
import type { QueuedJob, Run } from './job.js';

/**
 * The queue of one target. The first job is sent. While a job for one part is in flight (x of a property on RE5), jobs
 * for other parts may pass. They must not overlap with any job before them. Example: of x, y, whole, x, the first two
 * are sent at once. The whole value is sent after both answers, and the last x after that.
 */
export class Lane {
  /** In flight or waiting, in the order of arrival. */
  readonly #queue: QueuedJob[] = [];
  /** The job in flight that was sent for the whole target. Its part may become known later. */
  #whole: QueuedJob | undefined;
  /** The end of the rate pause of each part, in the clock's ms. '' is the whole target. */
  readonly #pausedUntil = new Map<string, number>();
  /**
   * The number of the last service, counted over all lanes. The lane with the lowest number is next. Negative: never
   * served.
   */
  lastServed: number;

  /** `number` is different for each lane. A new lane is next, after the new lanes with lower numbers. */
  constructor(
    readonly name: string,
    number: number,
  ) {
    this.lastServed = Number.MIN_SAFE_INTEGER + number;
  }

  /** True without a job and without a rate pause. */
  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#pausedUntil.size === 0;
  }

  /** The part of the target that a job claims. Undefined: the whole target. */
  partOf(waiting: QueuedJob): string | undefined {
    if (waiting === this.#whole) return undefined;
    return waiting.job.claims.find(({ lane }) => lane === this.name)?.part?.();
  }

  add(waiting: QueuedJob): void {
    this.#queue.push(waiting);
  }

  /** A job is sent. If it claims the whole target, it does so until `remove`. */
  hold(waiting: QueuedJob): void {
    if (this.partOf(waiting) === undefined) this.#whole = waiting;
  }

  remove(waiting: QueuedJob): void {
    if (this.#whole === waiting) this.#whole = undefined;
    const index = this.#queue.indexOf(waiting);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  /** The waiting jobs that do not overlap with any job before them. */
  heads(): QueuedJob[] {
    const heads: QueuedJob[] = [];
    const before: string[] = [];
    for (const each of this.#queue) {
      const part = this.partOf(each);
      if (each.isWaiting && !before.some((other) => overlap(other, part))) heads.push(each);
      // Its request is sent in a moment. The others keep their order behind it.
      if (part === undefined || each.stage === 'composing') break;
      before.push(part);
    }
    return heads;
  }

  isHead(waiting: QueuedJob): boolean {
    return this.#queue[0] === waiting || this.heads().includes(waiting);
  }

  /** The head and its neighbours with the same merge key, the oldest first. They are sent together. */
  runFrom(head: QueuedJob): Run {
    const part = this.partOf(head);
    const run: [QueuedJob, ...QueuedJob[]] = [head];
    if (this.#queue.length === 1) return run;
    for (const each of this.#after(head, part)) {
      if (!each.isWaiting || each.job.mergeKey !== head.job.mergeKey || this.partOf(each) !== part) break;
      run.push(each);
    }
    return run;
  }

  /**
   * The waiting jobs that a new one replaces: those of the same slot and merge key, back to the first job with another
   * merge key.
   */
  findSuperseded(newcomer: QueuedJob): QueuedJob[] {
    const { mergeKey, slot = '' } = newcomer.job;
    if (mergeKey === undefined) return [];
    const part = this.partOf(newcomer);
    const superseded: QueuedJob[] = [];
    for (let index = this.#queue.length - 1; index >= 0; index--) {
      const each = this.#queue[index] as QueuedJob;
      if (!overlap(this.partOf(each), part)) continue;
      if (!each.isWaiting || each.stage === 'composing' || each.job.mergeKey !== mergeKey) break;
      if (slot === '' || (each.job.slot ?? '') === slot) superseded.push(each);
    }
    return superseded;
  }

  /** True if a newer waiting job replaces one that was put back. */
  isOutdated(waiting: QueuedJob): boolean {
    const { mergeKey, slot = '' } = waiting.job;
    for (const { isWaiting, job } of this.#after(waiting, this.partOf(waiting))) {
      if (!isWaiting || mergeKey === undefined || job.mergeKey !== mergeKey) return false;
      if (!job.slot || job.slot === slot) return true;
    }
    return false;
  }

  /** True if the rate allows this part to be sent. */
  isWithinRate(part: string | undefined, now: number): boolean {
    return (this.#pausedUntil.get(part ?? '') ?? now) <= now;
  }

  pause(part: string | undefined, until: number): void {
    this.#pausedUntil.set(part ?? '', until);
  }

  /** Ends the pauses up to `now`. */
  endPauses(now: number): void {
    for (const [part, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(part);
  }

  #after(waiting: QueuedJob, part: string | undefined): QueuedJob[] {
    return this.#queue.slice(this.#queue.indexOf(waiting) + 1).filter((each) => overlap(this.partOf(each), part));
  }
}

/** Lanes that may have a job to send, the one that was served longest ago first. */
export class ReadyLanes {
  readonly #lanes: Lane[] = [];
  /** The same lanes, to find one at once. */
  readonly #members = new Set<Lane>();

  get size(): number {
    return this.#lanes.length;
  }

  /** The lane that it returned last may be removed meanwhile. */
  *[Symbol.iterator](): Generator<Lane> {
    for (let index = 0; index < this.#lanes.length; ) {
      const lane = this.#lanes[index] as Lane;
      yield lane;
      if (this.#lanes[index] === lane) index += 1;
    }
  }

  add(lane: Lane): void {
    if (this.#members.has(lane)) return;
    this.#members.add(lane);
    this.#lanes.splice(this.#placeOf(lane), 0, lane);
  }

  /** Removes a lane. Its `lastServed` must not have changed since `add`. */
  remove(lane: Lane): void {
    if (this.#members.delete(lane)) this.#lanes.splice(this.#placeOf(lane), 1);
  }

  /** The number of lanes that were served before this one. No two lanes have the same `lastServed`. */
  #placeOf({ lastServed }: Lane): number {
    let low = 0;
    let high = this.#lanes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lanes[middle] as Lane).lastServed < lastServed) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
