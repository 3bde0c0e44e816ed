import type { NodeMessage } from 'node-red';
import type { Result } from '../../hub/hub.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';

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
 * Puts the hub's answer into a message and keeps its other fields. Times in ms, `at` since the epoch. `more` has
 * additional fields for `msg.hub`.
 */
export function putAnswer(
  msg: HubMessage,
  { name, area }: AnyOperation,
  result: Result,
  more: object = {},
): NodeMessage {
  const { statusCode, body, params, elapsed, waited } = result;
  const hub = { operation: name, area, params, outcome: 'done', elapsed, waited, at: Date.now(), ...more };
  return withFields(msg, { payload: body, statusCode, hub });
}

/** Marks the message of a value that a newer one has replaced. Its payload stays. */
export function putSuperseded(
  msg: HubMessage,
  { name, area }: AnyOperation,
  params: Params,
  more: object = {},
): NodeMessage {
  const hub = { operation: name, area, params, outcome: 'superseded', at: Date.now(), ...more };
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
  more: object = {},
): void {
  const { code, outcome, reply } = error;
  const hub = { operation: operation?.name, area: operation?.area, code, outcome, at: Date.now(), ...more };
  try {
    delete msg.statusCode;
    Object.assign(msg, { hub }, reply && { payload: reply.body, statusCode: reply.statusCode });
  } catch {}
}
