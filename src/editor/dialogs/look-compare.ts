import type { Problem } from '../../hub/words/problem.js';
import { byId } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { problemSentence } from '../picking/runtime-api.js';
import { differencesTable, type LookDifference } from './look-differences.js';
import { endpoint, failureText } from './look-file.js';

type Answer = { readonly entries: readonly LookDifference[] } | { readonly problem: Problem };

/** Starts the button *Compare*: it lists the differences between the look of the dialog and the hub. */
export function offerComparison(id: string): void {
  const [note, box] = [byId<HTMLDivElement>('hub-look-compared'), byId<HTMLDivElement>('hub-look-differences')];
  byId('hub-look-compare').addEventListener('click', async () => {
    box.replaceChildren();
    note.textContent = words('pick.loading');
    try {
      const answer = await compare(id, byId('node-input-look').value.trim());
      if ('problem' in answer) note.textContent = problemSentence(answer.problem);
      else {
        const { length: count } = answer.entries;
        note.textContent = count > 0 ? words('sidebar.looks.states.changed', { count }) : words('sidebar.looks.same');
        if (count > 0) box.replaceChildren(...differencesTable(answer.entries));
      }
    } catch (error) {
      note.textContent = failureText(error, 'write');
    }
  });
}

async function compare(id: string, look: string): Promise<Answer> {
  const data = JSON.stringify({ action: 'compare', look });
  return (await askEndpoint({ url: endpoint(id), method: 'POST', contentType: 'application/json', data })) as Answer;
}
