import type { Read } from '../lookup/lookup-cache.js';
import { type Operation, type Parameter, parametersOf } from '../table/operation.js';
import { tableOperation } from '../table/operations.js';
import { badInput, HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import { boundList, type List } from './bound-list.js';
import { engines } from './engines.js';
import { graphs } from './graphs.js';
import { launcher } from './launcher.js';
import { linear } from './linear.js';
import { newsroom } from './newsroom.js';
import { playout } from './playout.js';
import { type Listing, type ListingAlias, unwrapList } from './rule.js';

/** Every kind of thing that the table's `x-names` and `x-fields` name. */
const listings = new Map<string, Listing | ListingAlias>(
  Object.entries({ ...engines, ...playout, ...launcher, ...linear, ...newsroom, ...graphs }),
);

/** A parameter that must be known before a list can be read, and what it points at itself. */
export interface Need {
  readonly param: string;
  readonly names?: string;
}

/** What each list needs, in the order in which it is found out; embedded into the editor at build. */
export const publicListings = (): Record<string, { readonly needs: readonly Need[] }> =>
  Object.fromEntries([...listings].map(([names, listing]) => [names, { needs: needsOf(listing).map(asNeed) }]));

const asNeed = ({ name, names }: Parameter): Need => ({ param: name, ...(names && { names }) });

/** The parameters that a list needs, as the table has them. Throws `BAD_INPUT` if there is no such list. */
export const requiredParams = (names: string): readonly Parameter[] => needsOf(listingOf(names));

function listingOf(names: string): Listing | ListingAlias {
  const listing = listings.get(names);
  if (!listing) throw badInput('names', names, { key: 'choice', options: [...listings.keys()] });
  return listing;
}

/** The parameters of its read, then what it needs besides. */
const needsOf = (listing: Listing | ListingAlias): Parameter[] => [
  ...('read' in listing ? readOf(listing.read).parameters : []),
  ...parametersOf({ params: listing.extraParams }),
];

const readOf = (name: string): Operation => tableOperation(name) as Operation;

/**
 * The things of one kind, named as in the table, that the hub has; `params` are those that the list needs, others are
 * ignored. Throws `BAD_INPUT` naming the one that is missing or wrong, and what `read` throws, with the operation.
 */
export async function list(read: Read, names: string, params: Params): Promise<List> {
  const listing = listingOf(names);
  const checked = checkParams({ parameters: needsOf(listing) }, params);
  if ('listedAs' in listing) return list(read, listing.listedAs(checked), params);
  const target = Object.fromEntries(readOf(listing.read).parameters.map(({ name }) => [name, checked[name]]));
  const [answer, extra] = await Promise.all([
    answerOf(read, listing.read, target),
    listing.extraRead && read(listing.extraRead, target).catch(() => undefined),
  ]);
  return boundList(listing.candidates(answer, checked, extra));
}

/** What a read answers; the list itself where the table says that it answers one. */
async function answerOf(read: Read, name: string, target: Params): Promise<unknown> {
  try {
    const answer = await read(name, target);
    const isObjectAnswer = readOf(name).answer.type === 'object';
    const found = isObjectAnswer ? answer : unwrapList(answer);
    if (found === undefined) throw new HubError('HUB_BAD_ANSWER', { cause: 'list' });
    return found;
  } catch (error) {
    throw error instanceof HubError ? error.with({ operation: name }) : error;
  }
}
