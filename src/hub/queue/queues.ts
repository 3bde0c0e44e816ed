import type { Waiting } from './job.js';
import { Lane } from './lane.js';
import type { Run } from './run.js';

/** Whether a read, or a look-up, may go out beside the requests that are in flight. */
export interface ReadRoom {
  readonly forReads: boolean;
  readonly forLookUps: boolean;
}

/** All that waits for one hub, or is on its way to it: look-ups, the lanes of commands, and reads, in this order. */
export class Queues {
  /** Lanes with something in flight, waiting, or resting below the rate. */
  readonly #lanes = new Map<string, Lane>();
  /** Those of them that are not held as a whole by something in flight. */
  readonly #free = new Set<Lane>();
  readonly #lookUps: Waiting[] = [];
  readonly #reads: Waiting[] = [];
  #turn = 0;

  /** Puts a job where it waits; gives those whose place it takes. */
  add(waiting: Waiting): readonly Waiting[] {
    const { claims, urgent } = waiting.job;
    if (claims.length === 0) (urgent ? this.#lookUps : this.#reads).push(waiting);
    const lanes = this.#lanesOf(waiting);
    const replaced = lanes[0]?.replacedBy(waiting) ?? [];
    for (const lane of lanes) lane.add(waiting);
    return replaced;
  }

  /** Takes a job out, whether it waits or is on its way. */
  remove(waiting: Waiting): void {
    if (waiting.job.claims.length > 0) {
      for (const lane of this.#lanesOf(waiting)) {
        lane.remove(waiting);
        if (!waiting.waits) this.#free.add(lane);
      }
      return;
    }
    const queue = waiting.job.urgent ? this.#lookUps : this.#reads;
    const index = queue.indexOf(waiting);
    if (index >= 0) queue.splice(index, 1);
  }

  /** Those that may go out now, the first of them next. */
  next(now: number, { forLookUps, forReads }: ReadRoom): readonly Waiting[] {
    if (forLookUps && this.#lookUps.length > 0) return this.#lookUps;
    const commands = this.#readyCommands(now);
    if (commands.length > 0 || !forReads) return commands;
    return this.#reads.filter(mayContinue);
  }

  /** A head and those that go out with it, as one request. */
  together = (head: Waiting): Run => {
    if (head.alone) return [head];
    const [claim] = head.job.claims;
    return claim && head.job.kind !== undefined ? this.#lane(claim.lane).together(head) : [head];
  };

  /** Holds the room of a run until `remove`; its lane rests for `rest` ms before it sends the next of a kind. */
  hold(run: readonly Waiting[], now: number, rest: number): void {
    for (const waiting of run) {
      waiting.waits = false;
      if (waiting.job.claims.length === 0) this.remove(waiting);
    }
    const head = run[0] as Waiting;
    for (const lane of this.#lanesOf(head)) {
      const part = lane.partOf(head);
      if (part === undefined) this.#free.delete(lane);
      this.#turn += 1;
      lane.served = this.#turn;
      if (head.job.kind !== undefined) lane.rest(part, now + rest);
    }
  }

  /** Lets one that was on its way wait again, before all others; gives whether a newer one has taken its place. */
  putBack(waiting: Waiting): boolean {
    waiting.waits = true;
    const lanes = this.#lanesOf(waiting);
    for (const lane of lanes) this.#free.add(lane);
    if (lanes.length === 0) this.#reads.unshift(waiting);
    return lanes.some((lane) => lane.isOutdated(waiting));
  }

  /** When the first lane that only rests may send, in the clock's ms; forgets lanes that are done. */
  wakes(now: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const lane of this.#free) {
      const wakes = lane.wakes(now);
      first = Math.min(first, wakes);
      if (wakes < Number.POSITIVE_INFINITY || !lane.empty) continue;
      this.#lanes.delete(lane.name);
      this.#free.delete(lane);
    }
    return first;
  }

  /** The heads of the lanes, that of the lane which was served longest ago first. */
  #readyCommands(now: number): readonly Waiting[] {
    const ready: { served: number; head: Waiting }[] = [];
    for (const lane of this.#free)
      for (const head of lane.heads()) if (this.mayGo(head, now)) ready.push({ served: lane.served, head });
    return ready.sort((left, right) => left.served - right.served).map(({ head }) => head);
  }

  /** Whether nothing before it, no rate and no look-up keeps a job from going out. */
  mayGo(head: Waiting, now: number): boolean {
    if (!mayContinue(head)) return false;
    const isLimited = head.job.kind !== undefined;
    return this.#lanesOf(head).every(
      (lane) => lane.isHead(head) && (!isLimited || lane.isRested(lane.partOf(head), now)),
    );
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = new Lane(name);
      this.#lanes.set(name, lane);
      this.#free.add(lane);
    }
    return lane;
  }

  #lanesOf = ({ job }: Waiting): Lane[] => job.claims.map(({ lane }) => this.#lane(lane));
}

/** Whether a job can use a place in flight. */
const mayContinue = ({ stage }: Waiting): boolean => stage === 'queued' || stage === 'lookedUp';
