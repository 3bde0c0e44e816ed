import type { Dialect } from '../table/operation.js';
import type { HubState } from '../watch/connection.js';
import type { Job } from './job.js';

/** The requests of a hub at one moment. */
export interface Traffic {
  /** The number of requests that were sent and have no answer yet. */
  readonly inFlight: number;
  /** The number of calls that wait in a lane. */
  readonly waiting: number;
  /** The lane with the most waiting jobs. Absent if no job waits. */
  readonly deepest?: LaneDepth;
}

/** The number of waiting jobs of one target, with the names in its lane. Example: `['1', 'Mixer_0', 'Opacity']`. */
export interface LaneDepth {
  /** The values that identify the target, as texts. */
  readonly lane: readonly string[];
  /** The number of jobs that wait for this target. */
  readonly count: number;
}

/** The state of a hub at one moment. */
export interface HubSnapshot extends Traffic {
  /** The state of the connection. */
  readonly state: HubState;
  /** The time since when the connection has this state, in ms since the epoch. */
  readonly since: number;
  /** The revision in the settings. */
  readonly dialect: Dialect;
  /** True while commands are only rehearsed. */
  readonly rehearsal: boolean;
  /** The duration of its last exchange in ms. Absent before the first. */
  readonly latency?: number;
}

/** The numbers of requests in flight and of waiting jobs. */
export function trafficOf(inFlight: number, queued: Iterable<Pick<Job, 'claims'>>): Traffic {
  const lanes = new Map<string, number>();
  let waiting = 0;
  for (const { claims } of queued) {
    waiting += 1;
    for (const { lane } of claims) lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
  }
  let deepest: readonly [string, number] | undefined;
  for (const each of lanes) if (!deepest || each[1] > deepest[1]) deepest = each;
  return { inFlight, waiting, ...(deepest && { deepest: { lane: namesIn(deepest[0]), count: deepest[1] } }) };
}

/** The name of a lane is a JSON list: the kind of its target, and the values that identify it. */
function namesIn(lane: string): string[] {
  const [kind, ...names] = JSON.parse(lane) as string[];
  return names.length > 0 ? names : [String(kind)];
}
