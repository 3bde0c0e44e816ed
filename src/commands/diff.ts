import { parseArgs } from 'node:util';
import { printable, printableName } from '../base/display.js';
import { type Comparison, compareRecordings, fullName, type Thing, thingsOf } from '../recording/compare.js';
import { isLimit, type Recording, readKey } from '../recording/recording.js';
import { kindName, lines, text } from '../texts/report-texts.js';
import { CONNECTION_OPTIONS, refuseSecrets } from './connection.js';
import { checkFlowFile } from './flow-file.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { CommandFailure, WrongUsage } from './run-command.js';
import { DIFF_LIMITS, recordingOf } from './source.js';
import { interruption } from './terminal.js';

const OPTIONS = {
  ...CONNECTION_OPTIONS,
  ...LIMIT_OPTIONS,
  flows: { type: 'string' },
  hub: { type: 'string' },
} as const;

/** `graphics-hub diff`: 0 if nothing differs or is missing, 1 if something does, 2 if it could not compare. */
export async function diff(line: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: line, allowPositionals: true, options: OPTIONS });
  refuseSecrets(values);
  const { flows, hub } = values;
  const [first, second] = positionals;
  const isComplete = positionals.length === (flows === undefined ? 2 : 1) && (hub === undefined || flows !== undefined);
  if (first === undefined || !isComplete) throw new WrongUsage(text('diff.usage'));
  const interrupted = interruption();
  if (flows !== undefined) return checkFlowFile(flows, first, hub, values, interrupted);
  const limits = limitsFrom(values, DIFF_LIMITS);
  const before = await recordingOf(first, values, limits, interrupted);
  const after = await recordingOf(second ?? '', values, limits, interrupted);
  return compare(before, after);
}

function compare(before: Recording, after: Recording): number {
  if (before.isAnonymous !== after.isAnonymous) throw new CommandFailure(text('diff.anonymous'));
  const comparison = compareRecordings(before, after);
  process.stdout.write(comparisonText(before, after, comparison));
  return hasDifferences(before, after, comparison) ? 1 : 0;
}

/** The differences between two recordings, by name and kind. */
function comparisonText(before: Recording, after: Recording, comparison: Comparison): string {
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
function hasDifferences(before: Recording, after: Recording, { unread, ...changes }: Comparison): boolean {
  const limited = new Set([...before.missing, ...after.missing].filter(isLimit).map((gap) => readKey(gap)));
  return (
    before.hub.dialect !== after.hub.dialect ||
    Object.values(changes).some((things) => things.length > 0) ||
    unread.some((key) => !limited.has(key))
  );
}
