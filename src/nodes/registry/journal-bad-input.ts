import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import { journalFailure } from './journal-failure.js';

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
