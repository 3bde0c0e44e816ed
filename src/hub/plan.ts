import { amendments, type Sources } from './amend.js';
import type { Kind, Operation } from './operation.js';
import { buildRequest, type Params, type WireRequest } from './request.js';

/** A call that was found good: what it takes on the way, and the request as it will be when its turn comes. */
export interface Plan {
  readonly kind: Kind;
  readonly lanes: readonly string[];
  /** What makes two waiting values the same kind; absent: each counts. */
  readonly latest?: string;
  /** The values that it is sent with, as far as they are known now. */
  readonly params: Params;
  /** Completes the request, reading the hub where the table says so. */
  complete(sources: Sources): Promise<WireRequest>;
}

/** Plans an operation whose values are checked. Throws `BAD_INPUT`; keeps nothing that a flow could still change. */
export function planOne(operation: Operation, checked: Params, linearSegment: string): Plan {
  const request = buildRequest(operation, checked, linearSegment);
  const amend = operation.amend && amendments[operation.amend];
  const kept = amend && structuredClone(checked);
  return {
    kind: operation.kind,
    lanes: lanesOf(operation, checked),
    latest: latestOf(operation, checked),
    params: checked,
    complete: async (sources) =>
      amend ? buildRequest(operation, await amend({ ...kept }, sources), linearSegment) : request,
  };
}

/** The lanes that a command takes: its target's, told by the values of the parameters that the table names. */
export function lanesOf({ lane }: Operation, checked: Params): string[] {
  return lane ? [JSON.stringify([lane.name, ...lane.by.map((name) => String(checked[name]))])] : [];
}

/** All but the value itself makes the kind: interpolation, duration, delay. */
function latestOf(operation: Operation, checked: Params): string | undefined {
  if (!operation.latest) return undefined;
  return JSON.stringify([operation.name, { ...checked, [operation.latest]: undefined }]);
}
