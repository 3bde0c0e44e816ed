import { cut, firstName } from '../../base/display.js';
import type { SendRead } from '../lookup/look-ups.js';
import { type Parameter, parametersOf } from '../table/operation.js';
import { type OperationName, tableOperation } from '../table/operations.js';
import { badInput, HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import { listings } from './listings.js';
import { type Candidate, type Listing, type ListingAlias, unwrapList } from './rule.js';

/** The kinds of things that one read lists. Parts of a thing, for example the buttons of an item, are not included. */
export const kindsListedBy = (read: string): string[] =>
  [...listings].flatMap(([names, listing]) =>
    'read' in listing && listing.read === read && !listing.extraParams ? names : [],
  );

/** The read that lists one kind of thing. Undefined if its parameters decide which one. */
export function listReadOf(names: string): OperationName | undefined {
  const listing = listingOf(names);
  return 'read' in listing ? listing.read : undefined;
}

/** True if the answer of a read has a list. */
export const isList = (read: OperationName, answer: unknown): boolean => listRows(read, answer) !== undefined;

/**
 * The things of one kind in the answer of the read that lists them, with their ids as `value` and names as `label`.
 * Empty if the answer has no list.
 * `params`: those that the list needs besides the ones of its read.
 */
export function thingsIn(names: string, answer: unknown, params: Params = {}): readonly Candidate[] {
  const listing = listingOf(names);
  return 'read' in listing ? listing.candidates(listRows(listing.read, answer) ?? [], params, undefined) : [];
}

/** The read that lists things of one kind, with the values of its parameters. An alias has the kind of its list. */
interface ListRead {
  readonly kind: string;
  readonly read: OperationName;
  readonly target: Params;
}

/** The read of a list. Throws `BAD_INPUT` with the name of a missing or wrong parameter. */
export function listRead(kind: string, params: Params): ListRead {
  const listing = listingOf(kind);
  const checked = checkParams({ parameters: needsOf(listing) }, params);
  if ('listedAs' in listing) return listRead(listing.listedAs(checked), params);
  return { kind, read: listing.read, target: targetOf(listing.read, checked) };
}

const targetOf = (read: OperationName, params: Params): Params =>
  Object.fromEntries(tableOperation(read).parameters.map(({ name }) => [name, params[name]]));

/** A parameter that a list needs, and the kind of thing that it points at. */
export interface Need {
  readonly param: string;
  readonly names?: string;
}

/** The parameters that each list needs, in order. The build embeds them into the editor. */
export const publicListings = (): Record<string, { readonly needs: readonly Need[] }> =>
  Object.fromEntries([...listings].map(([names, listing]) => [names, { needs: needsOf(listing).map(asNeed) }]));

const asNeed = ({ name, names }: Parameter): Need => ({ param: name, ...(names && { names }) });

/** The parameters that a list needs, from the table. Throws `BAD_INPUT` if the list does not exist. */
export const requiredParams = (names: string): readonly Parameter[] => needsOf(listingOf(names));

function listingOf(names: string): Listing | ListingAlias {
  const listing = listings.get(names);
  if (!listing) throw badInput('names', names, { key: 'choice', options: [...listings.keys()] });
  return listing;
}

/** The parameters of its read, and then its extra ones. */
const needsOf = (listing: Listing | ListingAlias): Parameter[] => [
  ...('read' in listing ? tableOperation(listing.read).parameters : []),
  ...parametersOf({ params: listing.extraParams }),
];

/**
 * The things of one kind that the hub has. `names` is the kind as in the table. `params` are the parameters that the
 * list needs. Others are ignored. Throws `BAD_INPUT` with the name of a missing or wrong one. Errors of `read` get the
 * operation.
 */
export async function list(read: SendRead, names: string, params: Params): Promise<List> {
  const listing = listingOf(names);
  const checked = checkParams({ parameters: needsOf(listing) }, params);
  if ('listedAs' in listing) return list(read, listing.listedAs(checked), params);
  const target = targetOf(listing.read, checked);
  const [answer, extra] = await Promise.all([
    answerOf(read, listing.read, target),
    listing.extraRead && read(listing.extraRead, target).catch(() => undefined),
  ]);
  return boundList(listing.candidates(answer, checked, extra));
}

/** The answer of a read. If the table describes a list, this is the list itself. */
async function answerOf(read: SendRead, name: OperationName, target: Params): Promise<unknown> {
  try {
    const rows = listRows(name, await read(name, target));
    if (rows === undefined) throw new HubError('HUB_BAD_ANSWER', { cause: 'list' });
    return rows;
  } catch (error) {
    throw error instanceof HubError ? error.with({ operation: name }) : error;
  }
}

const listRows = (read: OperationName, answer: unknown): unknown =>
  tableOperation(read).answer.type === 'object' ? answer : unwrapList(answer);

/** One entry of a list. */
export interface ListRow {
  /** The value for the parameter: an id, a path or a key. */
  readonly value: string | number;
  /** The name for people, at most 200 characters. The value as text if the hub has no name. */
  readonly label: string;
  /** An addition by the hub. Example: `loaded` for a linear rundown. */
  readonly note?: string;
  /** The present value, unless it is too long. */
  readonly present?: unknown;
  /** The only engine of the hub. The editor sets this. */
  readonly alone?: boolean;
}

/** The shown part of a list, and the number of further entries. */
export interface List {
  /** At most 20,000 entries, without duplicates, in the order of the hub. */
  readonly entries: readonly ListRow[];
  /** The number of entries that were left out, because the list or one of its values is too long. */
  readonly more: number;
}

/** Limits of a list, so that no hub can flood a browser: entries, characters of a part, bytes of the whole. */
const MAX_ENTRIES = 20_000;
const MAX_TEXT = 200;
const MAX_VALUE = 2000;
const MAX_PRESENT = 4000;
const MAX_BYTES = 7.5 * 1024 * 1024;

/** A list without duplicates and empty values, cut at the limits. */
function boundList(candidates: readonly Candidate[]): List {
  const values = new Set<unknown>();
  const rows: [ListRow, unknown][] = [];
  let remainingBytes = MAX_BYTES;
  let more = 0;
  for (const { value, label, note, present } of candidates) {
    if (!isValue(value) || values.has(value)) continue;
    values.add(value);
    const entry = {
      value,
      label: shortText(firstName(label, value)),
      ...(isValue(note) && { note: shortText(note) }),
    };
    const size = sizeOf(JSON.stringify(entry));
    if (rows.length === MAX_ENTRIES || String(value).length > MAX_VALUE || size > remainingBytes) {
      more += 1;
      continue;
    }
    remainingBytes -= size;
    rows.push([entry, present]);
  }
  // Present values use only the bytes that the entries leave.
  const entries = rows.map(([entry, present]) => {
    const json = JSON.stringify(present);
    if (json === undefined || json.length > MAX_PRESENT || sizeOf(json) > remainingBytes) return entry;
    remainingBytes -= sizeOf(json);
    return { ...entry, present };
  });
  return { entries, more };
}

/** A number that has lost digits would be another thing. */
const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

/** A text of limited length. '' for all other values. */
function shortText(text: unknown): string {
  if (!isValue(text)) return '';
  return cut(String(text), MAX_TEXT);
}

/** Bytes of JSON inside an answer, including the separators. */
const sizeOf = (json: string): number => Buffer.byteLength(json) + '"present":,'.length;
