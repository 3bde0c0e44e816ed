import type { NodeAPI, NodeMessage } from 'node-red';
import { isObject } from '../hub/base/is-object.js';
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

/** The answers in the order of the entries, found by id; an entry that has none, or two, is of unknown outcome. */
function answersOf(entries: readonly { id: number | string }[], body: unknown): EntryAnswer[] {
  if (!Array.isArray(body)) throw new HubError('HUB_BAD_ANSWER', { cause: 'batch' });
  const byId = new Map<string, EntryAnswer | undefined>();
  for (const answer of body.filter(isObject) as unknown as EntryAnswer[]) {
    const id = String(answer.id);
    byId.set(id, byId.has(id) ? undefined : answer);
  }
  return entries.map(({ id }) => byId.get(String(id)) ?? { id, responseCode: 0, responseBody: null });
}

const isFailed = ({ responseCode }: EntryAnswer): boolean => !(isStatus(responseCode) && responseCode < 300);

/** Whether an entry's status tells what became of it: a number that HTTP ends an exchange with. */
const isStatus = (code: unknown): boolean => Number.isInteger(code) && Number(code) >= 200 && Number(code) < 600;

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

/** The failed entries as one error; unknown if one of them has a fault, or nobody can tell. */
function failureOf(failed: readonly EntryAnswer[]): HubError {
  const ids = failed.map(({ id, responseCode }) => `${id} (${isStatus(responseCode) ? responseCode : '–'})`).join(', ');
  const unknown = failed.some(({ responseCode }) => !isStatus(responseCode) || responseCode >= 500);
  const said = { statusCode: 200, body: failed };
  return new HubError(unknown ? 'HUB_FAULT' : 'HUB_REJECTED', { sentence: 'failedEntries', ids }, { said });
}

export = (RED: NodeAPI) => operationNode(RED, 'batch', deliverBatch(RED.util.cloneMessage));
