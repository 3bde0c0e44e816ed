import type { NodeAPI, NodeMessage } from 'node-red';
import { HubError } from '../hub/wire/errors.js';
import type { SavedBatch } from '../saved/operation.js';
import { type Deliver, operationNode } from './operation-node.js';
import { putAnswer } from './output/message.js';

/** What the hub says to one entry (hub-interface.md, "Batch"). */
interface EntryAnswer {
  readonly id: number | string;
  readonly responseCode: number;
  readonly responseMessage?: string;
  readonly responseBody: unknown;
}

/** The answers in the order of the entries, found by id. An entry without an answer is a failure of unknown outcome. */
function answersOf(entries: readonly { id: number | string }[], body: unknown): EntryAnswer[] {
  if (!Array.isArray(body)) throw new HubError('HUB_BAD_ANSWER', { cause: 'batch' });
  const byId = new Map(body.map((answer: EntryAnswer) => [String(answer?.id), answer]));
  return entries.map(({ id }) => byId.get(String(id)) ?? { id, responseCode: 0, responseBody: null });
}

const isFailed = ({ responseCode }: EntryAnswer): boolean => !(responseCode >= 200 && responseCode < 300);

/** A message of its own for everybody: they may be changed further on. */
type Clone = <T extends NodeMessage>(msg: T) => T;

const deliverBatch =
  (clone: Clone): Deliver<SavedBatch> =>
  (msg, operation, result, saved) => {
    const entries = result.params.entries as { id: number | string }[];
    const answers = answersOf(entries, result.body);
    const failed = saved.failed === 'result' ? [] : answers.filter(isFailed);
    const kept = answers.filter((answer) => !failed.includes(answer));
    return {
      messages: kept.length === 0 ? [] : messagesOf(kept),
      failure: failed.length > 0 ? failureOf(failed) : undefined,
    };

    function messagesOf(told: readonly EntryAnswer[]): NodeMessage[] {
      if (saved.output !== 'each') return [putAnswer(clone(msg), operation, { ...result, body: told })];
      return told.map(({ id: entry, responseCode: statusCode, responseBody: body }, index) => ({
        ...putAnswer(clone(msg), operation, { ...result, statusCode, body }, { entry }),
        parts: { id: msg._msgid, type: 'array', index, count: told.length, len: 1 },
      }));
    }
  };

/** The failed entries as one error; unknown if one of them has no answer or a fault. */
function failureOf(failed: readonly EntryAnswer[]): HubError {
  const ids = failed.map(({ id, responseCode }) => `${id} (${responseCode || '–'})`).join(', ');
  const unknown = failed.some(({ responseCode }) => responseCode === 0 || responseCode >= 500);
  const said = { statusCode: 200, body: failed };
  return new HubError(unknown ? 'HUB_FAULT' : 'HUB_REJECTED', { sentence: 'failedEntries', ids }, { said });
}

export = (RED: NodeAPI) => operationNode(RED, 'batch', deliverBatch(RED.util.cloneMessage));
