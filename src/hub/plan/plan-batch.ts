import { isObject } from '../../base/values.js';
import type { LookUps } from '../lookup/look-ups.js';
import { type ChangedReads, changedBy } from '../table/changed-reads.js';
import { type Kind, WHOLE_BODY } from '../table/operation.js';
import type { GivenEntry } from '../table/operations/batch.js';
import { findTableOperation, type Operation, operations, tableOperation } from '../table/operations.js';
import { matchPath } from '../table/paths.js';
import { badInput, HubError } from '../wire/errors.js';
import { buildRequest, checkCopies, type Params, type WireRequest } from '../wire/request.js';
import { claimsOf, mergeClaims } from './claims.js';
import { entryAnswers, worstOf } from './entry-answers.js';
import { sentEntries } from './incomplete.js';
import { type BatchCommand, type CompletedRequest, type HubTraits, type Plan, planOne } from './plan.js';

/** An entry of a batch. If a raw entry matches an operation of the table, it has the `params` of this operation. */
interface BatchEntry extends Pick<Plan, 'kind' | 'claims' | 'invalidates'> {
  /** Undefined for a read, and for an entry that no operation describes. */
  readonly command?: BatchCommand | undefined;
  /** Its request, or a function that completes it. */
  readonly plan: CompletedRequest | ((lookUps: LookUps) => CompletedRequest | Promise<CompletedRequest>);
}

type NamedEntry = Extract<GivenEntry, { operation: string }>;
type RawEntry = Exclude<GivenEntry, NamedEntry>;

/** Verbs that hubs accept in a batch (docs/develop/interface.md "Batch"). */
const VERBS: readonly string[] = ['GET', 'PATCH', 'PUT', 'POST'];

/** Commands outside the table share one lane, because their targets are unknown. */
const RAW_LANE = '["raw"]';

/**
 * Plans a batch of entries by url or by operation, and adds missing ids. It claims the lanes of all its entries. Throws
 * `BAD_INPUT` with the id of the entry.
 */
export function planBatch(batch: Operation, given: readonly GivenEntry[], traits: HubTraits): Plan {
  const ids = idsOf(given);
  const idAt = (index: number) => ids[index] as number | string;
  const entries = given.map((entry, index) => {
    try {
      return planEntry(entry, traits);
    } catch (error) {
      throw withEntryId(idAt(index), error);
    }
  });
  const identified = given.map((entry, index) => ({ ...entry, id: idAt(index) }));
  const params = { [WHOLE_BODY]: identified };
  const planned = {
    operation: batch,
    kind: mostSevere(entries.map(({ kind }) => kind)),
    claims: mergeClaims(entries.flatMap(({ claims }) => claims)),
    invalidates: mergeInvalidates(entries.map(({ invalidates }) => invalidates)),
    commands: entries.flatMap(({ command }) => command ?? []),
    params,
    outcomeIn: (body: unknown) => worstOf(entryAnswers(sentEntries(identified), body)),
  };
  const ready = entries.flatMap(({ plan }) => (typeof plan === 'function' ? [] : plan.request));
  if (ready.length === entries.length) return { ...planned, type: 'ready', request: batchOf(ready, ids) };
  const complete = async (lookUps: LookUps) => {
    const batchLookUps = new BatchLookUps(lookUps);
    const requests: WireRequest[] = [];
    for (const [index, entry] of entries.entries())
      try {
        requests.push((await batchLookUps.complete(entry)).request);
      } catch (error) {
        throw withEntryId(idAt(index), error);
      }
    return { request: batchOf(requests, ids), params };
  };
  return { ...planned, type: 'incomplete', complete };
}

/**
 * The look-ups of the entries of one batch. Components are put into the values of earlier entries. If a hub has {x: 0,
 * y: 0}, `x = 1` and `y = 2` are sent as {x: 1, y: 0} and {x: 1, y: 2}.
 */
class BatchLookUps implements LookUps {
  readonly #values = new Map<string, unknown>();
  readonly #lookUps: LookUps;

  constructor(lookUps: LookUps) {
    this.#lookUps = lookUps;
  }

  get: LookUps['get'] = (...read) => this.#lookUps.get(...read);

  describe: LookUps['describe'] = (...read) => this.#lookUps.describe(...read);

  tryGet: LookUps['tryGet'] = (...read) => this.#lookUps.tryGet(...read);

  mayLag: LookUps['mayLag'] = (...read) => this.#lookUps.mayLag(...read);

