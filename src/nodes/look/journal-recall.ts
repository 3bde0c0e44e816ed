import type { Hub } from '../../hub/hub.js';
import type { HubError } from '../../hub/wire/errors.js';
import { failedEntries, type LookEntry } from '../../looks/entries.js';
import { journalFailure } from '../registry/journal-failure.js';

/** Adds a recall that failed before its first value to the journal. `node`: the editor id of the node. */
export const journalRecall = (hub: Hub, name: string, failure: HubError, node: string): void =>
  journalFailure(hub, { does: 'recall', name, since: 0 }, failure, node);

/** True if a value of a recall has failed in the journal. A value that the hub does not have was never sent. */
export const isInJournal = (entries: readonly LookEntry[]): boolean =>
  failedEntries(entries).some(({ code }) => code !== undefined);
