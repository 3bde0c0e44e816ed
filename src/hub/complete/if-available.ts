import { ITEMS_READ, itemIn, itemName, outputName, playStateIn, statusIn } from '../lookup/linear-items.js';
import { RECENT_MS } from '../lookup/lookup-cache.js';
import { HubError } from '../wire/errors.js';
import type { Completion } from './completion.js';

/**
 * Plays an item only if it can be played: not if it is `Unavailable` on this output, or not online. If its state is
 * unknown, it is played (docs/interface.md "Seen in the field", Items).
 */
export const ifAvailable: Completion = {
  needs: ({ onlyIfAvailable }) => onlyIfAvailable === true,

  async complete({ onlyIfAvailable, rundownId, ...values }, lookUps) {
    if (rundownId === undefined) throw new HubError('BAD_INPUT', { sentence: 'stateNeeds', field: 'rundownId' });
    const { engineId, itemId, preview } = values;
    const row = itemIn(await lookUps.tryGet(ITEMS_READ, { engineId, rundownId }, RECENT_MS, RECENT_MS), itemId);
    if (!row) return values;
    const isLoaded = statusIn(row, 'online') !== false;
    const output = outputName(preview);
    if (isLoaded && playStateIn(row, output) !== 'unavailable') return values;
    const item = itemName(row);
    throw new HubError('BAD_INPUT', { sentence: isLoaded ? 'itemUnavailable' : 'itemNotLoaded', item, output });
  },
};
