import { RECENT_MS } from '../lookup/look-ups.js';
import {
  ITEMS_READ,
  itemIn,
  itemName,
  type LinearRow,
  outputName,
  playStateIn,
  statusIn,
} from '../watch/linear-items.js';
import { HubError } from '../wire/errors.js';
import type { Completion } from './completion.js';

/**
 * Plays an item only if it can be played: not if it is `Unavailable` on this output, or not online. If its state is
 * unknown, it is played. The state is newer than the last command of its show (docs/develop/interface.md "Seen in the field", Items).
 */
export const ifAvailable: Completion = {
  needs: ({ onlyIfAvailable }) => onlyIfAvailable === true,

  async complete({ onlyIfAvailable, rundownId, ...values }, lookUps) {
    if (rundownId === undefined) throw new HubError('BAD_INPUT', { sentence: 'stateNeeds', field: 'rundownId' });
    const { engineId, itemId, preview } = values;
    const output = outputName(preview);
    const rundown = { engineId, rundownId };
    const readRow = async () => itemIn(await lookUps.tryGet(ITEMS_READ, rundown, RECENT_MS, RECENT_MS), itemId);
    const isLoaded = (row: LinearRow) => statusIn(row, 'online') !== false;
    const isPlayable = (row: LinearRow) => isLoaded(row) && playStateIn(row, output) !== 'unavailable';
    let row = await readRow();
    // After a load, the hub may still list the state from before it.
    while (row && !isPlayable(row) && (await lookUps.mayLag(ITEMS_READ, rundown))) row = await readRow();
    if (!row || isPlayable(row)) return values;
    throw new HubError('BAD_INPUT', {
      sentence: isLoaded(row) ? 'itemUnavailable' : 'itemNotLoaded',
      item: itemName(row),
      output,
    });
  },
};
