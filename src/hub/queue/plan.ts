import { idKey } from '../../base/ids.js';
import { withAnswer } from '../complete/answers.js';
import { completions } from '../complete/index.js';
import type { LookUps } from '../lookup/look-ups.js';
import type { Ask, MovedPaths } from '../lookup/moved-paths.js';
import { type Changed, changedBy } from '../table/changed-reads.js';
import type { Dialect, Kind } from '../table/operation.js';
import type { AnyOperation, Operation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import type { Outcome } from '../wire/errors.js';
import { isIdSchema } from '../wire/ids.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';
import type { Claim } from './job.js';
import { partPath } from './parts.js';

/** An admitted call: its claims, and its request if it is already complete. */
export type Plan = ReadyPlan | IncompletePlan | SteppedPlan;

interface PlanBase {
  readonly operation: AnyOperation;
  readonly kind: Kind;
  readonly claims: readonly Claim[];
  readonly invalidates?: Changed | undefined;
  /** The part of the value that it sets. '' is the whole value. */
  readonly slot: string;
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
  const claims = claimsOf(operation, params, traits);
  const slot = (params.Component as string | undefined) ?? '';
  const completion = operation.completion && completions[operation.completion];
  if (completion?.needs(params)) {
    const complete = (lookUps: LookUps, run: readonly Params[]) =>
      withAnswer(completion.complete(params, lookUps, run, claims[0]?.lane ?? ''), (completed) => ({
        request: buildRequest(operation, completed, linearSegment),
        params: completed,
      }));
    return { type: 'incomplete', operation, kind, claims, invalidates, slot, params, complete };
  }
  if (movedPaths.mayMove(operation)) {
    const steps = (ask: Ask) => movedPaths.ask(operation, params, ask);
    const entry = movedPaths.needsOneRequest(operation) ? request : undefined;
    return { type: 'steps', operation, kind, claims, invalidates, slot, params, steps, entry };
  }
  // Hubs accept no DELETE in a batch.
  const entry = operation.method === 'DELETE' ? undefined : request;
  return { type: 'ready', operation, kind, claims, invalidates, slot, params, request, entry };
}

/** The claim of a command: the lane of its target and the parts that it uses, from the parameters in the table. */
export function claimsOf(
  { lane: rule, completion, parameters }: Pick<Operation, 'lane' | 'completion' | 'parameters'>,
  checked: Params,
  { runsRe5 }: HubTraits,
): Claim[] {
  if (!rule) return [];
  const isId = (by: string) => parameters.some(({ name, schema }) => name === by && isIdSchema(schema));
  const textOf = (name: string) => {
    const value = checked[name];
    return typeof value === 'string' && isId(name) ? idKey(value) : String(value);
  };
  const lane = JSON.stringify([rule.name, ...rule.by.map(textOf)]);
  if (rule.parts) {
    const used = rule.parts.filter(({ ifSet }) => ifSet === undefined || checked[ifSet] !== undefined);
    const parts = used.map(({ name, by = [] }) => partPath(name, ...by.map(textOf)));
    return [{ lane, parts: () => parts }];
  }
  const { Component } = checked;
  if (completion !== 'propertyValue' || Component === undefined) return [{ lane }];
  return [{ lane, parts: () => (runsRe5(checked) ? [String(Component)] : undefined) }];
}

/**
 * The merge key: all that is sent together with the value. Example: `["setProperty","Linear",2,0]` (interpolation,
 * duration, delay). Undefined: no other value replaces it.
 */
export function mergeKeyOf(operation: AnyOperation, checked: Params): string | undefined {
  if (operation.isComposite || !operation.latest) return undefined;
  const { name, latest, inBody } = operation;
  const beside = inBody.filter((field) => field !== latest).map((field) => checked[field]);
  return JSON.stringify([name, ...beside]);
}

/** True for a command in the lane of a show that names only a rundown. */
export const needsShow = ({ operation, params }: Plan): boolean =>
  operation.isComposite && operation.lane !== undefined && params.engineId === undefined;
