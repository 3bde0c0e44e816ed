import type { Hub } from '../../hub/hub.js';
import type { Journal } from '../../hub/records/journal.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import type { Secrets } from '../runtime/hub-settings.js';

/** A configuration with the settings at its deploy. Later changes of environment variables have no effect. */
export interface RunningHub {
  readonly hub: Hub;
  /** Shared by all hubs with the same editor id. */
  readonly journal: Journal;
  readonly settings: HubSettings;
  readonly secrets: Secrets;
  /** Id of its `tls-config`. Blank: not set. */
  readonly tls: string;
}

/** By editor id. A configuration in a subflow has one hub for each instance. */
const running = new Map<string, Set<RunningHub>>();

/** Returns a function that removes the hub again. */
export function registerRunningHub(id: string, hub: RunningHub): () => void {
  const all = running.get(id) ?? new Set();
  running.set(id, all.add(hub));
  return () => {
    all.delete(hub);
    if (all.size === 0 && running.get(id) === all) running.delete(id);
  };
}

/** Pairs of an editor id and its running hubs. */
export const allRunningHubs = (): Iterable<readonly [string, Iterable<RunningHub>]> => running;

/** The running hubs of an editor id. */
export const runningHubs = (id: string): Iterable<RunningHub> => running.get(id) ?? [];
