import { isSameId } from '../../base/ids.js';
import { RECENT_MS } from '../lookup/look-ups.js';
import type { AnyOperation, OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { labelOf, type PickedValues } from '../words/target-names.js';
import { findSaved, type ListReads, type NamedValue } from './find-saved.js';
import { listRead } from './index.js';
import { hasIds } from './saved-thing.js';

/** A thing of a call, with the name that it had in the list from which it was chosen. */
export interface NamedThing extends NamedValue {
  /** The name of its parameter. */
  readonly field: string;
  readonly kind: string;
  /** The values that its list may need. Some are saved for the dialog only. Example: the rundown of an item of a show. */
  readonly beside: Params;
}

/** A thing of which either the id or the name points to nothing now, so the other one was used. */
export interface RenamedThing {
  /** The name of its parameter. */
  readonly field: string;
  /** As it was chosen. */
  readonly saved: NamedValue;
  /** As the hub has it. */
  readonly now: NamedValue;
}

/** The things of a call that have an id and a name, in the order of its parameters. `chosen`: as they were saved. */
export function namedThings(
  { parameters }: Pick<AnyOperation, 'parameters'>,
  params: Params,
  chosen: PickedValues | undefined,
): readonly NamedThing[] {
  if (!chosen) return [];
  let beside: Params | undefined;
  return parameters.flatMap(({ name: field, names: kind }) => {
    const value = params[field];
    const label = kind && hasIds(kind) && labelOf([chosen], field, value);
    if (!kind || !label || label === String(value)) return [];
    beside ??= { ...literals(chosen), ...params };
    return isListed(kind, beside) ? [{ field, kind, value, label, beside }] : [];
  });
}

/** The saved values that depend on no message. */
const literals = (chosen: PickedValues): Params =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([name, saved]) =>
      saved?.type === 'str' || saved?.type === 'num' ? [[name, saved.value]] : [],
    ),
  );

/** False if a value that its list needs is missing or comes from a message. */
function isListed(kind: string, params: Params): boolean {
  try {
    listRead(kind, params);
    return true;
  } catch (error) {
    if (error instanceof HubError) return false;
    throw error;
  }
}

/** The reads that show the names of things. */
export const listsOf = (things: readonly NamedThing[]): { read: OperationName; params: Params }[] =>
  things.map(({ kind, beside }) => {
    const { read, target } = listRead(kind, beside);
    return { read, params: target };
  });

/**
 * The things whose ids and names agreed at most 1 s ago. So a fader compares them once a second, and a trigger always does.
 */
export class Agreed {
  readonly #found = new WeakMap<
    PickedValues,
    { readonly things: readonly NamedThing[]; readonly renamed: readonly RenamedThing[]; readonly at: number }
  >();

  /** The renamed ones among them. Undefined: they must be compared. */
  find(chosen: PickedValues, things: readonly NamedThing[], now: number): readonly RenamedThing[] | undefined {
    const found = this.#found.get(chosen);
    const isSame =
      found?.things.length === things.length &&
      things.every(({ field, value }, at) => found.things[at]?.field === field && found.things[at]?.value === value);
    return found && isSame && now < found.at + RECENT_MS ? found.renamed : undefined;
  }

  /** `at` in the clock's ms. */
  add(
    chosen: PickedValues | undefined,
    things: readonly NamedThing[],
    renamed: readonly RenamedThing[],
    at: number,
  ): void {
    if (chosen) this.#found.set(chosen, { things, renamed, at });
  }
}

/** The id of a thing points to nothing, and its name to another id. The call is planned again with this one. */
export class Moved extends Error {
  constructor(
    readonly values: Params,
    readonly renamed: readonly RenamedThing[],
  ) {
    super(`Moved to ${JSON.stringify(values)}`);
  }
}

/**
 * Compares the things of a call with the lists of the hub (docs/develop/rules.md "Names, ids and numbers"). Returns those
 * that were renamed. Throws the errors of `findSaved`, and `Moved`. A thing that does not exist is left to the hub.
 */
export async function agreeOn(things: readonly NamedThing[], reads: ListReads): Promise<readonly RenamedThing[]> {
  const renamed: RenamedThing[] = [];
  for (const { field, kind, value, label, beside } of things) {
    const saved = { value, label };
    const found = await findSaved(field, kind, saved, beside, reads);
    if (found?.is !== 'renamed' || !found.now) continue;
    const { now } = found;
    renamed.push({ field, saved, now });
    if (!isSameId(now.value, value)) throw new Moved({ [field]: now.value }, renamed);
  }
  return renamed;
}

/**
 * The same before the call: the values with the ids that the hub has now, and the renamed things. Throws the errors of
 * `findSaved`.
 */
export async function agreedValues(
  operation: Pick<AnyOperation, 'parameters'>,
  params: Params,
  chosen: PickedValues,
  reads: ListReads,
): Promise<{ readonly params: Params; readonly renamed: readonly RenamedThing[] }> {
  try {
    return { params, renamed: await agreeOn(namedThings(operation, params, chosen), reads) };
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
    const moved = await agreedValues(operation, { ...params, ...error.values }, chosen, reads);
    return { ...moved, renamed: [...error.renamed, ...moved.renamed] };
  }
}
