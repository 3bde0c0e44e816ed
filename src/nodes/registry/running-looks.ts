import type { Hub } from '../../hub/hub.js';
import type { LookEntry } from '../../looks/entries.js';
import type { LookDesk } from '../../looks/look-desk.js';

/** The looks of a deployed `hub-look`. */
export interface RunningLooks {
  readonly desk: LookDesk;
  readonly hub: Hub;
  /** The editor id of its hub configuration. */
  readonly config: string;
  /** The name of the node, or blank. */
  readonly name: string;
  /** The path of its file. */
  readonly path: string;
}

/** By editor id. For a node in a subflow, the instance that started last. */
const running = new Map<string, RunningLooks>();

/** Returns a function that removes the looks again. */
export function registerRunningLooks(id: string, looks: RunningLooks): () => void {
  running.set(id, looks);
  return () => {
    if (running.get(id) === looks) running.delete(id);
  };
}

/** Pairs of an editor id and its looks. */
export const allRunningLooks = (): Iterable<readonly [string, RunningLooks]> => running;

/** Undefined if the node is not deployed. */
export const runningLooks = (id: string): RunningLooks | undefined => running.get(id);

/** Restores the engines that ask at any node of a hub, within `remaining` ms. Throws a HubError. */
export async function restoreAll(hub: Hub, remaining?: number): Promise<LookEntry[]> {
  const desks = [...running.values()].filter((each) => each.hub === hub).map(({ desk }) => desk);
  return (await Promise.all(desks.map(({ restorer }) => restorer.restore(remaining)))).flat();
}
