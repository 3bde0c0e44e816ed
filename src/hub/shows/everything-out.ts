import { isObject } from '../base/is-object.js';
import { usableRows } from '../complete/answers.js';
import { ITEMS_READ, idOfItem, type LinearRow, outputName, statusIn } from '../lookup/linear-items.js';
import { SHOWS_READ, type Show } from '../lookup/show.js';
import { worstOf } from '../queue/entry-answers.js';
import type { CompositeContext, CompositeHandler, StepResult } from '../queue/plan-composite.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, isNotFound } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/**
 * Empties an output of a show; the answer lists what was done. On dialect 2 by a clear, since an item of type `vs` that is
 * taken out can go on playing. A hub that has no clear is told, while the show runs, to take out each `md` item that
 * plays there; what else plays there stays on, and is told as not sent (docs/interface.md "Seen in the field", Items).
 * Throws what the first command ends in, unless it is that 404.
 */
export const everythingOut: CompositeHandler = async ({ engineId, preview }, context) => {
  const { dialect, execute } = context;
  const operation = dialect === 1 ? 'takeOut' : 'clearOutput';
  const params = { engineId, preview };
  try {
    const { statusCode } = await execute(operation, params);
    return answerOf([{ operation, params, outcome: 'done', statusCode }]);
  } catch (error) {
    if (dialect === 1 || !isNotFound(error)) throw error;
    const show = await runningShow(engineId, context);
    if (!show) throw error;
    return answerOf(await itemByItem(show, params, context));
  }
};

/** The show, if it is known to run. Throws `CLOSED`. */
async function runningShow(engineId: unknown, { shows }: CompositeContext): Promise<Show | undefined> {
  const all = await shows().catch((error: unknown) => {
    if (error instanceof HubError && error.code !== 'CLOSED') return [];
    throw error;
  });
  return all.find(({ id, running }) => running && String(id) === String(engineId));
}

/**
 * Rundown by rundown. Where one cannot be read, nobody knows what of it goes on playing. Throws what the first read
 * failed in if nothing else is to report: then nothing was sent. Throws `HUB_BAD_ANSWER` for a show without a list.
 */
async function itemByItem({ rundowns }: Show, output: Params, { execute }: CompositeContext): Promise<StepResult[]> {
  if (!rundowns) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ }).before(SHOWS_READ);
  const results: StepResult[] = [];
  const failures: HubError[] = [];
  // Some hubs list a rundown twice.
  for (const rundownId of new Map(rundowns.map((id) => [String(id), id])).values()) {
    const params = { engineId: output.engineId, rundownId };
    try {
      const rows = rowsIn((await execute(ITEMS_READ, params)).body, output);
      for (const row of rows) if (plays(row, output)) results.push(await takeOut(row));
    } catch (error) {
      if (!(error instanceof HubError) || error.code === 'CLOSED') throw error;
      failures.push(error);
      const { said } = error;
      results.push({ operation: ITEMS_READ, params, outcome: 'unknown', ...(said && { statusCode: said.statusCode }) });
    }
  }
  const [failure] = failures;
  if (failure && failures.length === results.length) throw failure.before(ITEMS_READ);
  return results;

  async function takeOut(row: LinearRow): Promise<StepResult> {
    const operation = 'takeItemOut';
    const params = { engineId: output.engineId, itemId: idOfItem(row), preview: output.preview };
    if (row.itemType !== 'md') return { operation, params, outcome: 'not-sent' };
    return { operation, params, ...(await resultOf(execute(operation, params))) };
  }
}

const stateOf = (row: LinearRow, { preview }: Params): unknown => statusIn(row, outputName(preview));

const plays = (row: LinearRow, output: Params): boolean => stateOf(row, output) === 'Playing';

/** The items whose state on the output is known. Throws `HUB_BAD_ANSWER` where the hub tells it of none. */
function rowsIn(items: unknown, output: Params): readonly LinearRow[] {
  const isUsable = (row: unknown): row is LinearRow => isObject(row) && typeof stateOf(row, output) === 'string';
  const rows = usableRows(items, isUsable, ITEMS_READ);
  if (!rows) throw new HubError('HUB_BAD_ANSWER', { cause: ITEMS_READ });
  return rows;
}

/** The result of one step. A refusal does not end the others. Throws `CLOSED`, which does. */
async function resultOf(done: Promise<HubAnswer>): Promise<Pick<StepResult, 'outcome' | 'statusCode'>> {
  try {
    return { outcome: 'done', statusCode: (await done).statusCode };
  } catch (error) {
    if (!(error instanceof HubError) || error.code === 'CLOSED') throw error;
    return { outcome: error.outcome, ...(error.said && { statusCode: error.said.statusCode }) };
  }
}

/** The answer to all steps. Its status is that of the worst, and 200 if there were none. */
function answerOf(results: readonly StepResult[]): Omit<HubAnswer, 'elapsed'> {
  const worst = worstOf(results);
  const { statusCode = 200 } = results.find(({ outcome }) => outcome === worst) ?? {};
  return { statusCode, body: results };
}
