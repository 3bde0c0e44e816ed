import { completions } from '../complete/index.js';
import type { Known } from '../lookup/known.js';
import type { Ask, Whereabouts } from '../lookup/whereabouts.js';
import type { Dialect, Forgets, Kind, Operation } from '../table/operation.js';
import type { Offered } from '../table/operations.js';
import type { Answer } from '../wire/client.js';
import { encode } from '../wire/encode.js';
import type { Outcome } from '../wire/errors.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';
import type { Claim } from './job.js';

/**
 * A call that was found good: what it takes on the way, and the request as it will be when its turn comes. For example
 * "press Show of item 2": a trigger with the room of its rundown's lane, whose button is still to be looked up.
 */
export interface Plan {
  readonly operation: Offered;
  readonly kind: Kind;
  readonly claims: readonly Claim[];
  readonly forgets?: Forgets;
  /** The part of the value that it sets; '' for the whole. */
  readonly slot: string;
  /** The values as they were given. */
  readonly params: Params;
  /** Present if nothing has to be looked up; otherwise `complete` gives it. */
  readonly request?: WireRequest;
  /** What goes out for it and those that go with it, itself included; see `Completion.complete` for what it throws. */
  complete?(known: Known, together: readonly Plan[]): Completed;
  /** In place of `request`: several requests, one after the other, as what is answered tells. Throws a HubError. */
  steps?(ask: Ask): Promise<Answer>;
  /** Whether it cannot be an entry of a batch, since it takes steps. */
  readonly alone?: boolean;
  /** How a batch ended, by its answer: as the worst of its entries. Throws `HUB_BAD_ANSWER`. */
  outcomeIn?(body: unknown): 'done' | Outcome;
}

/** What goes out. */
export interface Completed {
  readonly request: WireRequest;
  readonly params: Params;
}

/** What goes out for plans that go together, as the newest of them sees it. */
export function completed(newest: Plan, known: Known, together: readonly Plan[]): Completed {
  const { request, params } = newest;
  return newest.complete?.(known, together) ?? { request: request as WireRequest, params };
}

/** How this hub is spoken to, as far as a plan depends on it. */
export interface Manner {
  readonly dialect: Dialect;
  readonly linearSegment: string;
  readonly where: Whereabouts;
  /** Whether the engine of a property is known to run RE5, where each component has room of its own. */
  readonly runsRe5: (property: Params) => boolean;
}

/** Plans an operation whose values are checked: what goes out is text or a copy from now on. Throws `BAD_INPUT`. */
export function planOne(operation: Operation, checked: Params, manner: Manner): Plan {
  const { linearSegment, where } = manner;
  const params = copyOf(checked);
  const request = where.request(operation, params);
  const completion = operation.amend && completions[operation.amend];
  const { kind, forgets } = operation;
  const claims = claimsOf(operation, params, manner);
  const slot = (params.Component as string | undefined) ?? '';
  if (!completion?.needs(params)) {
    const plan = { operation, kind, claims, forgets, slot, params, request };
    if (!where.mayMove(operation)) return plan;
    return { ...plan, steps: (ask) => where.ask(operation, params, ask), alone: !where.isSure(operation) };
  }
  return {
    operation,
    kind,
    claims,
    forgets,
    slot,
    params,
    complete(known, together) {
      const values = together.map((plan) => plan.params);
      const completed = completion.complete(params, known, values, claims[0]?.lane ?? '');
      return { request: buildRequest(operation, completed, linearSegment), params: completed };
    },
  };
}

/** The values as they will be sent: a flow may go on changing its own. Throws `BAD_INPUT` for what JSON cannot hold. */
function copyOf(params: Params): Params {
  let copy: Record<string, unknown> | undefined;
  for (const name in params) {
    const value = params[name];
    if (typeof value !== 'object' || value === null) continue;
    copy ??= { ...params };
    copy[name] = JSON.parse(encode(name, value));
  }
  return copy ?? params;
}

/** The room that a command takes: its target's lane, told by the values of the parameters that the table names. */
export function claimsOf(
  { lane: rule, amend }: Pick<Operation, 'lane' | 'amend'>,
  checked: Params,
  { runsRe5 }: Manner,
): Claim[] {
  if (!rule) return [];
  const lane = JSON.stringify([rule.name, ...rule.by.map((name) => String(checked[name]))]);
  const { Component } = checked;
  if (amend !== 'propertyValue' || Component === undefined) return [{ lane }];
  return [
    {
      lane,
      get part() {
        return runsRe5(checked) ? String(Component) : undefined;
      },
    },
  ];
}

/**
 * What makes a value the same kind as its neighbour: all that is sent with it, for example
 * `["setProperty","Linear",2,0]` (interpolation, duration, delay). Undefined: none takes another's place.
 */
export function kindOf(operation: Offered, checked: Params): string | undefined {
  if ('composed' in operation || !operation.latest) return undefined;
  const { name, latest, inBody } = operation;
  const beside = inBody.filter((field) => field !== latest).map((field) => checked[field]);
  return JSON.stringify([name, ...beside]);
}
