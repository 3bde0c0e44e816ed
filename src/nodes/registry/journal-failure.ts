import type { Hub } from '../../hub/hub.js';
import { type CallGroup, cueOf } from '../../hub/records/as-run.js';
import { type AnyOperation, tableOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import { runningHubs } from './registry.js';

/** Adds a recall or a cue that failed before its first command to the journal. `node`: the editor id of the node. */
export function journalFailure(
  hub: Hub,
  group: CallGroup,
  failure: HubError,
  node: string,
  command: AnyOperation = tableOperation('setProperty'),
): void {
  const journal = runningHubs().find((each) => each.hub === hub)?.journal;
  if (!journal || journal.hasFailed(cueOf(group) ?? group)) return;
  const { outcome } = failure;
  const call = { owner: hub, command, params: {}, isValue: false, group };
  journal.add({ ...call, at: Date.now(), lanes: [], outcome, failure, elapsed: 0 }, node);
}
