import type { Sources } from '../complete/amend.js';
import { type Kind, type Operation, WHOLE_BODY } from '../table/operation.js';
import { findOperation, operations } from '../table/operations.js';
import { matchPath } from '../table/paths.js';
import type { GivenEntry } from '../table/schemas/batch.js';
import { badInput, HubError } from '../wire/errors.js';
import { buildRequest, checkParams, encode, type WireRequest } from '../wire/request.js';
import { lanesOf, type Plan, planOne } from './plan.js';

/** An entry on its way: its id, and its request when its turn comes. */
interface Entry extends Pick<Plan, 'kind' | 'lanes' | 'changesAll'> {
  readonly id: number | string;
  request(sources: Sources): Promise<WireRequest>;
}

type NamedEntry = Extract<GivenEntry, { operation: string }>;
type RawEntry = Exclude<GivenEntry, NamedEntry>;

/** Verbs that the hub takes in a batch (hub-interface.md, "Batch"). */
const VERBS: readonly string[] = ['GET', 'PATCH', 'PUT', 'POST'];

/**
 * Plans a batch: entries by url or by operation, ids given where they miss. It takes the lanes of all its entries.
 * Throws `BAD_INPUT` naming the entry.
 */
export function planBatch(batch: Operation, given: readonly GivenEntry[], linearSegment: string): Plan {
  const ids = idsOf(given);
  const entries = given.map((entry, index): Entry => {
    const id = ids[index] as number | string;
    return inEntry(id, () => ({ id, ...planEntry(entry, linearSegment) }));
  });
  const params = { [WHOLE_BODY]: given.map((entry, index) => ({ ...entry, id: ids[index] })) };
  return {
    operation: batch,
    kind: gravest(entries.map(({ kind }) => kind)),
    lanes: [...new Set(entries.flatMap(({ lanes }) => lanes))],
    changesAll: entries.some(({ changesAll }) => changesAll),
    params,
    async complete(sources: Sources) {
      const wire: object[] = [];
      for (const { id, request } of entries) wire.push(asEntry(id, await request(sources)));
      return { request: buildRequest(batch, { [WHOLE_BODY]: wire }, linearSegment), params };
    },
  };
}

/** An operation by name, or a url and verb that may be one of the table's. */
const planEntry = (entry: GivenEntry, linearSegment: string): Omit<Entry, 'id'> =>
  'operation' in entry ? planNamed(entry, linearSegment) : planRaw(entry, linearSegment);

function planNamed({ operation: name, params = {} }: NamedEntry, linearSegment: string): Omit<Entry, 'id'> {
  const operation = findOperation(name);
  if (!operation || !isBatchable(operation))
    throw badInput('operation', name, {
      key: 'choice',
      options: operations.filter(isBatchable).map((each) => each.name),
    });
  const plan = planOne(operation, checkParams(operation, params), linearSegment);
  const { kind, lanes, changesAll } = plan;
  return {
    kind,
    lanes,
    changesAll,
    request: async (sources) => plan.request ?? (await plan.complete(sources, [plan])).request,
  };
}

function planRaw({ url, verb, body }: RawEntry, linearSegment: string): Omit<Entry, 'id'> {
  const path = url.startsWith('/') ? url : `/${url}`;
  const target = ({ path: template }: Operation) => matchPath(template.replace('{linear}', linearSegment), path);
  const known = operations.find((operation) => operation.method === verb && target(operation));
  if (known && !isBatchable(known)) throw badInput('url', url, { key: 'batchable' });
  const request: WireRequest = { method: verb, path: url, json: body === undefined ? undefined : encode('body', body) };
  const { kind = verb === 'GET' ? 'read' : 'trigger', changesAll = !known && kind !== 'read' } = known ?? {};
  return {
    kind,
    changesAll,
    lanes: known ? lanesOf(known, { ...(body as object), ...target(known) }) : [],
    request: async () => request,
  };
}

/** No DELETE and no batch in a batch (hub-interface.md, "Batch"). */
const isBatchable = ({ method, area }: Operation): boolean => VERBS.includes(method) && area !== 'batch';

/** A request as an entry of a batch. */
export const asEntry = (id: number | string, { method, path, json }: WireRequest): object => ({
  id,
  url: path,
  verb: method,
  ...(json !== undefined && { body: JSON.parse(json) }),
});

/** The ids of the entries; a missing one becomes the first number that nobody has. Throws `BAD_INPUT` for a double. */
function idsOf(entries: readonly GivenEntry[]): (number | string)[] {
  const taken = new Set<string>();
  for (const { id } of entries) {
    if (id === undefined) continue;
    if (taken.has(String(id))) throw new HubError('BAD_INPUT', { sentence: 'doubleId', value: String(id) });
    taken.add(String(id));
  }
  let next = 1;
  return entries.map(({ id }) => {
    if (id !== undefined) return id;
    while (taken.has(String(next))) next += 1;
    taken.add(String(next));
    return next;
  });
}

/** Names the entry in what is wrong with it. */
function inEntry<T>(id: number | string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof HubError ? error.with({ entry: id }) : error;
  }
}

const GRAVITY: readonly Kind[] = ['read', 'level', 'trigger'];

/** What a batch is as a whole: the worst that one of its entries is. */
const gravest = (kinds: readonly Kind[]): Kind =>
  GRAVITY[Math.max(...kinds.map((kind) => GRAVITY.indexOf(kind)))] as Kind;
