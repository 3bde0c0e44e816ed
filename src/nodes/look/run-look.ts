import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import { type LookEntry, outcomeOf } from '../../looks/entries.js';
import type { LookDesk } from '../../looks/look-desk.js';
import type { LookOperation } from '../../saved/look.js';
import { copyOf } from '../message/json-values.js';
import { putIgnored, withFields } from '../message/message.js';
import { journalBadInput } from '../registry/journal-failure.js';
import { restoreAll, sessionOf } from '../registry/registry.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { Status } from '../status/status.js';
import { isInJournal, journalRecall } from './journal-recall.js';
import { entriesError, fileError } from './look-error.js';
import type { LookRequest } from './look-request.js';

/** The names of the operations in `msg.hub.operation`. */
const OPERATIONS: Readonly<Record<LookOperation, string>> = {
  recall: 'recallLook',
  store: 'storeLook',
  compare: 'compareLook',
  restore: 'restoreLook',
  delete: 'deleteLook',
  list: 'listLooks',
};

/** The node that runs an operation, and the looks. `path`: their file. */
interface LookPlace {
  readonly life: Lifetime;
  readonly hub: Hub;
  readonly desk: LookDesk;
  readonly path: string;
  readonly status: Status;
}

/** Runs an operation for a message, and sends its result. It may wait for `remaining` ms. Rejects with its failure. */
export async function runLook(
  { life, hub, desk, path, status }: LookPlace,
  request: LookRequest,
  msg: NodeMessage,
  remaining: number | undefined,
  send: (msg: NodeMessage) => void,
): Promise<void> {
  const { operation, look } = request;
  status.sending();
  let isJournaled = false;
  try {
    // The values of a look belong to its file, and a flow may change its message.
    const payload = copyOf(await resultOf(hub, desk, request, remaining));
    if (life.hasEnded) throw new HubError('CLOSED');
    const entries = operation === 'recall' || operation === 'restore' ? (payload as LookEntry[]) : [];
    const error = entriesError(entries);
    if (error) {
      isJournaled = isInJournal(entries);
      withFields(msg, { payload });
      throw error;
    }
    const outcome = outcomeOf(entries);
    const isSkipped = outcome === 'superseded' || outcome === 'rehearsal';
    if (isSkipped) putIgnored(msg, outcome);
    status.ended(isSkipped ? { skipped: { outcome } } : { done: {} });
    if (outcome === 'done' || operation === 'restore')
      send(withFields(msg, { payload, hub: resultFields(life, hub, request, outcome) }));
  } catch (thrown) {
    const error = fileError(thrown, path);
    status.ended(error instanceof HubError ? { failure: error } : undefined);
    if (operation !== 'recall') journalBadInput(hub, error, editorId(life.node), `${operation} ${look}`.trim());
    else if (!isJournaled && error instanceof HubError) journalRecall(hub, look, error, editorId(life.node));
    throw error;
  }
}

/** `msg.hub` of a result. */
export const resultFields = (
  { clock }: Lifetime,
  hub: Hub,
  { operation, look = '' }: Pick<LookRequest, 'operation'> & { readonly look?: string },
  outcome: string,
): object => ({
  operation: OPERATIONS[operation],
  ...(look && { look }),
  outcome,
  at: clock.date(),
  ...sessionOf(hub),
});

async function resultOf(
  hub: Hub,
  desk: LookDesk,
  { operation, look, only, share }: LookRequest,
  remaining: number | undefined,
): Promise<unknown> {
  switch (operation) {
    case 'recall':
      return desk.recall(look, only, share, remaining);
    case 'store':
      return desk.store(look);
    case 'compare':
      return desk.compare(look);
    case 'restore':
      return restoreAll(hub, remaining);
    case 'delete':
      await desk.delete(look);
      return look;
    case 'list':
      return [...(await desk.list()).keys()];
  }
}
