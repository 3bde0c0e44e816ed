import { requireShowParam } from './lookup/show.js';
import { type HubTraits, type Plan, planOne } from './queue/plan.js';
import { planBatch } from './queue/plan-batch.js';
import { type CompositeHandler, planComposite } from './queue/plan-composite.js';
import { everythingOut } from './shows/everything-out.js';
import { getShow } from './shows/get-show.js';
import { WHOLE_BODY } from './table/operation.js';
import type { GivenEntry } from './table/operations/batch.js';
import type { AnyOperation, CompositeName } from './table/operations.js';
import { checkParams, type Params } from './wire/request.js';

const handlers: Record<CompositeName, CompositeHandler> = { everythingOut, getShow };

/** Turns each call to one hub into a plan, or refuses it. */
export class Admission {
  readonly #traits: HubTraits;
  /** The cached plan for each object of values. */
  readonly #plans = new WeakMap<Params, Plan>();

  constructor(traits: HubTraits) {
    this.#traits = traits;
  }

  /** Throws `BAD_INPUT`. */
  plan(operation: AnyOperation, given: Params): Plan {
    return this.#plans.get(given) ?? this.#plan(operation, given);
  }

  /** The same for values that are sent every second and never change. They are planned once. */
  planAndKeep(operation: AnyOperation, params: Params): void {
    if (this.#plans.has(params)) return;
    const plan = this.#plan(operation, params);
    // A plan that depends on the hub's paths may be outdated later.
    if (plan.type === 'ready') this.#plans.set(params, plan);
  }

  #plan(operation: AnyOperation, given: Params): Plan {
    const checked = checkParams(operation, given);
    if (operation.isComposite) {
      requireShowParam(checked);
      return planComposite(operation, checked, this.#traits, handlers[operation.name]);
    }
    if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY] as GivenEntry[], this.#traits);
    return planOne(operation, checked, this.#traits);
  }
}
