import type { NodeMessage } from 'node-red';
import type { Result } from '../../hub/hub.js';
import type { Operation } from '../../hub/table/operation.js';
import type { HubError } from '../../hub/wire/errors.js';

/** What the nodes of this package write into a message beside `payload` and `statusCode`. */
interface HubMessage extends NodeMessage {
  statusCode?: number;
  hub?: object;
}

/** Puts the hub's answer into the message; everything else in it stays. Times in ms, `at` since the epoch. */
export function putAnswer(msg: HubMessage, { name, area }: Operation, result: Result, more: object = {}): NodeMessage {
  const { statusCode, body, params, elapsed, waited } = result;
  msg.payload = body;
  msg.statusCode = statusCode;
  msg.hub = { operation: name, area, params, outcome: 'done', elapsed, waited, at: Date.now(), ...more };
  return msg;
}

/**
 * Puts a failure into the message, since a Catch node gets only the error's words and code:
 * the hub's own words where it said any, otherwise the payload stays for whoever wants to try again.
 */
export function putFailure(msg: HubMessage, operation: Operation | undefined, error: HubError): void {
  const { code, outcome, said } = error;
  delete msg.statusCode;
  if (said) {
    msg.payload = said.body;
    msg.statusCode = said.statusCode;
  }
  msg.hub = { operation: operation?.name, area: operation?.area, code, outcome, at: Date.now() };
}
