import type { Known } from '../lookup/known.js';
import { type Kind, type Operation, WHOLE_BODY } from '../table/operation.js';
import { operations, tableOperation } from '../table/operations.js';
import { matchPath } from '../table/paths.js';
import type { GivenEntry } from '../table/schemas/batch.js';
import { encode } from '../wire/encode.js';
import { badInput, HubError } from '../wire/errors.js';
import { buildRequest, checkParams, type Params, type WireRequest } from '../wire/request.js';
import { entryAnswers, worstOf } from './entry-answers.js';
import { type Completed, claimsOf, completed, type Manner, type Plan, planOne } from './plan.js';

/** A batch's entry on its way; `amend` and `params` of a raw one are those of the operation that it turns out to be. */
interface Entry extends Pick<Plan, 'kind' | 'claims' | 'forgets'> {
  readonly amend?: Operation['amend'];
  complete(known: Known): Completed;
}

type NamedEntry = Extract<GivenEntry, { operation: string }>;
type RawEntry = Exclude<GivenEntry, NamedEntry>;

/** Verbs that the hub takes in a batch (docs/interface.md "Batch"). */
const VERBS: readonly string[] = ['GET', 'PATCH', 'PUT', 'POST'];

/** Commands that the table does not know have one lane a hub: nobody knows what they touch. */
const RAW_LANE = '["raw"]';

/**
 * Plans a batch: entries by url or by operation, ids given where they miss. It takes the room of all its entries.
 * Throws `BAD_INPUT` naming the entry.
 */
export function planBatch(batch: Operation, given: readonly GivenEntry[], manner: Manner): Plan {
  const ids = idsOf(given);
  const idAt = (index: number) => ids[index] as number | string;
  const entries = given.map((entry, index) => inEntry(idAt(index), () => planEntry(entry, manner)));
  const params = { [WHOLE_BODY]: given.map((entry, index) => ({ ...entry, id: idAt(index) })) };
  return {
    operation: batch,
    kind: gravest(entries.map(({ kind }) => kind)),
    claims: unique(entries.flatMap(({ claims }) => claims)),
    forgets: allOf(entries.map(({ forgets }) => forgets)),
    slot: '',
    params,
    complete(known) {
      const before = new SentBefore(known);
      const requests = entries.map((entry, index) => inEntry(idAt(index), () => before.complete(entry).request));
      return { request: batchOf(requests, ids), params };
    },
    outcomeIn: (body) => worstOf(entryAnswers(ids, body)),
  };
}

/**
 * What is known to the entries of one batch: components are put into what the entries before them set. A hub that holds
 * {x: 0, y: 0} is sent `x = 1`, `y = 2` as {x: 1, y: 0}, {x: 1, y: 2}.
 */
class SentBefore implements Known {
  readonly #values = new Map<string, unknown>();
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  recall = (operation: string, params: Params) => this.#known.recall(operation, params);

  current = (operation: string, params: Params) => this.#known.current(operation, params);

  fresh = (operation: string, params: Params) => this.#known.fresh(operation, params);

  recent = (operation: string, params: Params) => this.#known.recent(operation, params);

  sent = (lane: string) => (this.#values.has(lane) ? this.#values.get(lane) : this.#known.sent(lane));

  complete(entry: Entry): Completed {
    const whole = entry.complete(this);
    if (entry.amend !== 'propertyValue') return whole;
    for (const { lane, part } of entry.claims) if (part === undefined) this.#values.set(lane, whole.params.Value);
    return whole;
  }
}

/** Each lane once: as a whole, where several entries take of it, though each might take a part (x, y) only. */
function unique(claims: Plan['claims']): Plan['claims'] {
  const byLane = new Map<string, Plan['claims'][number]>();
  for (const claim of claims) byLane.set(claim.lane, byLane.has(claim.lane) ? { lane: claim.lane } : claim);
  return [...byLane.values()];
}

function allOf(forgets: readonly Plan['forgets'][]): Plan['forgets'] {
  if (forgets.includes('all')) return 'all';
  const reads = forgets.flatMap((each) => (Array.isArray(each) ? each : []));
  return reads.length > 0 ? reads : undefined;
}

/** An operation by name, or a url and verb that may be one of the table's. */
const planEntry = (entry: GivenEntry, manner: Manner): Entry =>
  'operation' in entry ? planNamed(entry, manner) : planRaw(entry, manner);

function planNamed({ operation: name, params = {} }: NamedEntry, manner: Manner): Entry {
  const operation = tableOperation(name);
  if (!operation || !isBatchable(operation))
    throw badInput('operation', name, {
      key: 'choice',
      options: operations.filter(isBatchable).map((each) => each.name),
    });
  const plan = planOne(operation, checkParams(operation, params), manner);
  const { kind, claims, forgets } = plan;
  return { kind, claims, forgets, amend: operation.amend, complete: (known) => completed(plan, known, [plan]) };
}

function planRaw({ url, verb, body }: RawEntry, manner: Manner): Entry {
  const path = url.startsWith('/') ? url : `/${url}`;
  const target = ({ path: template }: Operation) => matchPath(template.replace('{linear}', manner.linearSegment), path);
  const known = operations.find((operation) => operation.method === verb && target(operation));
  if (known && !isBatchable(known)) throw badInput('url', url, { key: 'batchable' });
  const request: WireRequest = { method: verb, path: url, json: body === undefined ? undefined : encode('body', body) };
  const params = { ...(request.json && JSON.parse(request.json)), ...(known && target(known)) };
  const complete = () => ({ request, params });
  if (known) {
    const { kind, forgets, amend } = known;
    return { kind, forgets, amend, claims: claimsOf(known, params, manner), complete };
  }
  if (verb === 'GET') return { kind: 'read', claims: [], complete };
  return { kind: 'trigger', forgets: 'all', claims: [{ lane: RAW_LANE }], complete };
}

/** No DELETE and no batch in a batch (docs/interface.md "Batch"). */
const isBatchable = ({ method, area }: Operation): boolean => VERBS.includes(method) && area !== 'batch';

/** Requests as one batch, each with its id. Their bodies are text already, and stay it. */
export function batchOf(requests: readonly WireRequest[], ids: readonly (number | string)[]): WireRequest {
  const entries = requests.map(({ method, path, json }, index) => {
    const body = json === undefined ? '' : `,"body":${json}`;
    return `{"id":${JSON.stringify(ids[index])},"url":${JSON.stringify(path)},"verb":"${method}"${body}}`;
  });
  return { ...buildRequest(tableOperation('batch') as Operation, {}, ''), json: `[${entries.join()}]` };
}

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
