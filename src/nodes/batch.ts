import type { NodeAPI, NodeMessage } from 'node-red';
import { type EntryAnswer, entryAnswers, worstOf } from '../hub/queue/entry-answers.js';
import { HubError } from '../hub/wire/errors.js';
import type { SavedBatch } from '../saved/operation.js';
import { type Deliver, operationNode } from './operation-node.js';
import { putAnswer } from './output/message.js';

/** A message of its own for everybody: they may be changed further on. */
type Clone = <T extends NodeMessage>(msg: T) => T;

const deliverBatch =
  (clone: Clone): Deliver<SavedBatch> =>
  (msg, operation, result, saved, contact) => {
    const entries = result.params.entries as { id: number | string }[];
    const answers = entryAnswers(
      entries.map(({ id }) => id),
      result.body,
    );
    const failed = saved.failed === 'result' ? [] : answers.filter(({ outcome }) => outcome !== 'done');
    const kept = answers.filter((answer) => !failed.includes(answer));
    return {
      messages: kept.length === 0 ? [] : messagesOf(kept),
      failure: failed.length > 0 ? failureOf(failed) : undefined,
    };

    function messagesOf(told: readonly EntryAnswer[]): NodeMessage[] {
      if (saved.output !== 'each')
        return [putAnswer(clone(msg), operation, { ...result, body: told.map(asAnswered) }, contact)];
      return told.map(({ id: entry, responseCode: statusCode, responseBody: body }, index) => ({
        ...putAnswer(clone(msg), operation, { ...result, statusCode, body }, { ...contact, entry }),
        parts: { id: msg._msgid, type: 'array', index, count: told.length, len: 1 },
      }));
    }
  };

/** The failed entries as one error; unknown if nobody can tell what became of one. */
function failureOf(failed: readonly EntryAnswer[]): HubError {
  const ids = failed.map(({ id, responseCode }) => `${id} (${responseCode || '–'})`).join(', ');
  const said = { statusCode: 200, body: failed.map(asAnswered) };
  const code = worstOf(failed) === 'unknown' ? 'HUB_FAULT' : 'HUB_REJECTED';
  return new HubError(code, { sentence: 'failedEntries', ids }, { said });
}

/** An entry as the hub answered it. */
const asAnswered = ({ outcome: _, ...answer }: EntryAnswer) => answer;

export = (RED: NodeAPI) => operationNode(RED, 'batch', deliverBatch(RED.util.cloneMessage));
