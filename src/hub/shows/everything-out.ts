import { isObject } from '../base/is-object.js';
import { ITEMS_READ, idOfItem, type LinearRow, statusIn, wordFor } from '../lookup/linear-items.js';
import type { Show } from '../lookup/show.js';
import { HubError, isNotFound } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { Doing, Means } from './doing.js';
import { answerOf, type Entry, endOf } from './entry.js';

/**
 * Empties an output of a show; the answer lists what was done. On dialect 2 by a clear, since an item of type `vs` that is
 * taken out can go on playing. A hub that has no clear is told, while the show runs, to take out each `md` item that
 * plays there; what else plays there stays on, and is told as not sent (docs/interface.md "Seen in the field", Items).
 * Throws what the first command ends in, unless it is that 404.
 */
export const everythingOut: Doing = async ({ engineId, preview }, means) => {
  const { dialect, carry } = means;
  const operation = dialect === 1 ? 'takeOut' : 'clearOutput';
  const params = { engineId, preview };
  try {
    const { statusCode } = await carry(operation, params);
    return answerOf([{ operation, params, outcome: 'done', statusCode }]);
  } catch (error) {
    if (dialect === 1 || !isNotFound(error)) throw error;
    const show = await runningShow(engineId, means);
    if (!show) throw error;
    return answerOf(await itemByItem(show, params, means));
  }
};

/** The show, if it is known to run. Throws `CLOSED`. */
async function runningShow(engineId: unknown, { shows }: Means): Promise<Show | undefined> {
  const all = await shows().catch((error: unknown) => {
    if (error instanceof HubError && error.code !== 'CLOSED') return [];
    throw error;
  });
  return all.find(({ id, running }) => running && String(id) === String(engineId));
}

/** Rundown by rundown; where one cannot be read, nobody knows what of it goes on playing. */
async function itemByItem({ rundowns }: Show, output: Params, { carry }: Means): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const rundownId of rundowns) {
    const rundown = { engineId: output.engineId, rundownId };
    const read = carry(ITEMS_READ, rundown);
    const end = await endOf(read);
    const items = end.outcome === 'done' ? (await read).body : undefined;
    if (!Array.isArray(items)) entries.push({ operation: ITEMS_READ, params: rundown, ...end, outcome: 'unknown' });
    else for (const row of items.filter(isObject)) if (plays(row, output)) entries.push(await takeOut(row));
  }
  return entries;

  async function takeOut(row: LinearRow): Promise<Entry> {
    const operation = 'takeItemOut';
    const params = { engineId: output.engineId, itemId: idOfItem(row), preview: output.preview };
    if (row.itemType !== 'md') return { operation, params, outcome: 'not-sent' };
    return { operation, params, ...(await endOf(carry(operation, params))) };
  }
}

const plays = (row: LinearRow, { preview }: Params): boolean => statusIn(row, wordFor(preview)) === 'Playing';