  lastSent = (lane: string) => (this.#values.has(lane) ? this.#values.get(lane) : this.#lookUps.lastSent(lane));

  async complete({ plan, claims }: BatchEntry): Promise<CompletedRequest> {
    const completed = typeof plan === 'function' ? await plan(this) : plan;
    for (const { lane, parts } of claims) if (!parts?.()) this.#values.set(lane, completed.params.Value);
    return completed;
  }
}

function mergeInvalidates(invalidates: readonly Plan['invalidates'][]): Plan['invalidates'] {
  const reads: ChangedReads[] = [];
  for (const each of invalidates) {
    if (each === 'all') return each;
    reads.push(...(each ?? []));
  }
  return reads.length > 0 ? reads : undefined;
}

/** An operation by name, or a url and verb that may be one of the table's. */
const planEntry = (entry: GivenEntry, traits: HubTraits): BatchEntry =>
  'operation' in entry ? planNamed(entry, traits) : planRaw(entry, traits);

function planNamed({ operation: name, params = {} }: NamedEntry, traits: HubTraits): BatchEntry {
  const operation = findTableOperation(name);
  if (!operation || !isBatchable(operation))
    throw badInput('operation', name, {
      key: 'choice',
      options: operations.filter(isBatchable).map((each) => each.name),
    });
  const planned = planOne(operation, checkCopies(operation, params), traits);
  const { kind, claims, invalidates } = planned;
  const plan: BatchEntry['plan'] =
    planned.type === 'incomplete'
      ? (lookUps) => planned.complete(lookUps, [planned.params])
      : { request: traits.movedPaths.request(operation, planned.params), params: planned.params };
  return { kind, claims, invalidates, plan, command: commandOf(operation, planned.params) };
}

const commandOf = (operation: Operation, params: Params): BatchCommand | undefined =>
  operation.kind === 'read' ? undefined : { operation, params };

function planRaw({ url, verb, body }: RawEntry, traits: HubTraits): BatchEntry {
  const path = url.startsWith('/') ? url : `/${url}`;
  const target = ({ path: template }: Operation) => matchPath(template.replace('{linear}', traits.linearSegment), path);
  const operation = operations.find((each) => each.method === verb && target(each));
  if (operation && !isBatchable(operation)) throw badInput('url', url, { key: 'batchable' });
  const request: WireRequest = { method: verb, path: url, json: JSON.stringify(body) };
  const params = { ...(isObject(body) && body), ...(operation && target(operation)) };
  const plan = { request, params };
  if (operation) {
    const claims = claimsOf(operation, params, traits.runsRe5);
    return {
      kind: operation.kind,
      invalidates: changedBy(operation, params),
      claims,
      plan,
      command: commandOf(operation, params),
    };
  }
  if (verb === 'GET') return { kind: 'read', claims: [], plan };
  return { kind: 'trigger', invalidates: 'all', claims: [{ lane: RAW_LANE }], plan };
}

/** No DELETE and no batch in a batch (docs/develop/interface.md "Batch"). */
const isBatchable = ({ method, area }: Operation): boolean => VERBS.includes(method) && area !== 'batch';

/** Requests as one batch, each with its id. Their bodies are JSON text already. */
export function batchOf(requests: readonly WireRequest[], ids: readonly (number | string)[]): WireRequest {
  const entries = requests.map(({ method, path, json }, index) => {
    const body = json === undefined ? '' : `,"body":${json}`;
    return `{"id":${JSON.stringify(ids[index])},"url":${JSON.stringify(path)},"verb":"${method}"${body}}`;
  });
  return { ...buildRequest(tableOperation('batch'), {}, ''), json: `[${entries.join()}]` };
}

/** The ids of the entries. A missing id becomes the first free number. Throws `BAD_INPUT` for a duplicate. */
function idsOf(entries: readonly GivenEntry[]): (number | string)[] {
  const usedIds = new Set<string>();
  for (const { id } of entries) {
    if (id === undefined) continue;
    if (usedIds.has(String(id))) throw new HubError('BAD_INPUT', { sentence: 'doubleId', value: String(id) });
    usedIds.add(String(id));
  }
  let next = 1;
  return entries.map(({ id }) => {
    if (id !== undefined) return id;
    while (usedIds.has(String(next))) next += 1;
    usedIds.add(String(next));
    return next;
  });
}

/** The error with the id of its entry. */
const withEntryId = (id: number | string, error: unknown): unknown =>
  error instanceof HubError ? error.with({ entry: id }) : error;

const SEVERITY: readonly Kind[] = ['read', 'level', 'trigger'];

/** The kind of a batch: the most severe kind of its entries. */
const mostSevere = (kinds: readonly Kind[]): Kind => SEVERITY.findLast((kind) => kinds.includes(kind)) ?? 'read';
