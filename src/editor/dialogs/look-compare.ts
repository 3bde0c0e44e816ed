import { byId } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { differencesTable, type LookDifference } from './look-differences.js';
import { failureText } from './look-file.js';

/** Starts the button *Compare*: it lists the differences between the look of the dialog and the hub. */
export function offerComparison(id: string): void {
  const [note, box] = [byId<HTMLDivElement>('hub-look-compared'), byId<HTMLDivElement>('hub-look-differences')];
  byId('hub-look-compare').addEventListener('click', async () => {
    box.replaceChildren();
    note.textContent = words('pick.loading');
    const question = { action: 'compare', look: byId('node-input-look').value.trim() };
    try {
      const { entries } = await askEndpoint<{ readonly entries: readonly LookDifference[] }>(['looks', id], question, {
        area: 'hub-look',
      });
      const { length: count } = entries;
      note.textContent = count > 0 ? words('sidebar.looks.states.changed', { count }) : words('sidebar.looks.same');
      if (count > 0) box.replaceChildren(...differencesTable(entries));
    } catch (error) {
      note.textContent = failureText(error);
    }
  });
}
