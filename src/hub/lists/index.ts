import type { Read } from '../lookup/lookup-cache.js';
import { type Parameter, parametersOf } from '../table/operation.js';
import { type OperationName, tableOperation } from '../table/operations.js';
import { badInput, HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import { boundList, type List } from './bound-list.js';
import { engines } from './engines.js';
import { graphs } from './graphs.js';
import { launcher } from './launcher.js';
import { linear } from './linear.js';
import { newsroom } from './newsroom.js';
import { playout } from './playout.js';
import { type Candidate, type Listing, type ListingAlias, unwrapList } from './rule.js';

/** Every kind of thing in `x-names` and `x-fields` of the table. */
const listings = new Map<string, Listing | ListingAlias>(
  Object.entries({ ...engines, ...playout, ...launcher, ...linear, ...newsroom, ...graphs }),
);

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

/**
 * The things of one kind in the answer of the read that lists them, with their ids as `value` and names as `label`.
 * Empty if the answer has no list.
 */
export function thingsIn(names: string, answer: unknown): readonly Candidate[] {
  const listing = listingOf(names);
  return 'read' in listing ? listing.candidates(listRows(listing.read, answer) ?? [], {}, undefined) : [];
}

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
export async function list(read: Read, names: string, params: Params): Promise<List> {
  const listing = listingOf(names);
  const checked = checkParams({ parameters: needsOf(listing) }, params);
  if ('listedAs' in listing) return list(read, listing.listedAs(checked), params);
  const target = Object.fromEntries(tableOperation(listing.read).parameters.map(({ name }) => [name, checked[name]]));
  const [answer, extra] = await Promise.all([
    answerOf(read, listing.read, target),
    listing.extraRead && read(listing.extraRead, target).catch(() => undefined),
  ]);
  return boundList(listing.candidates(answer, checked, extra));
}

/** The answer of a read. If the table describes a list, this is the list itself. */
async function answerOf(read: Read, name: OperationName, target: Params): Promise<unknown> {
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
