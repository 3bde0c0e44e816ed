import { firstName } from '../../base/display.js';
import type { OperationName } from '../table/operations.js';
import { ambiguousName, HubError, idsText } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { isList, listRead, thingsIn } from './index.js';
import { meaningOf, type SavedThing } from './saved-thing.js';

/** The value and the name of a thing. */
export interface NamedValue {
  /** The id, the path or the key. */
  readonly value: unknown;
  /** The name in the list. */
  readonly label: string;
}

/** A thing as the hub has it now. `renamed`: either its id or its name points to nothing now, and the other one was used. */
export interface FoundThing {
  readonly is: 'same' | 'renamed' | 'missing';
  readonly now?: NamedValue;
}

/** The reads of lists. An answer may be a promise. */
export interface ListReads {
  /** An earlier answer is good enough if it `isUsual`: it shows the thing as it was saved. */
  recent(read: OperationName, params: Params, isUsual: (answer: unknown) => boolean): unknown;
  /** Not set: `recent` is fresh already. */
  fresh?(read: OperationName, params: Params): unknown;
}

/**
 * Finds a saved thing in the list of its kind. `params` are those that the list needs. Undefined: the hub does not give the
 * list, so nobody knows the names. Throws `BAD_INPUT` if the id and the name point to two things, or if several have the name, and
 * the error of a list that the hub did not answer.
 */
export async function findSaved(
  field: string,
  given: string,
  saved: SavedThing,
  params: Params,
  reads: ListReads,
): Promise<FoundThing | undefined> {
  const { kind, read, target } = listRead(given, params);
  const meaningIn = (answer: unknown) => meaningOf(kind, thingsIn(kind, answer, params), saved);
  const isUsual = (answer: unknown) => meaningIn(answer).is === 'same';
  let answer = await unlessRefused(reads.recent(read, target, isUsual));
  // The thing may be new, or it was corrected a moment ago.
  if (answer && reads.fresh && !isUsual(answer.list)) answer = await unlessRefused(reads.fresh(read, target));
  if (!answer || !isList(read, answer.list)) return undefined;
  const meaning = meaningIn(answer.list);
  const label = saved.label ?? '';
  if (meaning.is === 'missing') return { is: 'missing' };
  if (meaning.is === 'ambiguous') throw ambiguousName(field, label, meaning.named.map(idOf));
  const now = { value: meaning.entry.value, label: firstName(meaning.entry.label, meaning.entry.value) };
  if (meaning.is !== 'two') return { is: meaning.is, now };
  const candidates = idsText(meaning.named.map(idOf));
  throw new HubError('BAD_INPUT', {
    sentence: 'twoThings',
    field,
    value: label,
    id: String(saved.value),
    now: now.label,
    candidates,
  });
}

const idOf = ({ value }: { readonly value: unknown }): string => String(value);

async function unlessRefused(answer: unknown): Promise<{ readonly list: unknown } | undefined> {
  try {
    return { list: await answer };
  } catch (error) {
    if (error instanceof HubError && (error.reply || error.code === 'HUB_BAD_ANSWER')) return undefined;
    throw error;
  }
}
