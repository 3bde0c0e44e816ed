import type { QueuedJob } from './job.js';
import { Lane } from './lane.js';
import type { Run } from './run.js';

/** Shows if a read or a look-up may be sent, besides the requests in flight. */
export interface ReadRoom {
  readonly forReads: boolean;
  readonly forLookUps: boolean;
}

/** All waiting and sent jobs of one hub: look-ups, the lanes of commands, and reads, in this order. */
export class Queues {
  /** Lanes with a job, or with a rate pause. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that are not held as a whole by a job in flight. */
  readonly #freeLanes = new Set<Lane>();
  readonly #lookUps: QueuedJob[] = [];
  readonly #reads: QueuedJob[] = [];
  #serveCount = 0;

  /** Queues a job. Returns the jobs that it replaces. */
  add(waiting: QueuedJob): readonly QueuedJob[] {
    const { claims, urgent } = waiting.job;
    if (claims.length === 0) (urgent ? this.#lookUps : this.#reads).push(waiting);
    const lanes = this.#lanesOf(waiting);
    const superseded = lanes[0]?.findSuperseded(waiting) ?? [];
    for (const lane of lanes) lane.add(waiting);
    return superseded;
  }

  /** Removes a waiting or sent job. */
  remove(waiting: QueuedJob): void {
    if (waiting.job.claims.length > 0) {
      for (const lane of this.#lanesOf(waiting)) {
        lane.remove(waiting);
        if (!waiting.isWaiting) this.#freeLanes.add(lane);
      }
      return;
    }
    const queue = waiting.job.urgent ? this.#lookUps : this.#reads;
    const index = queue.indexOf(waiting);
    if (index >= 0) queue.splice(index, 1);
  }

  /** The jobs that may be sent now, the next one first. */
  next(now: number, { forLookUps, forReads }: ReadRoom): readonly QueuedJob[] {
    if (forLookUps && this.#lookUps.length > 0) return this.#lookUps;
    const commands = this.#readyCommands(now);
    if (commands.length > 0 || !forReads) return commands;
    return this.#reads.filter(canUsePlace);
  }

  /** A head and the jobs that are sent with it, as one request. */
  runFrom = (head: QueuedJob): Run => {
    if (head.goesAlone) return [head];
    const [claim] = head.job.claims;
    return claim && head.job.mergeKey !== undefined ? this.#lane(claim.lane).runFrom(head) : [head];
  };

  /**
   * Holds the claims of a run until `remove`. Its lane then pauses for `pause` ms before the next job with a merge key.
   */
  hold(run: Run, now: number, pause: number): void {
    for (const waiting of run) {
      waiting.isWaiting = false;
      if (waiting.job.claims.length === 0) this.remove(waiting);
    }
    const [head] = run;
    for (const lane of this.#lanesOf(head)) {
      const part = lane.partOf(head);
      if (part === undefined) this.#freeLanes.delete(lane);
      this.#serveCount += 1;
      lane.lastServed = this.#serveCount;
      if (head.job.mergeKey !== undefined) lane.pause(part, now + pause);
    }
  }

  /** Puts a sent job back before all others. Returns true if a newer one replaces it. */
  requeue(waiting: QueuedJob): boolean {
    waiting.isWaiting = true;
    const lanes = this.#lanesOf(waiting);
    for (const lane of lanes) this.#freeLanes.add(lane);
    if (lanes.length === 0) this.#reads.unshift(waiting);
    return lanes.some((lane) => lane.isOutdated(waiting));
  }

  /** The first end of a rate pause, in the clock's ms. Removes lanes without jobs. */
  nextWake(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const lane of this.#freeLanes) {
      const wakes = lane.nextWake(now);
      first = Math.min(first, wakes);
      if (wakes < Number.POSITIVE_INFINITY || !lane.isEmpty) continue;
      this.#lanes.delete(lane.name);
      this.#freeLanes.delete(lane);
    }
    return first;
  }

  /** The heads of the lanes. The lane that was served longest ago is first. */
  #readyCommands(now: number): readonly QueuedJob[] {
    const ready: { served: number; head: QueuedJob }[] = [];
    for (const lane of this.#freeLanes)
      for (const head of lane.heads()) if (this.canSend(head, now)) ready.push({ served: lane.lastServed, head });
    return ready.sort((one, other) => one.served - other.served).map(({ head }) => head);
  }

  /** True if a job need not wait for another job, the rate, or a look-up. */
  canSend(head: QueuedJob, now: number): boolean {
    if (!canUsePlace(head)) return false;
    const isLimited = head.job.mergeKey !== undefined;
    return this.#lanesOf(head).every(
      (lane) => lane.isHead(head) && (!isLimited || lane.isWithinRate(lane.partOf(head), now)),
    );
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = new Lane(name);
      this.#lanes.set(name, lane);
      this.#freeLanes.add(lane);
    }
    return lane;
  }

  #lanesOf = ({ job }: QueuedJob): Lane[] => job.claims.map(({ lane }) => this.#lane(lane));
}

/** True if a job can use a place in flight. */
const canUsePlace = ({ stage }: QueuedJob): boolean => stage === 'queued' || stage === 'lookedUp';
