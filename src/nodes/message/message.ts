import type { NodeMessage } from 'node-red';
import { isObject } from '../../base/values.js';
import type { Hub, Result } from '../../hub/hub.js';
import { incompleteError } from '../../hub/plan/incomplete.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { IgnoredReason } from '../../remote/ignored.js';
import type { SavedOperation } from '../../saved/operation.js';

/** Fields of `msg.hub`: the time in ms since the epoch, and others, for example those that identify the hub. */
export interface HubFields {
  readonly at: number;
  readonly [field: string]: unknown;
}

interface HubMessage extends NodeMessage {
  statusCode?: number;
  hub?: object;
}

/** Adds fields to a message. Returns a copy if the message is frozen or cannot be changed. */
export function withFields<Message extends object, Fields extends object>(
  msg: Message,
  fields: Fields,
): Message & Fields {
  try {
    return Object.assign(msg, fields);
  } catch {
    const descriptors = Object.getOwnPropertyDescriptors(msg) as PropertyDescriptorMap;
    // Getters are copied unread, since they may throw.
    for (const field of Object.values(descriptors))
      Object.assign(field, { configurable: true }, 'value' in field && { writable: true });
    return Object.defineProperties({}, { ...descriptors, ...Object.getOwnPropertyDescriptors(fields) }) as Message &
      Fields;
  }
}

/**
 * Puts the hub's answer into a message and keeps its other fields. Times in ms. `more` has additional fields for
 * `msg.hub`.
 */
export function putAnswer(msg: HubMessage, { name, area }: AnyOperation, result: Result, more: HubFields): NodeMessage {
  const { statusCode, body, params, elapsed, waited, renamed } = result;
  const hub = { operation: name, area, params, outcome: 'done', elapsed, waited, ...(renamed && { renamed }), ...more };
  return withFields(msg, { payload: body, statusCode, hub });
}

/** Marks the message of a value that a newer one has replaced. Its payload stays. */
export function putSuperseded(
  msg: HubMessage,
  { name, area }: AnyOperation,
  params: Params,
  more: HubFields,
): NodeMessage {
  const hub = { operation: name, area, params, outcome: 'superseded', ...more };
  // The status code of an earlier node would look like a success.
  return withFields(msg, { hub, ...('statusCode' in msg && { statusCode: undefined }) });
}

/**
 * Puts a failure into a message, since a Catch node gets only the text and code of the error. If the hub sent no answer,
 * the payload stays for a retry. A frozen message stays unchanged, since Node-RED cannot pass on a copy.
 */
export function putFailure(
  msg: HubMessage,
  operation: AnyOperation | undefined,
  error: HubError,
  more: HubFields,
): void {
  const { code, outcome, reply } = error;
  const hub = { operation: operation?.name, area: operation?.area, code, outcome, ...more };
  try {
    delete msg.statusCode;
    Object.assign(msg, { hub }, reply && { payload: reply.body, statusCode: reply.statusCode });
  } catch {}
}

/** Why a message sent nothing, for the control that ran it. */
const ignored = new WeakMap<NodeMessage, IgnoredReason | 'released'>();

/** The reason why a message sent nothing, once. */
export function takeIgnored(msg: NodeMessage): IgnoredReason | 'released' | undefined {
  const reason = ignored.get(msg);
  ignored.delete(msg);
  return reason;
}

/**
 * Notes that a message sent nothing. A press of a remote panel is marked, so that its host answers the reason. A release
 * needs no answer. The message of this Node-RED stays as it is.
 */
export function putIgnored(msg: NodeMessage & { readonly remote?: unknown }, reason: IgnoredReason | 'released'): void {
  const { remote } = msg;
  ignored.set(msg, reason);
  if (reason !== 'released' && isObject(remote)) withFields(msg, { remote: { ...remote, ignored: reason } });
}

/** True for the message of a value that a newer one has replaced. Its payload is not a state of the hub. */
export const isSuperseded = ({ hub }: NodeMessage & { readonly hub?: unknown }): boolean =>
  isObject(hub) && hub.outcome === 'superseded';

/**
 * True for a message of a watch. A slider of Dashboard 2 sends a user's input in the last message of the watch, with
 * `_client` added.
 */
export function isWatched({ hub, changed, _client }: NodeMessage & Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(changed) && isObject(hub) && typeof hub.operation === 'string' && _client === undefined;
}

/** When a command of another Node-RED expires, in ms of the clock. Undefined for a message of this Node-RED. */
function deadlineIn({ remote }: NodeMessage & { readonly remote?: unknown }): number | undefined {
  const deadline = isObject(remote) ? remote.deadline : undefined;
  return typeof deadline === 'number' && Number.isFinite(deadline) ? deadline : undefined;
}

/** The time that a command of another Node-RED may still wait, in ms. Undefined for a message of this Node-RED. */
export function remainingMs(msg: NodeMessage, now: number): number | undefined {
  const deadline = deadlineIn(msg);
  return deadline === undefined ? undefined : Math.max(0, deadline - now);
}

/** The message of a key that was held for `ms`. The hand wanted this time, so its command expires later. */
export function heldFor(msg: NodeMessage & { readonly remote?: object }, ms: number): NodeMessage {
  const deadline = deadlineIn(msg);
  return deadline === undefined ? msg : withFields(msg, { remote: { ...msg.remote, deadline: deadline + ms } });
}

/** The output messages of a call that was answered, and the error for the steps that failed. */
export interface Outgoing {
  readonly messages: readonly NodeMessage[];
  readonly failure?: HubError;
}

/** Turns an answer into output messages. Most areas put the answer into the input message. */
export type Deliver<Saved extends SavedOperation> = (
  msg: NodeMessage,
  operation: AnyOperation,
  result: Result,
  saved: Saved,
  fields: HubFields,
) => Outgoing;

export const deliverAnswer =
  ({ failureOf }: Pick<Hub, 'failureOf'>): Deliver<SavedOperation> =>
  (msg, operation, result, _saved, fields) =>
    result.outcome === 'done'
      ? { messages: [putAnswer(msg, operation, result, fields)] }
      : { messages: [], failure: incompleteError(operation, result, failureOf) };
