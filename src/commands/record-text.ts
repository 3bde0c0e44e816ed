import type { House } from '../house/house.js';
import { refusalText } from './check-text.js';
import { lines, reasonText, text } from './words.js';

/** The end of a recording: the file, and the parts that it does not have, by operation and reason. */
export function recordText(file: string, house: House): string {
  const { reads, missing, blanked } = house;
  return [
    `${text('record.written', { file, reads: reads.length })}\n`,
    blanked > 0 ? `${text('record.blanked', { count: blanked })}\n` : '',
    lines(
      'record.refused',
      counts(
        reads.flatMap(({ operation, refusal }) =>
          refusal === undefined ? [] : [`${operation}: ${refusalText(String(refusal), reasonText)}`],
        ),
      ),
    ),
    lines('record.missing', counts(missing.map(({ operation, reason }) => `${operation}: ${reasonText(reason)}`))),
    missing.some(({ reason }) => reason !== 'limit') ? `${text('record.again')}\n` : '',
  ].join('');
}

/** True if a read has no answer for another reason than a limit. 404 is an answer: this hub does not have it. */
export const hasGaps = ({ reads, missing }: House): boolean =>
  reads.some(({ refusal = 404 }) => refusal !== 404) || missing.some(({ reason }) => reason !== 'limit');

/** Each row once, with its number. */
function counts(rows: readonly string[]): string[] {
  const counted = new Map<string, number>();
  for (const row of rows) counted.set(row, (counted.get(row) ?? 0) + 1);
  return [...counted].map(([row, count]) => `${row} (${count})`);
}
