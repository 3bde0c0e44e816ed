import { printable, printableName } from '../base/display.js';
import type { Comparison } from '../recording/compare.js';
import { isLimit, type Recording, readKey } from '../recording/recording.js';
import { fullName, type Thing, thingsOf } from '../recording/things.js';
import { kindName, lines, text } from '../texts/report-texts.js';

/** The differences between two recordings, by name and kind. */
export function comparisonText(before: Recording, after: Recording, comparison: Comparison): string {
  const { added, removed, renamed, moved, replaced, unread } = comparison;
  const [earlier, later] = [thingsOf(before), thingsOf(after)];
  const old = (thing: Thing) => printableName(fullName(thing, earlier));
  const now = (thing: Thing) => printableName(fullName(thing, later));
  const named = (thing: Thing, name: string) => `${kindName(thing.kind)}: ${name}`;
  const report = [
    before.hub.dialect === after.hub.dialect
      ? ''
      : `${text('diff.revision', { before: before.hub.dialect, after: after.hub.dialect })}\n`,
    lines(
      'diff.added',
      added.map((thing) => named(thing, now(thing))),
    ),
    lines(
      'diff.removed',
      removed.map((thing) => named(thing, old(thing))),
    ),
    lines(
      'diff.renamed',
      renamed.map((change) => named(change.after, `${old(change.before)} → ${printableName(change.after.name)}`)),
    ),
    lines(
      'diff.moved',
      moved.map((change) => named(change.after, `${old(change.before)} → ${now(change.after)}`)),
    ),
    lines(
      'diff.replaced',
      replaced.map((change) => named(change.after, `${now(change.after)} (${idsOf(change.before, change.after)})`)),
    ),
    lines('diff.unread', unread.map(readText)),
  ].join('');
  return report || `${text('diff.same')}\n`;
}

const idsOf = (before: Thing, after: Thing): string => printable(`${before.id} → ${after.id}`);

/** Example: `listNodes engineId=4`. */
function readText(key: string): string {
  const parts: unknown = JSON.parse(key);
  return printableName(Array.isArray(parts) ? parts.join(' ') : key);
}

/** False if only lists beyond a limit of a recording could not be compared. */
export function hasDifferences(before: Recording, after: Recording, { unread, ...changes }: Comparison): boolean {
  const limited = new Set([...before.missing, ...after.missing].filter(isLimit).map((gap) => readKey(gap)));
  return (
    before.hub.dialect !== after.hub.dialect ||
    Object.values(changes).some((things) => things.length > 0) ||
    unread.some((key) => !limited.has(key))
  );
}
