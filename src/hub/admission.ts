import { planBatch } from './queue/batch.js';
import { type HubTraits, type Plan, planOne } from './queue/plan.js';
import { planComposed } from './shows/plan-composed.js';
import { WHOLE_BODY } from './table/operation.js';
import type { Offered } from './table/operations.js';
import type { GivenEntry } from './table/schemas/batch.js';
import { checkParams, type Params } from './wire/request.js';

/** The door to one hub: what is asked for becomes a plan, or is refused. */
export class Admission {
  readonly #traits: HubTraits;
  /** By the values that they were made for. */
  readonly #plans = new WeakMap<Params, Plan>();

  constructor(traits: HubTraits) {
    this.#traits = traits;
  }

  /** Throws `BAD_INPUT`. */
  plan(operation: Offered, given: Params): Plan {
    return this.#plans.get(given) ?? this.#plan(operation, given);
  }

  /** The same for what is asked every second with values that nobody changes: it is planned once. */
  planOnce(operation: Offered, params: Params): void {
    if (this.#plans.has(params)) return;
    const plan = this.#plan(operation, params);
    // Not where the hub may answer at another place by now.
    if (plan.type === 'ready') this.#plans.set(params, plan);
  }

  #plan(operation: Offered, given: Params): Plan {
    const checked = checkParams(operation, given);
    if ('composed' in operation) return planComposed(operation, checked, this.#traits);
    if (operation.area === 'batch') return planBatch(operation, checked[WHOLE_BODY] as GivenEntry[], this.#traits);
    return planOne(operation, checked, this.#traits);
  }
}
