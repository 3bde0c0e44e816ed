import { objectIn } from './answers.js';
import type { Completion } from './completion.js';
import { mergeRun } from './merge-data.js';

/**
 * Data of a playout item: the new data, merged into the present data if `merge` is set. No document shows whether a hub
 * replaces the data or merges it. The whole data is right for both.
 */
export const itemData: Completion = {
  needs: ({ merge, data }) => merge === true && data !== undefined,

  async complete({ rundownId, itemId }, lookUps, run) {
    const item = objectIn(await lookUps.get('getItem', { rundownId, itemId }, 0), 'getItem');
    return mergeRun(run, item.data);
  },
};
