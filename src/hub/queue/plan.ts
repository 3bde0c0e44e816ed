import { completions } from '../complete/index.js';
import type { LookUps } from '../lookup/look-ups.js';
import type { Ask, MovedPaths } from '../lookup/moved-paths.js';
import type { Dialect, Invalidates, Kind, Operation } from '../table/operation.js';
import type { AnyOperation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import type { Outcome } from '../wire/errors.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';
import type { Claim } from './job.js';

/** An admitted call: the room that it takes on its way, and its request, as far as it is clear by now. */
export type Plan = ReadyPlan | IncompletePlan | SteppedPlan;

interface PlanBase {
  readonly operation: AnyOperation;
  readonly kind: Kind;
  readonly claims: readonly Claim[];
  readonly invalidates?: Invalidates;
  /** The part of the value that it sets; '' for the whole. */
  readonly slot: string;
  /** The values as they were given. */
  readonly params: Params;
  /** Its request as an entry of a batch with other calls. Undefined: it goes out alone. */
  readonly entry?: WireRequest;
  /** How a batch ended, by its answer: as the worst of its entries. Throws `HUB_BAD_ANSWER`. */
  outcomeIn?(body: unknown): 'done' | Outcome;
}

/** Nothing has to be looked up. Example: load a graph. */
interface ReadyPlan extends PlanBase {
  readonly type: 'ready';
  readonly request: WireRequest;
}

/** Its request needs look-ups in its turn. Example: "press Show of item 2", whose button has to be found. */
export interface IncompletePlan extends PlanBase {
  readonly type: 'incomplete';
  /** The request for it and for the values that go out with it; see `Completion.complete` for what it throws. */
  complete(lookUps: LookUps, together: readonly Params[]): Promise<CompletedRequest>;
}

/** Several requests, one after the other; the answers decide which. Example: everything out. */
export interface SteppedPlan extends PlanBase {
  readonly type: 'steps';
  /** Throws a HubError. */
  steps(ask: Ask): Promise<HubAnswer>;
}

/** A request, and the values that it carries. */
export interface CompletedRequest {
  readonly request: WireRequest;
  readonly params: Params;
}

/** The settings of a hub that plans depend on. */
export interface HubTraits {
  readonly dialect: Dialect;
  readonly linearSegment: string;
  readonly movedPaths: MovedPaths;
  /** Whether the engine of a property is known to run RE5, where each component has room of its own. */
  readonly runsRe5: (property: Params) => boolean;
}

/** Plans an operation with checked values. Throws `BAD_INPUT`. */
export function planOne(operation: Operation, params: Params, traits: HubTraits): Plan {
  const { linearSegment, movedPaths } = traits;
  const { kind, invalidates } = operation;
  const request = movedPaths.request(operation, params);
  const claims = claimsOf(operation, params, traits);
  const slot = (params.Component as string | undefined) ?? '';
  const completion = operation.completion && completions[operation.completion];
  if (completion?.needs(params)) {
    const complete = async (lookUps: LookUps, together: readonly Params[]) => {
      const completed = await completion.complete(params, lookUps, together, claims[0]?.lane ?? '');
      return { request: buildRequest(operation, completed, linearSegment), params: completed };
    };
    return { type: 'incomplete', operation, kind, claims, invalidates, slot, params, complete };
  }
  if (movedPaths.mayMove(operation)) {
    const steps = (ask: Ask) => movedPaths.ask(operation, params, ask);
    const entry = movedPaths.needsOneRequest(operation) ? request : undefined;
    return { type: 'steps', operation, kind, claims, invalidates, slot, params, steps, entry };
  }
  // A hub takes no DELETE in a batch.
  const entry = operation.method === 'DELETE' ? undefined : request;
  return { type: 'ready', operation, kind, claims, invalidates, slot, params, request, entry };
}

/** The room that a command takes: its target's lane, by the values of the parameters that the table names. */
export function claimsOf(
  { lane: rule, completion }: Pick<Operation, 'lane' | 'completion'>,
  checked: Params,
  { runsRe5 }: HubTraits,
): Claim[] {
  if (!rule) return [];
  const lane = JSON.stringify([rule.name, ...rule.by.map((name) => String(checked[name]))]);
  const { Component } = checked;
  if (completion !== 'propertyValue' || Component === undefined) return [{ lane }];
  return [{ lane, part: () => (runsRe5(checked) ? String(Component) : undefined) }];
}

/**
 * What makes a value the same kind as its neighbour: all that is sent with it, for example
 * `["setProperty","Linear",2,0]` (interpolation, duration, delay). Undefined: none takes another's place.
 */
export function mergeKeyOf(operation: AnyOperation, checked: Params): string | undefined {
  if (operation.isComposite || !operation.latest) return undefined;
  const { name, latest, inBody } = operation;
  const beside = inBody.filter((field) => field !== latest).map((field) => checked[field]);
  return JSON.stringify([name, ...beside]);
}
