import { element } from '../base/dom.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { nodeCount, type Rename, updateNames } from '../picking/renames.js';

/** Offers to update the names in other nodes, if there are any. */
export function offerRenames(renames: readonly Rename[]): void {
  if (renames.length === 0) return;
  const notification = red.notify(element('p', {}, words('renames.others', { count: nodeCount(renames) })), {
    fixed: true,
    buttons: [
      { text: words('renames.later'), click: () => notification.close() },
      {
        text: words('renames.update'),
        class: 'primary',
        click: () => {
          notification.close();
          updateNames(renames);
        },
      },
    ],
  });
}
