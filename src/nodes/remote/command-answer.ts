import { encode } from '../../hub/wire/encode.js';
import type { Answer } from '../../remote/envelopes.js';
import { type Fields, isFields } from '../../remote/parse-payload.js';
import { fieldsOf } from './mqtt-message.js';

/** Longer sentences are cut. */
const LONGEST_SENTENCE = 1000;

/** A longer body stays where it is, in characters of JSON: a panel wants to know that it worked. */
const LARGEST_BODY = 65_536;

const FAILED = ['not-sent', 'refused', 'unknown'] as const;

/** What a message that came back from the hub's nodes, or from a Catch node, says of its command. */
export function answerOf(id: string, { error, hub, statusCode, payload }: Fields): Answer {
  const { operation, area, code, outcome } = fieldsOf(hub);
  const status = Number.isSafeInteger(statusCode) ? { statusCode: statusCode as number } : {};
  const body = statusCode === undefined ? {} : bodyOf(payload);
  if (isFields(error))
    return {
      id,
      outcome: FAILED.find((known) => known === outcome) ?? 'unknown',
      ...(typeof code === 'string' && { code }),
      sentence: String(error.message).slice(0, LONGEST_SENTENCE),
      ...status,
      ...body,
    };
  // A button that was let go, a value that a newer one has replaced, a rehearsal: no node has written anything.
  if (!isFields(hub)) return { id, outcome: 'none' };
  return { id, outcome: 'done', hub: { operation, area, outcome }, ...status, ...body };
}

function bodyOf(payload: unknown): Pick<Answer, 'payload'> {
  try {
    return encode('payload', payload).length > LARGEST_BODY ? {} : { payload };
  } catch {
    return {};
  }
}
