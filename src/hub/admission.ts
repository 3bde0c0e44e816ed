import { requireShowParam } from './lookup/show.js';
import { type HubTraits, type Plan, planOne } from './queue/plan.js';
import { planBatch } from './queue/plan-batch.js';
import { type CompositeHandler, planComposite } from './queue/plan-composite.js';
import type { Read } from './reads/read.js';
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
  /** By the values of the read. */
  readonly #plans = new WeakMap<Params, Plan>();

  constructor(traits: HubTraits) {
    this.#traits = traits;
  }

  /** Throws `BAD_INPUT`. */
  plan(operation: AnyOperation, given: Params): Plan {
    const checked = checkParams(operation, given);
    if (operation.isComposite) {
      requireShowParam(checked);
      return planComposite(operation, checked, this.#traits, handlers[operation.name]);
    }
    if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY] as GivenEntry[], this.#traits);
    return planOne(operation, checked, this.#traits);
  }

  /** The same for a read, whose values never change. It is planned once. */
  planOfRead({ operation, params }: Pick<Read, 'operation' | 'params'>): Plan {
    const known = this.#plans.get(params);
    if (known) return known;
    const plan = this.plan(operation, params);
    // A plan that depends on the hub's paths may be outdated later.
    if (plan.type === 'ready') this.#plans.set(params, plan);
    return plan;
  }
}
