import { type Hub, isSkipped } from '../../hub/hub.js';
import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn } from '../../hub/lookup/show.js';
import { worstOf } from '../../hub/plan/entry-answers.js';
import type { StepResult } from '../../hub/plan/plan-composite.js';
import { findOperation, tableOperation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';

/** A show, and the result of its `everythingOut`. */
interface EmptiedShow {
  readonly name: string;
  readonly outcome: string;
}

/** Takes everything out on program, in each running show of a hub. Throws a HubError if the shows cannot be read. */
export async function takeEverythingOut(hub: Hub): Promise<EmptiedShow[]> {
  const shows = (await showsOf(hub)).filter(({ running }) => running);
  return Promise.all(
    shows.map(async (show) => ({ name: show.name ?? String(show.id), outcome: await outcomeOf(hub, show) })),
  );
}

async function showsOf(hub: Hub): Promise<readonly Show[]> {
  const read = async (name: typeof SHOWS_READ | typeof LAUNCHER_READ): Promise<unknown> => {
    const result = await hub.run(tableOperation(name), {});
    return isSkipped(result) ? undefined : result.body;
  };
  const { dialect } = hub.snapshot;
  const launcher = dialect === 2 ? read(LAUNCHER_READ).catch(() => undefined) : undefined;
  const shows = showsIn(await read(SHOWS_READ), await launcher, dialect);
  if (!shows) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ });
  return shows;
}

async function outcomeOf(hub: Hub, { id }: Show): Promise<string> {
  const operation = findOperation('everythingOut');
  if (!operation) throw new Error('The table has no everythingOut');
  try {
    const result = await hub.run(operation, { engineId: id, preview: 'program' });
    return isSkipped(result) ? result.outcome : worstOf(result.body as readonly StepResult[]);
  } catch (error) {
    if (error instanceof HubError) return error.outcome;
    throw error;
  }
}
