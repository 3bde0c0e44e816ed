import type { QueuedJob, Run } from './job.js';
import { type Parts, partsKey, partsOverlap, TakenParts } from './parts.js';

/** The kinds of jobs that may be sent, besides the requests in flight. A trigger always may. */
export interface Room {
  readonly forReads: boolean;
  readonly forLookUps: boolean;
  /** For look-ups whose answers have a replacement. */
  readonly forReplaceable: boolean;
  readonly forLevels: boolean;
}

/** The end of the rate pause of a lane, in the clock's ms. */
interface Pause {
  readonly lane: Lane;
  readonly until: number;
}

/**
 * All waiting and sent jobs of one hub: look-ups, the lanes of commands, and reads, in this order. A sending costs the
 * same with ten lanes and with thousands, because only lanes are examined that may have become ready.
 */
export class Queues {
  /** Lanes with a job, or with a rate pause. */
  readonly #lanes = new Map<string, Lane>();
  readonly #readyTriggers = new ReadyLanes();
  readonly #readyLevels = new ReadyLanes();
  /** The rate pauses, in the order of their ends. */
  readonly #pauses: Pause[] = [];
  #lookUps = new Set<QueuedJob>();
  #reads = new Set<QueuedJob>();
  #laneCount = 0;
  #serveCount = 0;

