import { isObject } from '../../base/values.js';
import { withAnswer } from '../complete/answers.js';
import { completions } from '../complete/index.js';
import type { LookUps } from '../lookup/look-ups.js';
import type { Ask, MovedPaths } from '../lookup/moved-paths.js';
import { type Changed, changedBy } from '../table/changed-reads.js';
import type { Dialect, Kind } from '../table/operation.js';
import type { AnyOperation, Operation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import type { Outcome } from '../wire/errors.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';
import { type Claim, claimsOf, partPath } from './claims.js';

/** An admitted call: its claims, and its request if it is already complete. */
export type Plan = ReadyPlan | IncompletePlan | SteppedPlan;

interface PlanBase {
  readonly operation: AnyOperation;
  readonly kind: Kind;
  readonly claims: readonly Claim[];
  readonly invalidates?: Changed | undefined;
  /** The commands of a batch. If not set, it is one command. */
  readonly commands?: readonly BatchCommand[];
  /** The values before completion. */
  readonly params: Params;
  /** Its request as an entry of a batch with other calls. If not set, it is sent alone. */
  readonly entry?: WireRequest;
  /** The outcome of a batch: the worst of its entries. Throws `HUB_BAD_ANSWER`. */
  outcomeIn?(body: unknown): 'done' | Outcome;
}

/** A command of the table in a batch. */
export interface BatchCommand {
  readonly operation: Operation;
  readonly params: Params;
}

/** A request without look-ups. Example: load a graph. */
interface ReadyPlan extends PlanBase {
  readonly type: 'ready';
  readonly request: WireRequest;
}

/** A request that needs look-ups. Example: "press Show of item 2" needs the key of the button. */
export interface IncompletePlan extends PlanBase {
  readonly type: 'incomplete';
  /** The request for all values of its run. Throws the errors of `Completion.complete`. */
  complete(lookUps: LookUps, run: readonly Params[]): CompletedRequest | Promise<CompletedRequest>;
}

/** Several requests, one after the other. The answers decide the next one. Example: everything out. */
export interface SteppedPlan extends PlanBase {
  readonly type: 'steps';
  /** Throws a HubError. */
  steps(ask: Ask): Promise<HubAnswer>;
}

/** A request and its values. */
export interface CompletedRequest {
  readonly request: WireRequest;
  readonly params: Params;
}

/** The settings of a hub that plans use. */
export interface HubTraits {
  readonly dialect: Dialect;
  readonly linearSegment: string;
  readonly movedPaths: MovedPaths;
  /** True if the engine of a property is RE5. There each component has its own claim. */
  readonly runsRe5: (property: Params) => boolean;
}

/** Plans an operation with checked values. Throws `BAD_INPUT`. */
export function planOne(operation: Operation, params: Params, traits: HubTraits): Plan {
  const { linearSegment, movedPaths } = traits;
  const { kind } = operation;
  const invalidates = changedBy(operation, params);
  const request = movedPaths.request(operation, params);
  const claims = claimsOf(operation, params, traits.runsRe5);
  const completion = operation.completion && completions[operation.completion];
  if (completion?.needs(params)) {
    const complete = (lookUps: LookUps, run: readonly Params[]) =>
      withAnswer(completion.complete(params, lookUps, run, claims[0]?.lane ?? ''), (completed) => ({
        request: buildRequest(operation, completed, linearSegment),
        params: completed,
      }));
    return { type: 'incomplete', operation, kind, claims, invalidates, params, complete };
  }
  if (movedPaths.mayMove(operation)) {
    const steps = (ask: Ask) => movedPaths.ask(operation, params, ask);
    const entry = movedPaths.needsOneRequest(operation) ? request : undefined;
    return { type: 'steps', operation, kind, claims, invalidates, params, steps, entry };
  }
  // Hubs accept no DELETE in a batch.
  const entry = operation.method === 'DELETE' ? undefined : request;
  return { type: 'ready', operation, kind, claims, invalidates, params, request, entry };
}

/** How a waiting call meets a newer one of the same target (docs/develop/rules.md "Live control"). */
export interface Merging {
  /** Calls with the same key can be replaced or sent together. Example: `["setProperty","Linear",2,0]`. */
  readonly key: string;
  /** The fields that it sets. A newer call with the same slot replaces it. '' sets all fields, so it replaces every slot. */
  readonly slot: string;
  /** True if neighbours with other slots are sent with it, as one request. */
  readonly isTogether: boolean;
}

/** Undefined: every call is sent alone. A component of a property is a slot, and so is each set of fields of an item. */
export function mergingOf({ operation, params, type }: Plan): Merging | undefined {
  if (operation.isComposite || !operation.newestWins) return undefined;
  const { name, latest, parameters, inBody } = operation;
  if (latest) {
    const beside = inBody.filter((field) => field !== latest).map((field) => params[field]);
    const { Component: component = '' } = params;
    return { key: JSON.stringify([name, ...beside]), slot: String(component), isTogether: true };
  }
  const fields = inBody.flatMap((field) => pathsIn(field, params[field])).sort();
  // A merge reads the rundown of its object, so the rundown belongs to the target.
  const target = parameters.filter((field) => field.in !== 'body' && field.name !== 'merge');
  return {
    key: JSON.stringify([name, ...target.map((field) => params[field.name])]),
    slot: JSON.stringify([params.merge === true, fields]),
    isTogether: type === 'incomplete',
  };
}

/** The paths of all values in a value. */
function pathsIn(path: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!isObject(value)) return [path];
  const fields = Object.entries(value);
  // An object without fields replaces no number or text: merged, it may add nothing. No path has a `%{}`.
  if (fields.length === 0) return [`${path}%{}`];
  return fields.flatMap(([name, field]) => pathsIn(partPath(path, name), field));
}

/** True for a command in the lane of a show that names only a rundown. */
export const needsShow = ({ operation, params }: Plan): boolean =>
  operation.isComposite && operation.lane !== undefined && params.engineId === undefined;
