import type { Dialect } from '../table/operation.js';
import type { HubState } from '../watch/connection.js';
import type { QueuedJob } from './job.js';

/** The requests of a hub at one moment. */
export interface Traffic {
  readonly inFlight: number;
  readonly waiting: number;
  /** The lane in which most wait; absent where none does. */
  readonly deepest?: LaneDepth;
}

/** How many wait for one target, told by what its lane is named after, e.g. `['1', 'Mixer_0', 'Opacity']`. */
interface LaneDepth {
  readonly lane: readonly string[];
  readonly count: number;
}

/** The state of a hub at one moment. */
export interface HubSnapshot extends Traffic {
  readonly state: HubState;
  readonly dialect: Dialect;
  readonly rehearsal: boolean;
  /** How long its last answer took, in ms; absent before the first. */
  readonly latency?: number;
}

/** What is under way: so many requests, and what waits. */
export function trafficOf(inFlight: number, queued: Iterable<QueuedJob>): Traffic {
  const lanes = new Map<string, number>();
  let waiting = 0;
  for (const { job } of queued) {
    waiting += 1;
    for (const { lane } of job.claims) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  }
  let deepest: readonly [string, number] | undefined;
  for (const each of lanes) if (!deepest || each[1] > deepest[1]) deepest = each;
  return { inFlight, waiting, ...(deepest && { deepest: { lane: namesIn(deepest[0]), count: deepest[1] } }) };
}

/** A lane's name is a list as JSON: the kind of its target, and what tells this one from the others. */
function namesIn(lane: string): string[] {
  const [kind, ...names] = JSON.parse(lane) as string[];
  return names.length > 0 ? names : [String(kind)];
}
