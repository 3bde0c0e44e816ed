import type { Hub } from '../../hub/hub.js';
import { type CallGroup, cueOf } from '../../hub/records/as-run.js';
import type { Journal } from '../../hub/records/journal.js';
import type { JournalEntry } from '../../hub/records/journal-row.js';
import { HubError } from '../../hub/wire/errors.js';
import { configOf } from './registry.js';

/** The command that failed before it was sent, and whether it was only rehearsed. */
type FailedCommand = Partial<Pick<JournalEntry, 'command' | 'names' | 'outcome'>>;

/** Adds a recall or a cue that failed before its first command to the journal. `node`: the editor id of the node. */
export function journalFailure(
  hub: Hub,
  group: CallGroup,
  failure: HubError,
  node: string,
  { command, names, outcome = failure.outcome }: FailedCommand = {},
): void {
  const journal = journalOf(hub);
  if (!journal || journal.hasFault(cueOf(group) ?? group)) return;
  const call = { owner: hub, command, names, params: {}, isValue: false, group };
  journal.add({ ...call, at: Date.now(), lanes: [], outcome, failure, elapsed: 0 }, node);
}

/** The journal of a hub. Undefined if its configuration has closed. */
export const journalOf = (hub: Hub): Journal | undefined => configOf(hub)?.journal;

/**
 * Adds a message that asked for something that its node does not know to the journal. Its text has the wrong field.
 * Without one, it is `asked`. `node`: the editor id of the node.
 */
export function journalBadInput(hub: Hub, failure: unknown, node: string, asked = ''): void {
  if (!(failure instanceof HubError) || failure.code !== 'BAD_INPUT') return;
  const { facts } = failure;
  const name = 'field' in facts && 'value' in facts ? `${facts.field} ${facts.value}` : asked;
  journalFailure(hub, { does: 'message', name }, failure, node);
}
