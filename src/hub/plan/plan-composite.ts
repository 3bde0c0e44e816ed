import type { Ask } from '../lookup/moved-paths.js';
import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn } from '../lookup/show.js';
import type { Dialect } from '../table/operation.js';
import { type CompositeOperation, type OperationName, tableOperation } from '../table/operations.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import { claimsOf } from './claims.js';
import { type EntryAnswer, worstOf } from './entry-answers.js';
import type { HubTraits, SteppedPlan } from './plan.js';

/** The hub for a composite operation. All its requests share one deadline. Each function throws a HubError. */
export interface CompositeContext {
  readonly dialect: Dialect;
  /** Carries out an operation of the table. */
  execute(operation: OperationName, params: Params): Promise<HubAnswer>;
  /** All shows as they are now. */
  shows(): Promise<readonly Show[]>;
}

/** Carries out a composite operation. Throws a HubError. */
export type CompositeHandler = (checked: Params, context: CompositeContext) => Promise<Omit<HubAnswer, 'elapsed'>>;

/** The result of one step: an operation of the table that was done or was not done. */
export interface StepResult {
  readonly operation: OperationName;
  readonly params: Params;
  readonly outcome: EntryAnswer['outcome'];
  /** Undefined if the hub did not answer. */
  readonly statusCode?: number;
  /** The state of an item that the hub reported in a word that is not described, so that nothing was sent. */
  readonly state?: string;
}

/**
 * Plans a composite operation with checked values. It has one place in its lane, one expiry and one deadline. A command
 * answers the results of its steps.
 */
export function planComposite(
  operation: CompositeOperation,
  params: Params,
  traits: HubTraits,
  handler: CompositeHandler,
): SteppedPlan {
  const { kind } = operation;
  const steps = async (ask: Ask): Promise<HubAnswer> => {
    let elapsed = 0;
    const timed: Ask = async (request) => {
      const answer = await ask(request);
      elapsed += answer.elapsed;
      return answer;
    };
    return { ...(await handler(params, contextOf(timed, traits))), elapsed };
  };
  return {
    type: 'steps',
    operation,
    kind,
    claims: claimsOf(operation, params, traits.runsRe5),
    params,
    steps,
    ...(kind !== 'read' && { outcomeIn: (body: unknown) => worstOf(body as readonly StepResult[]) }),
  };
}

function contextOf(ask: Ask, { movedPaths, dialect }: HubTraits): CompositeContext {
  async function execute(name: OperationName, params: Params): Promise<HubAnswer> {
    const operation = tableOperation(name);
    return movedPaths.ask(operation, checkParams(operation, params), ask);
  }

  /** Undefined if the launcher refuses the key. */
  async function launcher(): Promise<unknown> {
    try {
      return (await execute(LAUNCHER_READ, {})).body;
    } catch (error) {
      if (error instanceof HubError && error.outcome === 'refused') return undefined;
      throw error;
    }
  }

  async function shows(): Promise<readonly Show[]> {
    const { body } = await execute(SHOWS_READ, {});
    const all = showsIn(body, dialect === 2 ? await launcher() : undefined, dialect);
    if (!all) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ });
    return all;
  }

  return { dialect, execute, shows };
}
