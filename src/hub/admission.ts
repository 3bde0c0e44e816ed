import { requireShowParam } from './lookup/show.js';
import { type HubTraits, type Plan, planOne } from './plan/plan.js';
import { planBatch } from './plan/plan-batch.js';
import { type CompositeHandler, planComposite } from './plan/plan-composite.js';
import { everythingOut } from './shows/everything-out.js';
import { getShow } from './shows/get-show.js';
import { WHOLE_BODY } from './table/operation.js';
import type { GivenEntry } from './table/operations/batch.js';
import type { AnyOperation, CompositeName } from './table/operations.js';
import { checkParams, type Params } from './wire/request.js';

const handlers: Record<CompositeName, CompositeHandler> = { everythingOut, getShow };

/** Turns a call to a hub into a plan, or refuses it. Throws `BAD_INPUT`. */
export function admit(operation: AnyOperation, given: Params, traits: HubTraits): Plan {
  const checked = checkParams(operation, given);
  if (operation.isComposite) {
    requireShowParam(checked);
    return planComposite(operation, checked, traits, handlers[operation.name]);
  }
  if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY] as GivenEntry[], traits);
  return planOne(operation, checked, traits);
}
