import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn } from '../lookup/show.js';
import type { Ask } from '../lookup/whereabouts.js';
import { type EntryAnswer, worstOf } from '../queue/entry-answers.js';
import { claimsOf, type HubTraits, type Plan } from '../queue/plan.js';
import type { Composed, ComposedName } from '../table/composed.js';
import type { Operation } from '../table/operation.js';
import { tableOperation } from '../table/operations.js';
import type { Answer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import type { Doing, Means } from './doing.js';
import { everythingOut } from './everything-out.js';
import { getShow } from './get-show.js';
import { checkNamed } from './which-show.js';

const doings: Record<ComposedName, Doing> = { everythingOut, getShow };

/**
 * Plans what is composed of several operations: in one place of its lane, under one expiry and one deadline. Its values
 * are checked. Throws `BAD_INPUT` where no show is named.
 */
export function planComposed(operation: Composed, params: Params, traits: HubTraits): Plan {
  checkNamed(params);
  const { name, kind } = operation;
  const steps = async (ask: Ask): Promise<Answer> => {
    const means = meansOf(ask, traits);
    return { ...(await doings[name](params, means)), elapsed: means.elapsed };
  };
  return {
    type: 'steps',
    operation,
    kind,
    claims: claimsOf(operation, params, traits),
    slot: '',
    params,
    steps,
    ...(kind !== 'read' && { outcomeIn: (body: unknown) => worstOf(body as Pick<EntryAnswer, 'outcome'>[]) }),
  };
}

/** Requests built from the table; `elapsed` is how long they took together, in ms. */
function meansOf(ask: Ask, { where, dialect }: HubTraits): Means & { readonly elapsed: number } {
  let elapsed = 0;

  async function carry(name: string, params: Params): Promise<Answer> {
    const operation = tableOperation(name) as Operation;
    const answer = await where.ask(operation, checkParams(operation, params), ask);
    elapsed += answer.elapsed;
    return answer;
  }

  /** What the launcher tells, if it tells: its module may not be open to the key. */
  async function launcher(): Promise<unknown> {
    try {
      return (await carry(LAUNCHER_READ, {})).body;
    } catch (error) {
      if (error instanceof HubError && error.outcome === 'refused') return undefined;
      throw error;
    }
  }

  async function shows(): Promise<readonly Show[]> {
    const { body } = await carry(SHOWS_READ, {});
    const known = showsIn(body, dialect === 2 ? await launcher() : undefined, dialect);
    if (!known) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ });
    return known;
  }

  return {
    dialect,
    carry,
    shows,
    get elapsed() {
      return elapsed;
    },
  };
}
