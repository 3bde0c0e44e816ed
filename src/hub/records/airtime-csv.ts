import { csv, csvDate, csvDuration, csvName, csvTime } from '../../base/csv.js';
import type { Airtime } from './airtimes.js';

const DAY_MS = 24 * 3600 * 1000;

/** The time of a day as `18:30` or `18:30:15`, as ms since the epoch. Undefined for another text. */
export function timeOn(midnight: number, text: string): number | undefined {
  const [, hours, minutes, seconds = 0] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  return hours === undefined ? undefined : new Date(midnight).setHours(Number(hours), Number(minutes), Number(seconds));
}

/** A show can end after midnight: the end of a period is after its start. */
export const endAfter = (from: number, to: number): number => (to > from ? to : to + DAY_MS);

/** The rows that were on air between two times. */
export const airtimesBetween = (rows: readonly Airtime[], from: number, to: number): Airtime[] =>
  rows.filter((row) => row.in < to && (row.out ?? Number.POSITIVE_INFINITY) > from);

/** The columns of the table, by the key of their heading in the catalogue. */
const COLUMNS = ['graphic', 'where', 'date', 'in', 'out', 'length', 'who', 'state'];

/** The as-run table for a spreadsheet. `text` gives the words of `asRun` in the catalogue. */
export function airtimeCsv(rows: readonly Airtime[], text: (key: string) => string): string {
  const cells = rows.map((row) => [
    row.graphic === undefined ? text('next') : csvName(row.graphic),
    csvName(row.where),
    csvDate(row.in),
    csvTime(row.in),
    row.out === undefined ? '' : csvTime(row.out),
    row.out === undefined ? '' : csvDuration(row.out - row.in),
    row.who === undefined ? text('others') : csvName(row.who),
    text(row.isUnknown ? 'unknown' : row.out === undefined ? 'onAir' : 'confirmed'),
  ]);
  return csv([COLUMNS.map(text), ...cells]);
}
