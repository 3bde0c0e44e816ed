import type { QueuedJob, Run } from './job.js';
import { Lane, ReadyLanes } from './lane.js';

/** Shows if a read or a look-up may be sent, besides the requests in flight. */
export interface ReadRoom {
  readonly forReads: boolean;
  readonly forLookUps: boolean;
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
  readonly #readyLanes = new ReadyLanes();
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
    return this.#lookUps.size > 0 || this.#reads.size > 0 || this.#readyLanes.size > 0;
  }

  /** The jobs that may be sent now, the next one first. */
  *next(now: number, { forLookUps, forReads }: ReadRoom): Generator<QueuedJob> {
    if (forLookUps && this.#lookUps.size > 0) {
      yield* this.#lookUps;
      return;
    }
    let hasCommand = false;
    for (const command of this.#readyCommands(now)) {
      hasCommand = true;
      yield command;
    }
    if (!hasCommand && forReads) for (const read of this.#reads) if (canUsePlace(read)) yield read;
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
      this.#readyLanes.remove(lane);
      this.#serveCount += 1;
      lane.lastServed = this.#serveCount;
      if (head.job.mergeKey !== undefined) {
        lane.pause(lane.partOf(head), now + pause);
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

  /** The heads of the lanes. The lane that was served longest ago is first. */
  *#readyCommands(now: number): Generator<QueuedJob> {
    for (const lane of this.#readyLanes) {
      const heads = lane.heads().filter((head) => this.canSend(head, now));
      if (heads.length === 0) this.#readyLanes.remove(lane);
      yield* heads;
    }
  }

  #wakeLane(lane: Lane): void {
    // A head can claim several lanes, and it is sent at the turn of the first.
    for (const head of lane.heads()) for (const each of this.#lanesOf(head)) this.#readyLanes.add(each);
  }

  #deleteIfIdle(lane: Lane): void {
    if (!lane.isIdle) return;
    this.#lanes.delete(lane.name);
    this.#readyLanes.remove(lane);
  }

  #readQueueOf = ({ job }: QueuedJob): Set<QueuedJob> => (job.urgent ? this.#lookUps : this.#reads);

  /** True if a job need not wait for another job, the rate, or a look-up. */
  canSend(head: QueuedJob, now: number): boolean {
    return canUsePlace(head) && this.isFree(head, now);
  }

  /** True if a job need not wait for another job or the rate. */
  isFree(head: QueuedJob, now: number): boolean {
    const isLimited = head.job.mergeKey !== undefined;
    return this.#lanesOf(head).every(
      (lane) => lane.isHead(head) && (!isLimited || lane.isWithinRate(lane.partOf(head), now)),
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
