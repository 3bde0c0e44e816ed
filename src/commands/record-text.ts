import { failureText, refusalText } from '../recording/check-text.js';
import { isLimit, type Recording } from '../recording/recording.js';
import { lines, reasonText, text } from '../texts/report-texts.js';

/** The end of a recording: the file, and the parts that it does not have, by operation and reason. */
export function recordText(file: string, recording: Recording): string {
  const { reads, missing, blanked } = recording;
  return [
    `${text('record.written', { file, reads: reads.length })}\n`,
    blanked > 0 ? `${text('record.blanked', { count: blanked })}\n` : '',
    lines(
      'record.refused',
      counts(
        reads.flatMap(({ operation, refusal }) =>
          refusal === undefined ? [] : [[`${operation}: ${refusalText(String(refusal), reasonText)}`, 1] as const],
        ),
      ),
    ),
    lines(
      'record.missing',
      counts(
        missing.map(
          ({ operation, reason, count = 1 }) =>
            [`${operation}: ${failureText(operation, reason, reasonText)}`, count] as const,
        ),
      ),
    ),
    missing.some((gap) => !isLimit(gap) && gap.reason !== 'size') ? `${text('record.again')}\n` : '',
  ].join('');
}

/** True if a read has no answer for another reason than a limit. 404 is an answer: this hub does not have it. */
export const hasGaps = ({ reads, missing }: Recording): boolean =>
  reads.some(({ refusal = 404 }) => refusal !== 404) || missing.some((gap) => !isLimit(gap));

/** Each row once, with its number. */
function counts(rows: readonly (readonly [row: string, count: number])[]): string[] {
  const counted = new Map<string, number>();
  for (const [row, count] of rows) counted.set(row, (counted.get(row) ?? 0) + count);
  return [...counted].map(([row, count]) => `${row} (${count})`);
}
