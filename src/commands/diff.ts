import { parseArgs } from 'node:util';
import { compareRecordings } from '../recording/compare.js';
import type { Recording } from '../recording/recording.js';
import { text } from '../texts/report-texts.js';
import { CONNECTION_OPTIONS, refuseSecrets } from './connection.js';
import { comparisonText, hasDifferences } from './diff-text.js';
import { CommandFailure, WrongUsage } from './failure.js';
import { checkFlowFile } from './flow-file.js';
import { interruption } from './interruption.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { DIFF_LIMITS, recordingOf } from './source.js';

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
