import type { NodeMessage } from 'node-red';
import type { Result } from '../../hub/hub.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';

/** What the nodes of this package write into a message beside `payload` and `statusCode`. */
interface HubMessage extends NodeMessage {
  statusCode?: number;
  hub?: object;
}

/** The message with these fields; a copy of it where it is sealed, frozen or otherwise cannot be written. */
export function written<Message extends object, Fields extends object>(msg: Message, fields: Fields): Message & Fields {
  try {
    return Object.assign(msg, fields);
  } catch {
    const kept = Object.getOwnPropertyDescriptors(msg) as PropertyDescriptorMap;
    // Getters stay as they are: reading them is nobody's business here, and may throw.
    for (const field of Object.values(kept))
      Object.assign(field, { configurable: true }, 'value' in field && { writable: true });
    return Object.defineProperties({}, { ...kept, ...Object.getOwnPropertyDescriptors(fields) }) as Message & Fields;
  }
}

/**
 * The message with the hub's answer; everything else in it stays. Times in ms, `at` since the epoch. `more`: what else
 * `msg.hub` says.
 */
export function putAnswer(
  msg: HubMessage,
  { name, area }: AnyOperation,
  result: Result,
  more: object = {},
): NodeMessage {
  const { statusCode, body, params, elapsed, waited } = result;
  const hub = { operation: name, area, params, outcome: 'done', elapsed, waited, at: Date.now(), ...more };
  return written(msg, { payload: body, statusCode, hub });
}

/**
 * Puts a failure into the message, since a Catch node gets only the error's words and code:
 * the hub's own words where it said any, otherwise the payload stays for whoever wants to try again.
 * A message that cannot be written stays as it is, for Node-RED hands on no other.
 */
export function putFailure(
  msg: HubMessage,
  operation: AnyOperation | undefined,
  error: HubError,
  more: object = {},
): void {
  const { code, outcome, said } = error;
  const hub = { operation: operation?.name, area: operation?.area, code, outcome, at: Date.now(), ...more };
  try {
    delete msg.statusCode;
    Object.assign(msg, { hub }, said && { payload: said.body, statusCode: said.statusCode });
  } catch {}
}
