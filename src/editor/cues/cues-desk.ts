import { listKey } from '../../cues/list.js';
import { type CuesNode, listNameOf } from '../base/cue-lists.js';
import { red } from '../base/red.js';
import type { Desk } from '../desk/desk.js';
import type { NewNames } from '../desk/new-names.js';
import { UsesBar } from '../desk/uses-bar.js';

/** The cues of a list. */
const CUES: Desk = {
  ...{ type: 'hub-cues', field: 'cue', nodeField: 'cuesNode' },
  texts: { uses: 'cues.edit.uses', update: 'cues.edit.updateNumbers' },
  needsName: ({ cueOperation }) => cueOperation === 'goto',
  isSame: (one, other) => listKey(listNameOf(one as CuesNode)) === listKey(listNameOf(other as CuesNode)),
};

/** Offers to change the nodes that have the old numbers of cues. `id` is a node with their list. */
export async function offerNewNumbers(id: string, numbers: NewNames): Promise<void> {
  const bar = new UsesBar(CUES, () => notification.close());
  if (!(await bar.offer(id, numbers))) return;
  const notification = red.notify(bar.element, { fixed: true, buttons: [] });
}