  /** Queues a job. Returns the jobs that it replaces. */
  add(waiting: QueuedJob): readonly QueuedJob[] {
    if (waiting.job.claims.length === 0) this.#readQueueOf(waiting).add(waiting);
    const lanes = waiting.job.claims.map(({ lane }) => this.#laneFor(lane));
    const superseded = lanes[0]?.findSuperseded(waiting) ?? [];
    for (const lane of lanes) lane.add(waiting);
    this.wake(waiting);
    return superseded;
  }

  /** Removes a waiting or sent job. */
  remove(waiting: QueuedJob): void {
    this.#readQueueOf(waiting).delete(waiting);
    for (const lane of this.#lanesOf(waiting)) {
      lane.remove(waiting);
      this.#wakeLane(lane);
      this.#deleteIfIdle(lane);
    }
  }

  /** False if no job can be sent, even if all places in flight are free. */
  get mayHaveNext(): boolean {
    const readyLanes = this.#readyTriggers.size + this.#readyLevels.size;
    return this.#lookUps.size > 0 || this.#reads.size > 0 || readyLanes > 0;
  }

  /** The jobs that may be sent now, the next one first. */
  *next(now: number, { forLookUps, forReplaceable, forLevels, forReads }: Room): Generator<QueuedJob> {
    let hasNext = false;
    if (forLookUps)
      for (const lookUp of this.#lookUps) {
        if (lookUp.job.hasReplacement && !forReplaceable) continue;
        hasNext = true;
        yield lookUp;
      }
    if (hasNext) return;
    for (const lanes of forLevels ? [this.#readyTriggers, this.#readyLevels] : [this.#readyTriggers])
      for (const command of this.#readyCommands(lanes, now)) {
        hasNext = true;
        yield command;
      }
    if (!hasNext && forReads) for (const read of this.#reads) if (canUsePlace(read)) yield read;
  }

  /** A head and the jobs that are sent with it, as one request. */
  runFrom = (head: QueuedJob): Run => {
    if (head.goesAlone) return [head];
    const [claim] = head.job.claims;
    const lane = claim && this.#lanes.get(claim.lane);
    return lane && head.job.mergeKey !== undefined ? lane.runFrom(head) : [head];
  };

  /**
   * Holds the claims of a sent run until `remove`. Its lane then pauses for `pause` ms before the next job with a merge key.
   * `pause` must always be the same.
   */
  hold(run: Run, now: number, pause: number): void {
    for (const waiting of run) this.#readQueueOf(waiting).delete(waiting);
    const [head] = run;
    for (const lane of this.#lanesOf(head)) {
      lane.hold(head);
      this.#readyTriggers.remove(lane);
      this.#readyLevels.remove(lane);
      this.#serveCount += 1;
      lane.lastServed = this.#serveCount;
      if (head.job.mergeKey !== undefined) {
        lane.pause(lane.partsOf(head), now + pause);
        this.#pauses.push({ lane, until: now + pause });
      }
      this.#wakeLane(lane);
    }
  }

  /** Puts a sent job back before all others. Returns true if a newer one replaces it. */
  requeue(waiting: QueuedJob): boolean {
    waiting.putBack();
    const lanes = this.#lanesOf(waiting);
    if (waiting.job.urgent) this.#lookUps = new Set([waiting, ...this.#lookUps]);
    else if (lanes.length === 0) this.#reads = new Set([waiting, ...this.#reads]);
    this.wake(waiting);
    return lanes.some((lane) => lane.isOutdated(waiting));
  }

  /** Examines the lanes of a job again, because the job has changed. */
  wake(waiting: QueuedJob): void {
    for (const lane of this.#lanesOf(waiting)) this.#wakeLane(lane);
  }

  /** Ends the rate pauses up to `now`, in the clock's ms. */
  endPauses(now: number): void {
    for (let [first] = this.#pauses; first && first.until <= now; [first] = this.#pauses) {
      this.#pauses.shift();
      first.lane.endPauses(now);
      this.#wakeLane(first.lane);
      this.#deleteIfIdle(first.lane);
    }
  }

  /** The first end of a rate pause, in the clock's ms. */
  get nextWake(): number {
    return this.#pauses[0]?.until ?? Number.POSITIVE_INFINITY;
  }

  /** The heads of ready lanes. The lane that was served longest ago is first. */
  *#readyCommands(lanes: ReadyLanes, now: number): Generator<QueuedJob> {
    for (const lane of lanes) {
      let isReady = false;
      for (const head of lane.heads()) {
        const isOfKind = (head.job.isTrigger === true) === (lanes === this.#readyTriggers);
        if (!isOfKind || !canUsePlace(head) || !this.#isFreeIn(lane, head, now)) continue;
        isReady = true;
        yield head;
      }
      if (!isReady) lanes.remove(lane);
    }
  }

  /** A job that claims several lanes is sent at the turn of the first that has woken. */
  #wakeLane(lane: Lane): void {
    if (lane.hasTriggers) this.#readyTriggers.add(lane);
    if (lane.hasLevels) this.#readyLevels.add(lane);
  }

  #deleteIfIdle(lane: Lane): void {
    if (!lane.isIdle) return;
    this.#lanes.delete(lane.name);
    this.#readyTriggers.remove(lane);
    this.#readyLevels.remove(lane);
  }

  #readQueueOf = ({ job }: QueuedJob): Set<QueuedJob> => (job.urgent ? this.#lookUps : this.#reads);

  /** True if a job need not wait for another job, the rate, or a look-up. */
  canSend(head: QueuedJob, now: number): boolean {
    return canUsePlace(head) && this.isFree(head, now);
  }

  /** True if a job need not wait for another job or the rate. */
  isFree(head: QueuedJob, now: number): boolean {
    return this.#isFreeIn(undefined, head, now);
  }

  /** The same for the head of a lane, or of none. To find the heads takes long if thousands of jobs wait. */
  #isFreeIn(headed: Lane | undefined, head: QueuedJob, now: number): boolean {
    const isLimited = head.job.mergeKey !== undefined;
    return this.#lanesOf(head).every(
      (lane) => (lane === headed || lane.isHead(head)) && (!isLimited || lane.isWithinRate(lane.partsOf(head), now)),
    );
  }

  /** True if a waiting command is behind another one to one of its targets. */
  isBehind = (waiting: QueuedJob): boolean => this.#lanesOf(waiting).some((lane) => !lane.isHead(waiting));

  #laneFor(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      this.#laneCount += 1;
      lane = new Lane(name, this.#laneCount);
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  /** The lanes of a job that exist. After the job, they may be deleted. */
  #lanesOf({ job }: QueuedJob): Lane[] {
    const lanes: Lane[] = [];
    for (const { lane: name } of job.claims) {
      const lane = this.#lanes.get(name);
      if (lane) lanes.push(lane);
    }
    return lanes;
  }
}

/** True if a job can use a place in flight. */
const canUsePlace = ({ stage }: QueuedJob): boolean => stage === 'queued' || stage === 'lookedUp';

/**
 * The queue of one target. The first job is sent. While a job for one part is in flight (x of a property on RE5, or an
 * item of a rundown), jobs for other parts may pass. They must not overlap with any job before them. Example: of x, y,
 * whole, x, the first two are sent at once. The whole value is sent after both answers, and the last x after that.
 */
export class Lane {
  /** In flight or waiting, in the order of arrival. */
  readonly #queue: QueuedJob[] = [];
  #triggerCount = 0;
  /** The job in flight that was sent for the whole target. Its part may become known later. */
  #whole: QueuedJob | undefined;
  /** The end of the rate pause of each part, by its key, in the clock's ms. */
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

  /** The parts of the target that a job claims. */
  partsOf(waiting: QueuedJob): Parts {
    if (waiting === this.#whole) return undefined;
    return waiting.job.claims.find(({ lane }) => lane === this.name)?.parts?.();
  }

  get hasTriggers(): boolean {
    return this.#triggerCount > 0;
  }

  get hasLevels(): boolean {
    return this.#queue.length > this.#triggerCount;
  }

  add(waiting: QueuedJob): void {
    this.#queue.push(waiting);
    if (waiting.job.isTrigger) this.#triggerCount += 1;
  }

  /** A job is sent. If it claims the whole target, it does so until `remove`. */
  hold(waiting: QueuedJob): void {
    if (this.partsOf(waiting) === undefined) this.#whole = waiting;
  }

  remove(waiting: QueuedJob): void {
    if (this.#whole === waiting) this.#whole = undefined;
    const index = this.#queue.indexOf(waiting);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    if (waiting.job.isTrigger) this.#triggerCount -= 1;
  }

  /** The waiting jobs that do not overlap with any job before them. */
  *heads(): Generator<QueuedJob> {
    const [first] = this.#queue;
    if (this.#queue.length === 1 && first) {
      if (first.isWaiting) yield first;
      return;
    }
    const before = new TakenParts();
    for (const each of this.#queue) {
      const parts = this.partsOf(each);
      if (each.isWaiting && !before.overlaps(parts)) yield each;
      // Its request is sent in a moment. The others keep their order behind it.
      if (parts === undefined || each.stage === 'composing') break;
      before.add(parts);
    }
  }

  isHead(waiting: QueuedJob): boolean {
    if (this.#queue[0] === waiting) return true;
    for (const head of this.heads()) if (head === waiting) return true;
    return false;
  }

  /** The head and its neighbours with the same merge key, the oldest first. They are sent together. */
  runFrom(head: QueuedJob): Run {
    const parts = this.partsOf(head);
    const run: [QueuedJob, ...QueuedJob[]] = [head];
    if (this.#queue.length === 1) return run;
    for (const each of this.#after(head, parts)) {
      const isSame = each.job.mergeKey === head.job.mergeKey && partsKey(this.partsOf(each)) === partsKey(parts);
      if (!each.isWaiting || !isSame) break;
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
    const parts = this.partsOf(newcomer);
    const superseded: QueuedJob[] = [];
    for (let index = this.#queue.length - 1; index >= 0; index--) {
      const each = this.#queue[index] as QueuedJob;
      if (!partsOverlap(this.partsOf(each), parts)) continue;
      if (!each.isWaiting || each.stage === 'composing' || each.job.mergeKey !== mergeKey) break;
      if (slot === '' || (each.job.slot ?? '') === slot) superseded.push(each);
    }
    return superseded;
  }

  /** True if a newer waiting job replaces one that was put back. */
  isOutdated(waiting: QueuedJob): boolean {
    const { mergeKey, slot = '' } = waiting.job;
    for (const { isWaiting, job } of this.#after(waiting, this.partsOf(waiting))) {
      if (!isWaiting || mergeKey === undefined || job.mergeKey !== mergeKey) return false;
      if (!job.slot || job.slot === slot) return true;
    }
    return false;
  }

  /** True if the rate allows these parts to be sent. */
  isWithinRate(parts: Parts, now: number): boolean {
    return (this.#pausedUntil.get(partsKey(parts)) ?? now) <= now;
  }

  pause(parts: Parts, until: number): void {
    this.#pausedUntil.set(partsKey(parts), until);
  }

  /** Ends the pauses up to `now`. */
  endPauses(now: number): void {
    for (const [key, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(key);
  }

  #after(waiting: QueuedJob, parts: Parts): QueuedJob[] {
    return this.#queue
      .slice(this.#queue.indexOf(waiting) + 1)
      .filter((each) => partsOverlap(this.partsOf(each), parts));
  }
}

/** Lanes that may have a job to send, the one that was served longest ago first. */
class ReadyLanes {
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
