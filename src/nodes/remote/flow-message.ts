import { type Fields, isObject, plainText } from '../../base/values.js';
import { findOperation } from '../../hub/table/operations.js';
import { encode } from '../../hub/wire/encode.js';
import type { Answer } from '../../remote/envelopes.js';
import { isIgnoredReason } from '../../remote/ignored.js';
import { fieldsOf } from './mqtt-message.js';

/** True for the name of a read. */
export const isRead = (operation: unknown): boolean => findOperation(plainText(operation))?.kind === 'read';

/** Results of commands and as-run records are not states. */
export function isState({ topic, hub }: Fields): boolean {
  if (hub === undefined) return topic !== 'asRun';
  const { operation, look, cues } = fieldsOf(hub);
  // The answer of a look or a cue list has an operation.
  if (operation !== undefined) return isRead(operation);
  return typeof look === 'string' || typeof cues === 'string';
}

/** Connection and rehearsal stay valid when the hub is lost. */
export const isEvent = ({ topic, hub }: Fields): boolean =>
  hub === undefined && (topic === 'connection' || topic === 'rehearsal');

/** Longer sentences are cut. */
const MAX_SENTENCE_CHARS = 1000;

/** Longer bodies are not sent, in characters of JSON. */
const MAX_BODY_CHARS = 65_536;

const FAILURE_OUTCOMES = ['not-sent', 'refused', 'unknown'] as const;

/** The answer to a command, from a message of the hub's nodes or of a Catch node. */
export function answerOf(id: string, { error, hub, statusCode, payload, remote }: Fields): Answer {
  const { operation, area, code, outcome } = fieldsOf(hub);
  const status = Number.isSafeInteger(statusCode) ? { statusCode: statusCode as number } : {};
  const body = statusCode === undefined ? {} : bodyOf(payload);
  const failedOutcome = FAILURE_OUTCOMES.find((each) => each === outcome);
  if (isObject(error))
    return {
      id,
      outcome: failedOutcome ?? 'unknown',
      ...(typeof code === 'string' && { code }),
      sentence: String(error.message).slice(0, MAX_SENTENCE_CHARS),
      ...status,
      ...body,
    };
  // No node has written `msg.hub` for a press that sent nothing. A failed value without an error was skipped.
  const { ignored } = fieldsOf(remote);
  if (!isObject(hub) || failedOutcome || outcome === 'superseded')
    return { id, outcome: 'none', ...(isIgnoredReason(ignored) && { reason: ignored }) };
  return { id, outcome: 'done', hub: { operation, area, outcome }, ...status, ...body };
}

function bodyOf(payload: unknown): Pick<Answer, 'payload'> {
  try {
    return encode('payload', payload).length > MAX_BODY_CHARS ? {} : { payload };
  } catch {
    return {};
  }
}
