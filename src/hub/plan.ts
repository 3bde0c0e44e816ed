import { amendments, type Sources } from './amend.js';
import type { Kind, Operation } from './operation.js';
import { buildRequest, type Params, type WireRequest } from './request.js';

/** A call that was found good: what it takes on the way, and the request as it will be when its turn comes. */
export interface Plan {
  readonly operation: Operation;
  readonly kind: Kind;
  readonly lanes: readonly string[];
  /** What makes two waiting values the same kind; absent: each counts. */
  readonly same?: string;
  /** The part of the value that it sets; '' for the whole. */
  readonly slot?: string;
  /** The values as they were given. */
  readonly params: Params;
  /** The request, if nothing is left to look up. */
  readonly request?: WireRequest;
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
  const common = {
    operation,
    kind: operation.kind,
    lanes: lanesOf(operation, checked),
    ...kindOf(operation, checked),
  };
  if (!rule?.needs(checked))
    return { ...common, params: checked, request, complete: async () => ({ request, params: checked }) };
  const params = structuredClone(checked);
  return {
    ...common,
    params,
    async complete(sources, together) {
      const values = together.map((plan) => ({ ...plan.params }));
      const amended = await rule.amend({ ...params }, sources, values);
      return { request: buildRequest(operation, amended, linearSegment), params: amended };
    },
  };
}

/** The lanes that a command takes: its target's, told by the values of the parameters that the table names. */
export function lanesOf({ lane }: Operation, checked: Params): string[] {
  return lane ? [JSON.stringify([lane.name, ...lane.by.map((name) => String(checked[name]))])] : [];
}

/** What makes a value the same kind as its neighbour: all that is sent with it (interpolation, duration, delay). */
function kindOf({ name, latest, parameters }: Operation, checked: Params): Pick<Plan, 'same' | 'slot'> {
  if (!latest) return {};
  const beside = parameters
    .filter((each) => each.in === 'body' && each.name !== latest)
    .map((each) => checked[each.name]);
  return { same: JSON.stringify([name, ...beside]), slot: (checked.Component as string | undefined) ?? '' };
}
