import { amendments, type Sources } from '../complete/amend.js';
import type { Kind, Operation } from '../table/operation.js';
import { buildRequest, type Params, type WireRequest } from '../wire/request.js';

/** A call that was found good: what it takes on the way, and the request as it will be when its turn comes. */
export type Plan = Common & (Known | Open);

interface Common {
  readonly operation: Operation;
  readonly kind: Kind;
  readonly lanes: readonly string[];
  /** Whether what is known of the hub may be wrong afterwards. */
  readonly changesAll: boolean;
  /** The part of the value that it sets; '' for the whole. */
  readonly slot?: string;
  /** The values as they were given. */
  readonly params: Params;
}

/** Nothing is left to look up. */
interface Known {
  readonly request: WireRequest;
}

export interface Open {
  readonly request?: undefined;
  /** Completes the values, looking up what is missing; `together` are the plans that go out as one with it. */
  complete(sources: Sources, together: readonly Plan[]): Promise<Completed>;
}

/** What goes out. */
export interface Completed {
  readonly request: WireRequest;
  readonly params: Params;
}

/** Plans an operation whose values are checked. Throws `BAD_INPUT`; keeps nothing that a flow could still change. */
export function planOne(operation: Operation, checked: Params, linearSegment: string): Plan {
  const request = buildRequest(operation, checked, linearSegment);
  const rule = operation.amend && amendments[operation.amend];
  const { kind, changesAll = false } = operation;
  const lanes = lanesOf(operation, checked);
  const slot = (checked.Component as string | undefined) ?? '';
  if (!rule?.needs(checked)) return { operation, kind, lanes, changesAll, slot, params: checked, request };
  const params = structuredClone(checked);
  return {
    operation,
    kind,
    lanes,
    changesAll,
    slot,
    params,
    async complete(sources, together) {
      const values = together.map((plan) => ({ ...plan.params }));
      const amended = await rule.amend({ ...params }, sources, values, lanes[0] ?? '');
      return { request: buildRequest(operation, amended, linearSegment), params: amended };
    },
  };
}

/** The lanes that a command takes: its target's, told by the values of the parameters that the table names. */
export function lanesOf({ lane }: Operation, checked: Params): string[] {
  return lane ? [JSON.stringify([lane.name, ...lane.by.map((name) => String(checked[name]))])] : [];
}

/**
 * What makes a value the same kind as its neighbour: all that is sent with it (interpolation, duration, delay).
 * Undefined: each counts.
 */
export function kindOf({ name, latest, inBody }: Operation, checked: Params): string | undefined {
  if (!latest) return undefined;
  const beside = inBody.filter((field) => field !== latest).map((field) => checked[field]);
  return JSON.stringify([name, ...beside]);
}
