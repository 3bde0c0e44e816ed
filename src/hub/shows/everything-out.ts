import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import { usableRows } from '../complete/answers.js';
import { SHOWS_READ, type Show } from '../lookup/show.js';
import { worstOf } from '../plan/entry-answers.js';
import type { CompositeContext, CompositeHandler, StepResult } from '../plan/plan-composite.js';
import { Rehearsed } from '../records/rehearsal.js';
import { shortText } from '../records/short-json.js';
import { ITEMS_READ, idOfItem, type LinearRow, outputName, playStateIn, statusIn } from '../watch/linear-items.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, isNotFound } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** Characters of a state that are shown. */
const MAX_WORD = 40;

/**
 * Empties an output of a show. The answer lists the steps. On dialect 2 it clears the output, since an item of type
 * `vs` can continue to play after it was taken out. If a hub has no clear command and the show runs, it takes out each
 * `md` item that plays, or whose state is a word that is not described. Other such items stay as they are, with the
 * outcome not-sent (docs/develop/interface.md "Seen in the field", Items). Throws the error of the first command, unless it is
 * that 404.
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

/** The show, if it runs. Throws `CLOSED`. */
async function runningShow(engineId: unknown, { shows }: CompositeContext): Promise<Show | undefined> {
  const all = await shows().catch((error: unknown) => {
    if (error instanceof HubError && error.code !== 'CLOSED') return [];
    throw error;
  });
  return all.find(({ id, running }) => running && isSameId(id, engineId));
}

/**
 * Takes out the items of each rundown. If a rundown cannot be read, its outcome is unknown. Throws the first error of a
 * read or of a state if there were no other steps: then nothing was sent. If a rehearsal begins or its cue ends meanwhile,
 * the steps that are left have the outcome not-sent. Throws `HUB_BAD_ANSWER` for a show without a list of rundowns.
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
      for (const row of rows) if (mayPlay(row, output)) results.push(await takeOut(row));
    } catch (error) {
      if (!(error instanceof HubError) || error.code === 'CLOSED') throw error;
      failures.push(error);
      const { reply } = error;
      results.push({
        operation: ITEMS_READ,
        params,
        outcome: 'unknown',
        ...(reply && { statusCode: reply.statusCode }),
      });
    }
  }
  const [failure] = failures;
  if (failure && failures.length === results.length) throw failure.before(ITEMS_READ, { engineId: output.engineId });
  return results;

  async function takeOut(row: LinearRow): Promise<StepResult> {
    const operation = 'takeItemOut';
    const params = { engineId: output.engineId, itemId: idOfItem(row), preview: output.preview };
    if (row.itemType === 'md')
      return { operation, params, ...(await resultOf(execute(operation, params), results.some(wasSent))) };
    if (playStateOn(row, output) === 'playing') return { operation, params, outcome: 'not-sent' };
    const state = shortText(statusIn(row, outputName(output.preview)), MAX_WORD);
    failures.push(new HubError('HUB_BAD_ANSWER', { cause: `${outputName(output.preview)}: ${state}` }));
    return { operation, params, outcome: 'not-sent', state };
  }
}

const playStateOn = (row: LinearRow, { preview }: Params) => playStateIn(row, outputName(preview));

/** True if the item plays, or if its state is a word that is not described. */
const mayPlay = (row: LinearRow, output: Params): boolean =>
  ['playing', 'unknown'].includes(playStateOn(row, output) ?? '');

/** The items with a state on the output. Throws `HUB_BAD_ANSWER` if the hub reports no state for any of them. */
function rowsIn(items: unknown, output: Params): readonly LinearRow[] {
  const isUsable = (row: unknown): row is LinearRow => isObject(row) && playStateOn(row, output) !== undefined;
  const rows = usableRows(items, isUsable, ITEMS_READ);
  if (!rows) throw new HubError('HUB_BAD_ANSWER', { cause: ITEMS_READ });
  return rows;
}

/** True if the step, and each later one, must not be sent any more. */
const mayNotLeave = (error: unknown): boolean =>
  error instanceof Rehearsed || (error instanceof HubError && error.code === 'CLOSED' && error.outcome === 'not-sent');

const wasSent = ({ operation, outcome }: StepResult): boolean => operation !== ITEMS_READ && outcome !== 'not-sent';

/**
 * The result of one step. After a refusal the other steps follow. Throws the reason if the step must not be sent, unless
 * an earlier one was: then a part was done. Throws `CLOSED` if it was sent.
 */
async function resultOf(
  done: Promise<HubAnswer>,
  isPartly: boolean,
): Promise<Pick<StepResult, 'outcome' | 'statusCode'>> {
  try {
    return { outcome: 'done', statusCode: (await done).statusCode };
  } catch (error) {
    if (isPartly && mayNotLeave(error)) return { outcome: 'not-sent' };
    if (!(error instanceof HubError) || error.code === 'CLOSED') throw error;
    return { outcome: error.outcome, ...(error.reply && { statusCode: error.reply.statusCode }) };
  }
}

/** The answer to all steps. Its status is the worst one, and 200 without steps. */
function answerOf(results: readonly StepResult[]): Omit<HubAnswer, 'elapsed'> {
  const worst = worstOf(results);
  const { statusCode = 200 } = results.find(({ outcome }) => outcome === worst) ?? {};
  return { statusCode, body: results };
}
