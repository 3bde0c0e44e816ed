import { failedEntries, type LookEntry } from '../../../looks/entries.js';
import { textOf } from '../../../looks/look.js';
import { words } from '../../base/words.js';
import { moreText } from '../../dialogs/look-differences.js';
import { OUTCOMES } from '../journal/journal-row.js';

/** Failed values in the text of a result. */
const MAX_FAILED = 10;

/** The result of a recall or a restore. */
export function resultText(entries: readonly LookEntry[]): string {
  const failed = failedEntries(entries);
  if (failed.length > 0) {
    const values = failed.slice(0, MAX_FAILED).map((entry) => `${textOf(entry)} (${outcomeText(entry)})`);
    return words('sidebar.looks.failed', { values: [...values, ...moreText(failed.length - MAX_FAILED)].join(', ') });
  }
  if (entries.some(({ outcome }) => outcome === 'rehearsal')) return words('sidebar.looks.rehearsed');
  return words('sidebar.looks.done', { count: entries.filter(({ outcome }) => outcome === 'done').length });
}

const outcomeText = ({ outcome }: LookEntry): string =>
  words(`sidebar.${OUTCOMES.some((each) => each === outcome) ? 'journal' : 'looks'}.outcomes.${outcome}`);
