import { type Parts, partsKey, TakenParts } from '../plan/claims.js';
import type { Merging } from '../plan/plan.js';
import type { Job, Run } from './job.js';

/** The kinds of jobs that may be sent, besides the requests in flight. A trigger always may. */
export interface Room {
  readonly forReads: boolean;
  readonly forLookUps: boolean;
  /** For look-ups whose answers have a replacement. */
  readonly forReplaceable: boolean;
  readonly forLevels: boolean;
}

/**
 * All waiting and sent jobs of one hub: look-ups, the lanes of commands, and reads, in this order. A sending costs the
 * same with ten lanes and with thousands, because only lanes are examined that may have become ready.
 */
export class Lanes {
  /** Lanes with a job, or with a rate pause: a lane keeps its turn among the others while it pauses. */
  readonly #lanes = new Map<string, Lane>();
  readonly #readyTriggers = new ReadyLanes();
  readonly #readyLevels = new ReadyLanes();
  /** The ends of the rate pauses in the clock's ms, in this order. The key is a lane and its parts. */
  readonly #pauses = new Map<string, { readonly lane: Lane; readonly until: number }>();
  #lookUps = new Set<Job>();
  #reads = new Set<Job>();
  #laneCount = 0;
  #serveCount = 0;

  /** Queues a job. Returns the jobs that it replaces. */
  add(job: Job): readonly Job[] {
    if (job.claims.length === 0) this.#readsWith(job).add(job);
    const lanes = job.claims.map(({ lane }) => this.#laneFor(lane));
    const superseded = lanes[0]?.findSuperseded(job) ?? [];
    for (const lane of lanes) lane.add(job);
    this.wake(job);
    return superseded;
  }

  /** Removes a waiting or sent job. */
  remove(job: Job): void {
    this.#readsWith(job).delete(job);
    for (const lane of this.#lanesOf(job)) {
      lane.remove(job);
      this.#wakeLane(lane);
      this.#deleteIfIdle(lane);
    }
  }

  /** False if no job can be sent, even if all places in flight are free. */
  get mayHaveNext(): boolean {
    return this.#lookUps.size + this.#reads.size + this.#readyTriggers.size + this.#readyLevels.size > 0;
  }

  /** The jobs that may be sent now, the next one first. */
  *next(now: number, { forLookUps, forReplaceable, forLevels, forReads }: Room): Generator<Job> {
    let hasNext = false;
    if (forLookUps)
      for (const lookUp of this.#lookUps) {
        if (lookUp.hasReplacement && !forReplaceable) continue;
        hasNext = true;
        yield lookUp;
      }
    if (hasNext) return;
    for (const lanes of forLevels ? [this.#readyTriggers, this.#readyLevels] : [this.#readyTriggers])
      for (const command of this.#readyCommands(lanes, now)) {
        hasNext = true;
        yield command;
      }
    if (!hasNext && forReads) for (const read of this.#reads) if (read.needsPlace) yield read;
  }

  /** A head and the jobs that are sent with it, as one request. */
  runFrom(head: Job): Run {
    const [claim] = head.claims;
    const lane = claim && this.#lanes.get(claim.lane);
    return lane && head.merging?.isTogether && !head.goesAlone ? lane.runFrom(head) : [head];
  }

  /**
   * Holds the claims of a sent run until `remove`. Its lane then pauses for `pause` ms before the next job that merges.
   * `pause` must always be the same.
   */
  hold(run: Run, now: number, pause: number): void {
    for (const job of run) this.#readsWith(job).delete(job);
    const [head] = run;
    for (const lane of this.#lanesOf(head)) {
      lane.hold(head);
      this.#readyTriggers.remove(lane);
      this.#readyLevels.remove(lane);
      this.#serveCount += 1;
      lane.lastServed = this.#serveCount;
      if (head.merging) {
        const key = pauseKey(lane, head);
        this.#pauses.delete(key);
        this.#pauses.set(key, { lane, until: now + pause });
        lane.pausedUntil = now + pause;
      }
      this.#wakeLane(lane);
    }
  }

  /** Puts a sent job back before all others. Returns true if a newer one replaces it. */
  requeue(job: Job): boolean {
    job.putBack();
    const lanes = this.#lanesOf(job);
    if (job.isUrgent) this.#lookUps = new Set([job, ...this.#lookUps]);
    else if (lanes.length === 0) this.#reads = new Set([job, ...this.#reads]);
    this.wake(job);
    return lanes.some((lane) => lane.isOutdated(job));
  }

  /** Examines the lanes of a job again, because the job has changed. */
  wake(job: Job): void {
    for (const lane of this.#lanesOf(job)) this.#wakeLane(lane);
  }

  /** Ends the rate pauses up to `now`, in the clock's ms. */
  endPauses(now: number): void {
    for (const [key, { lane, until }] of this.#pauses) {
      if (until > now) break;
      this.#pauses.delete(key);
      if (lane.pausedUntil === until) lane.pausedUntil = undefined;
      this.#wakeLane(lane);
      this.#deleteIfIdle(lane);
    }
  }

  /** The first end of a rate pause, in the clock's ms. */
  get nextWake(): number {
    for (const { until } of this.#pauses.values()) return until;
    return Number.POSITIVE_INFINITY;
  }

  /** True if a job need not wait for another job or the rate. */
  isFree(job: Job, now: number): boolean {
    return this.#isFreeIn(undefined, job, now);
  }

  /** True if a waiting command is behind another one to one of its targets. */
  isBehind(job: Job): boolean {
    return this.#lanesOf(job).some((lane) => !lane.isHead(job));
  }

  /** The heads of ready lanes. The lane that was served longest ago is first. */
  *#readyCommands(lanes: ReadyLanes, now: number): Generator<Job> {
    for (const lane of lanes) {
      let isReady = false;
      for (const head of lane.heads()) {
        const isOfKind = head.isTrigger === (lanes === this.#readyTriggers);
        if (!isOfKind || !head.needsPlace || !this.#isFreeIn(lane, head, now)) continue;
        isReady = true;
        yield head;
      }
      if (!isReady) lanes.remove(lane);
    }
  }

  /** The same as `isFree` for the head of a lane. To find the heads takes long if thousands of jobs wait. */
  #isFreeIn(headed: Lane | undefined, job: Job, now: number): boolean {
    return this.#lanesOf(job).every(
      (lane) =>
        (lane === headed || lane.isHead(job)) &&
        (!job.merging || (this.#pauses.get(pauseKey(lane, job))?.until ?? now) <= now),
    );
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

  #readsWith = ({ isUrgent }: Job): Set<Job> => (isUrgent ? this.#lookUps : this.#reads);

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
  #lanesOf({ claims }: Job): Lane[] {
    const lanes: Lane[] = [];
    for (const { lane: name } of claims) {
      const lane = this.#lanes.get(name);
      if (lane) lanes.push(lane);
    }
    return lanes;
  }
}

/**
 * The queue of one target. The first job is sent. While a job for one part is in flight (x of a property on RE5, or an
 * item of a rundown), jobs for other parts may pass. They must not overlap with any job before them. Example: of x, y,
 * whole, x, the first two are sent at once. The whole value is sent after both answers, and the last x after that.
 */
class Lane {
  /** In flight or waiting, in the order of arrival. */
  readonly #queue: Job[] = [];
  #triggerCount = 0;
  /** The number of jobs with each merge key. Thousands of items of a rundown have one each. */
  readonly #mergeCounts = new Map<string, number>();
  /** The job in flight that was sent for the whole target. Its part may become known later. */
  #whole: Job | undefined;
  /**
   * The number of the last service, counted over all lanes. The lane with the lowest number is next. Negative: never
   * served.
   */
  lastServed: number;
  /** The end of the last of its rate pauses, in the clock's ms. */
  pausedUntil: number | undefined;

  /** `number` is different for each lane. A new lane is next, after the new lanes with lower numbers. */
  constructor(
    readonly name: string,
    number: number,
  ) {
    this.lastServed = Number.MIN_SAFE_INTEGER + number;
  }

  /** True without a job and without a rate pause. */
  get isIdle(): boolean {
    return this.#queue.length === 0 && this.pausedUntil === undefined;
  }

  /** The parts of the target that a job claims. */
  partsOf(job: Job): Parts {
    return job === this.#whole ? undefined : job.claims.find(({ lane }) => lane === this.name)?.parts?.();
  }

  get hasTriggers(): boolean {
    return this.#triggerCount > 0;
  }

  get hasLevels(): boolean {
    return this.#queue.length > this.#triggerCount;
  }

  add(job: Job): void {
    this.#queue.push(job);
    this.#count(job, 1);
  }

  /** A job is sent. If it claims the whole target, it does so until `remove`. */
  hold(job: Job): void {
    const parts = this.partsOf(job);
    if (parts === undefined) this.#whole = job;
    // It changes what the jobs behind it read. One of them may have the turn of a job that it replaced.
    const own = new TakenParts().add(parts);
    for (const each of this.#queue)
      if (each.turnAt !== undefined && each.isWaiting && own.overlaps(this.partsOf(each))) each.turnAt = undefined;
  }

  remove(job: Job): void {
    if (this.#whole === job) this.#whole = undefined;
    const index = this.#queue.indexOf(job);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    this.#count(job, -1);
  }

  #count({ isTrigger, merging }: Job, change: 1 | -1): void {
    if (isTrigger) this.#triggerCount += change;
    if (!merging) return;
    const count = (this.#mergeCounts.get(merging.key) ?? 0) + change;
    if (count > 0) this.#mergeCounts.set(merging.key, count);
    else this.#mergeCounts.delete(merging.key);
  }

  /** The waiting jobs that do not overlap with any job before them. */
  *heads(): Generator<Job> {
    const [first] = this.#queue;
    if (this.#queue.length === 1 && first) {
      if (first.isWaiting) yield first;
      return;
    }
    const before = new TakenParts();
    for (const job of this.#queue) {
      const parts = this.partsOf(job);
      if (job.isWaiting && !before.overlaps(parts)) yield job;
      // Its request is sent in a moment. The others keep their order behind it.
      if (parts === undefined || job.stage === 'composing') break;
      before.add(parts);
    }
  }

  isHead(job: Job): boolean {
    if (this.#queue[0] === job) return true;
    for (const head of this.heads()) if (head === job) return true;
    return false;
  }

  /** The head and its neighbours of the same merging, the oldest first. They are sent together. */
  runFrom(head: Job): Run {
    const run: [Job, ...Job[]] = [head];
    if (this.#queue.length === 1) return run;
    const parts = this.partsOf(head);
    for (const job of this.#after(head, parts)) {
      const isSame = job.merging?.key === head.merging?.key && partsKey(this.partsOf(job)) === partsKey(parts);
      if (!job.isWaiting || !isSame || !job.merging?.isTogether) break;
      run.push(job);
    }
    return run;
  }

  /**
   * The waiting jobs that a new one replaces: those with the same slot and merge key, back to the first job with another
   * merge key.
   */
  findSuperseded({ claims, merging }: Job): Job[] {
    if (!merging || !this.#mergeCounts.has(merging.key)) return [];
    const own = new TakenParts().add(claims[0]?.parts?.());
    const superseded: Job[] = [];
    for (const job of this.#queue.toReversed()) {
      if (!own.overlaps(this.partsOf(job))) continue;
      if (!job.isWaiting || job.stage === 'composing' || job.merging?.key !== merging.key) break;
      if (isReplacedBy(job, merging)) superseded.push(job);
    }
    return superseded;
  }

  /** True if a newer waiting job replaces one that was put back. */
  isOutdated(job: Job): boolean {
    for (const { isWaiting, merging } of this.#after(job, this.partsOf(job))) {
      if (!isWaiting || !merging || job.merging?.key !== merging.key) return false;
      if (isReplacedBy(job, merging)) return true;
    }
    return false;
  }

  /** The jobs behind a job that overlap with it. */
  #after(job: Job, parts: Parts): Job[] {
    const own = new TakenParts().add(parts);
    return this.#queue.slice(this.#queue.indexOf(job) + 1).filter((each) => own.overlaps(this.partsOf(each)));
  }
}

/** A lane and the parts of it that a job claims. */
const pauseKey = (lane: Lane, job: Job): string => `${lane.name} ${partsKey(lane.partsOf(job))}`;

const isReplacedBy = ({ merging }: Job, { slot }: Merging): boolean => slot === '' || merging?.slot === slot;

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
