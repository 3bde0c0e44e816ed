import { type Fields, isObject } from '../../base/values.js';
import { encode } from '../../hub/wire/encode.js';
import type { Answer } from '../../remote/envelopes.js';

import { fieldsOf } from './mqtt-message.js';

/** Longer sentences are cut. */
const MAX_SENTENCE_CHARS = 1000;

/** Longer bodies are not sent, in characters of JSON. */
const MAX_BODY_CHARS = 65_536;

const FAILURE_OUTCOMES = ['not-sent', 'refused', 'unknown'] as const;

/** The answer to a command, from a message of the hub's nodes or of a Catch node. */
export function answerOf(id: string, { error, hub, statusCode, payload }: Fields): Answer {
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
  // No node has written `msg.hub` for a release or a rehearsal. A failed value without an error was skipped.
  if (!isObject(hub) || failedOutcome || outcome === 'superseded') return { id, outcome: 'none' };
  return { id, outcome: 'done', hub: { operation, area, outcome }, ...status, ...body };
}

function bodyOf(payload: unknown): Pick<Answer, 'payload'> {
  try {
    return encode('payload', payload).length > MAX_BODY_CHARS ? {} : { payload };
  } catch {
    return {};
  }
}
