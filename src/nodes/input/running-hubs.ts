import type { Hub } from '../../hub/hub.js';
import type { Journal } from '../../hub/records/journal.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import type { Secrets } from './hub-settings.js';

/** A configuration as it was deployed: an environment variable that changed since then makes no difference. */
export interface RunningHub {
  readonly hub: Hub;
  /** One for all that run under an id. */
  readonly journal: Journal;
  readonly settings: HubSettings;
  readonly secrets: Secrets;
  /** Id of its `tls-config`; '' for none. */
  readonly tls: string;
}

/** By the id that the editor knows; a configuration inside a subflow runs once an instance. */
const running = new Map<string, Set<RunningHub>>();

/** Notes that a configuration runs, until the returned function is called. */
export function registerRunningHub(id: string, hub: RunningHub): () => void {
  const all = running.get(id) ?? new Set();
  running.set(id, all.add(hub));
  return () => {
    all.delete(hub);
    if (all.size === 0 && running.get(id) === all) running.delete(id);
  };
}

/** Everything that runs, with the id that the editor knows it by. */
export const allRunningHubs = (): Iterable<readonly [string, Iterable<RunningHub>]> => running;

/** What runs under an id of the editor. */
export const runningHubs = (id: string): Iterable<RunningHub> => running.get(id) ?? [];
