import { overlap, type QueuedJob } from './job.js';
import type { Run } from './run.js';

/**
 * The queue of one target. What is first in it goes out; behind a job for one part (x of a property on RE5) others may
 * pass that touch neither it nor what waits before them. Of x, y, whole, x, for example, the first two go out at once,
 * the whole when both are answered, the last x after that.
 */
export class Lane {
  /** On their way or waiting, in the order in which they came. */
  readonly #queue: QueuedJob[] = [];
  /** Until when each part rests, in the clock's ms; '' is the whole. */
  #pausedUntil: Map<string, number> | undefined;
  /** When it was served last: counted over all lanes, so that the longest unserved comes next; 0: never. */
  lastServed = 0;

  constructor(readonly name: string) {}

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** The part of the target that one of its jobs takes; undefined: all. */
  partOf({ job: { claims } }: QueuedJob): string | undefined {
    const claim = claims.length === 1 ? claims[0] : claims.find(({ lane }) => lane === this.name);
    return claim?.part?.();
  }

  add(waiting: QueuedJob): void {
    this.#queue.push(waiting);
  }

  remove(waiting: QueuedJob): void {
    const index = this.#queue.indexOf(waiting);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  /** Those that wait and have nothing before them that they touch. */
  heads(): QueuedJob[] {
    const heads: QueuedJob[] = [];
    const before: string[] = [];
    for (const each of this.#queue) {
      const part = this.partOf(each);
      if (each.isWaiting && !before.some((other) => overlap(other, part))) heads.push(each);
      // Its request is sent in a moment: the others keep their order behind it.
      if (part === undefined || each.stage === 'composing') break;
      before.push(part);
    }
    return heads;
  }

  isHead(waiting: QueuedJob): boolean {
    return this.#queue[0] === waiting || this.heads().includes(waiting);
  }

  /** The head and those of its kind that go out with it, the oldest first: nothing of another kind stands between. */
  runFrom(head: QueuedJob): Run {
    const part = this.partOf(head);
    const run: [QueuedJob, ...QueuedJob[]] = [head];
    if (head.job.mergeKey === undefined || this.#queue.length === 1) return run;
    for (const each of this.#after(head, part)) {
      if (!each.isWaiting || each.job.mergeKey !== head.job.mergeKey || this.partOf(each) !== part) break;
      run.push(each);
    }
    return run;
  }

  /** Those waiting whose place a new one takes: the same slot of the same kind, back to the first of another kind. */
  findSuperseded(newcomer: QueuedJob): QueuedJob[] {
    const { mergeKey, slot = '' } = newcomer.job;
    if (mergeKey === undefined) return [];
    const part = this.partOf(newcomer);
    const superseded: QueuedJob[] = [];
    for (let index = this.#queue.length - 1; index >= 0; index--) {
      const each = this.#queue[index] as QueuedJob;
      if (each === newcomer || !overlap(this.partOf(each), part)) continue;
      if (!each.isWaiting || each.stage === 'composing' || each.job.mergeKey !== mergeKey) break;
      if (slot === '' || (each.job.slot ?? '') === slot) superseded.push(each);
    }
    return superseded;
  }

  /** Whether a newer one waits that takes the place of one which is back again. */
  isOutdated(waiting: QueuedJob): boolean {
    const { mergeKey, slot = '' } = waiting.job;
    for (const { isWaiting, job } of this.#after(waiting, this.partOf(waiting))) {
      if (!isWaiting || mergeKey === undefined || job.mergeKey !== mergeKey) return false;
      if (!job.slot || job.slot === slot) return true;
    }
    return false;
  }

  /** Whether the rate lets something of that part go out. */
  isWithinRate(part: string | undefined, now: number): boolean {
    return (this.#pausedUntil?.get(part ?? '') ?? now) <= now;
  }

  pause(part: string | undefined, until: number): void {
    this.#pausedUntil ??= new Map();
    this.#pausedUntil.set(part ?? '', until);
  }

  /** When the first of those that rest may go out; forgets those that do not rest any more. */
  nextWake(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    if (!this.#pausedUntil) return first;
    for (const [part, until] of this.#pausedUntil)
      if (until > now) first = Math.min(first, until);
      else this.#pausedUntil.delete(part);
    return first;
  }

  #after(waiting: QueuedJob, part: string | undefined): QueuedJob[] {
    return this.#queue.slice(this.#queue.indexOf(waiting) + 1).filter((each) => overlap(this.partOf(each), part));
  }
}
