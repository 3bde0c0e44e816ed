import type { Hub } from '../../hub/hub.js';
import { tableOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import { failedEntries, type LookEntry } from '../../looks/entries.js';
import { runningHubs } from '../registry/registry.js';

/** Adds a recall that failed before its first value to the journal. `node`: the editor id of the node. */
export function journalRecall(hub: Hub, name: string, failure: HubError, node: string): void {
  const journal = runningHubs().find((each) => each.hub === hub)?.journal;
  const { outcome } = failure;
  const call = { owner: hub, command: tableOperation('setProperty'), params: {}, isValue: false };
  journal?.add({ ...call, look: { name, since: 0 }, at: Date.now(), lanes: [], outcome, failure, elapsed: 0 }, node);
}

/** True if a value of a recall has failed in the journal. A value that the hub does not have was never sent. */
export const isInJournal = (entries: readonly LookEntry[]): boolean =>
  failedEntries(entries).some(({ code }) => code !== undefined);
