import { collide, type Waiting } from './job.js';
import type { Run } from './run.js';

/**
 * The queue of one target. What is first in it goes out; behind a job for one part (x of a property on RE5) others may
 * pass that touch neither it nor what waits before them. Of x, y, whole, x, for example, the first two go out at once,
 * the whole when both are answered, the last x after that.
 */
export class Lane {
  /** On their way or waiting, in the order in which they came. */
  readonly #queue: Waiting[] = [];
  /** Until when each part rests, in the clock's ms; '' is the whole. */
  #rests: Map<string, number> | undefined;
  /** When it was served last: counted over all lanes, so that the longest unserved comes next; 0: never. */
  served = 0;

  constructor(readonly name: string) {}

  get empty(): boolean {
    return this.#queue.length === 0;
  }

  /** The part of the target that one of its jobs takes; undefined: all. */
  partOf({ job: { claims } }: Waiting): string | undefined {
    const claim = claims.length === 1 ? claims[0] : claims.find(({ lane }) => lane === this.name);
    return claim?.part?.();
  }

  add(waiting: Waiting): void {
    this.#queue.push(waiting);
  }

  remove(waiting: Waiting): void {
    const index = this.#queue.indexOf(waiting);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  /** Those that wait and have nothing before them that they touch. */
  heads(): Waiting[] {
    const heads: Waiting[] = [];
    const before: string[] = [];
    for (const each of this.#queue) {
      const part = this.partOf(each);
      if (each.waits && !before.some((other) => collide(other, part))) heads.push(each);
      // Its request is sent in a moment: the others keep their order behind it.
      if (part === undefined || each.stage === 'composing') break;
      before.push(part);
    }
    return heads;
  }

  isHead(waiting: Waiting): boolean {
    return this.#queue[0] === waiting || this.heads().includes(waiting);
  }

  /** The head and those of its kind that go out with it, the oldest first: nothing of another kind stands between. */
  together(head: Waiting): Run {
    const part = this.partOf(head);
    const run: [Waiting, ...Waiting[]] = [head];
    if (head.job.kind === undefined || this.#queue.length === 1) return run;
    for (const each of this.#after(head, part)) {
      if (!each.waits || each.job.kind !== head.job.kind || this.partOf(each) !== part) break;
      run.push(each);
    }
    return run;
  }

  /** Those waiting whose place a new one takes: the same slot of the same kind, back to the first of another kind. */
  replacedBy(fresh: Waiting): Waiting[] {
    const { kind, slot = '' } = fresh.job;
    if (kind === undefined) return [];
    const part = this.partOf(fresh);
    const replaced: Waiting[] = [];
    for (let index = this.#queue.length - 1; index >= 0; index--) {
      const each = this.#queue[index] as Waiting;
      if (each === fresh || !collide(this.partOf(each), part)) continue;
      if (!each.waits || each.stage === 'composing' || each.job.kind !== kind) break;
      if (slot === '' || (each.job.slot ?? '') === slot) replaced.push(each);
    }
    return replaced;
  }

  /** Whether a newer one waits that takes the place of one which is back again. */
  isOutdated(waiting: Waiting): boolean {
    const { kind, slot = '' } = waiting.job;
    for (const { waits, job } of this.#after(waiting, this.partOf(waiting))) {
      if (!waits || kind === undefined || job.kind !== kind) return false;
      if (!job.slot || job.slot === slot) return true;
    }
    return false;
  }

  /** Whether the rate lets something of that part go out. */
  isRested(part: string | undefined, now: number): boolean {
    return (this.#rests?.get(part ?? '') ?? now) <= now;
  }

  rest(part: string | undefined, until: number): void {
    this.#rests ??= new Map();
    this.#rests.set(part ?? '', until);
  }

  /** When the first of those that rest may go out; forgets those that do not rest any more. */
  wakes(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    if (!this.#rests) return first;
    for (const [part, until] of this.#rests)
      if (until > now) first = Math.min(first, until);
      else this.#rests.delete(part);
    return first;
  }

  #after(waiting: Waiting, part: string | undefined): Waiting[] {
    return this.#queue.slice(this.#queue.indexOf(waiting) + 1).filter((each) => collide(this.partOf(each), part));
  }
}
