import { isObject } from '../base/values.js';
import { listReadOf, thingsIn } from '../hub/lists/index.js';
import { unwrapList } from '../hub/lists/rule.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import { type OperationName, tableOperation } from '../hub/table/operations.js';
import { HubError } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { type RecordedRead, type Recording, readKey } from './recording.js';

/** The end of a read in a recording: the answer of the hub, or the status of its refusal. */
export type Recorded = Pick<RecordedRead, 'answer' | 'refusal'>;

/** The reads of a recording. A thing that was not read alone is found in its list. */
export class RecordedReads {
  readonly #reads: ReadonlyMap<string, RecordedRead>;

  constructor({ reads }: Recording) {
    this.#reads = new Map(reads.map((read) => [readKey(read), read]));
  }

  /** Undefined if the recording has neither the read nor its list. */
  find(operation: OperationName, params: Params): Recorded | undefined {
    return this.#reads.get(readKey({ operation, params })) ?? this.#findRow(operation, params);
  }

  /** The rows of a recorded list. Empty if it was not recorded. Undefined if its answer is not a list. */
  rows(operation: OperationName, params: Params): readonly unknown[] | undefined {
    return unwrapList(this.find(operation, params)?.answer);
  }

  /** The same as a read of a hub: rejects with a HubError if there is no answer. */
  readonly read: SendRead = async (operation, params) => {
    const recorded = this.find(operation, params);
    if (!recorded) throw new HubError('HUB_UNREACHABLE', { operation });
    const { answer, refusal: statusCode } = recorded;
    if (statusCode !== undefined) throw refused(statusCode, operation);
    return answer;
  };

  #findRow(operation: OperationName, params: Params): Recorded | undefined {
    const { parameters, answer } = tableOperation(operation);
    // Example: the nodes of an engine are not in the list of engines.
    if (answer.type === 'array') return undefined;
    const last = parameters.at(-1);
    const kind = last?.names;
    const list = kind && listReadOf(kind);
    if (!last || !kind || !list) return undefined;
    const { [last.name]: id, ...containers } = params;
    const recorded = this.#reads.get(readKey({ operation: list, params: containers }));
    if (!recorded || !('answer' in recorded)) return undefined;
    const rows = unwrapList(recorded.answer) ?? [];
    const row = rows.find((each) => String(thingsIn(kind, [each])[0]?.value) === String(id));
    if (row === undefined) return { refusal: 404 };
    // A list of ids has no more than the id.
    return isObject(row) ? { answer: row } : undefined;
  }
}

function refused(statusCode: number, operation: OperationName): HubError {
  const facts = { statusCode, operation, said: '' };
  return statusCode === 404 ? new HubError('HUB_NOT_FOUND', facts) : new HubError('HUB_REJECTED', facts);
}
