import { csv, csvDate, csvDuration, csvName, csvTime } from '../../base/csv.js';
import { DAY_S, nextDay, offsetText, timesOn } from '../../base/local-time.js';
import type { Airtime } from './airtimes.js';

/** The time of a day as `18:30`, `18:30:15` or `24:00`, in s since its start. Undefined for another text. */
export function secondsOf(text: string): number | undefined {
  if (/^24:00(:00)?$/.test(text)) return DAY_S;
  const [, hours, minutes, seconds = 0] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * The period between two times of the day that begins at `day`, in ms. A show can end after midnight: the end of a period
 * is after its start. In the night in which clocks go back, the period has both hours.
 */
export function periodOn(day: number, from: number, to: number): readonly [start: number, end: number] {
  const [start] = timesOn(day, from);
  if (to === DAY_S) return [start, nextDay(day)];
  return [start, timesOn(to > from ? day : nextDay(day), to)[1]];
}

/** The rows that were on air between two times. */
export const airtimesBetween = (rows: readonly Airtime[], from: number, to: number): Airtime[] =>
  rows.filter((row) => row.in < to && (row.out ?? Number.POSITIVE_INFINITY) > from);

/** The columns of the table, by the key of their heading in the catalogue. The last one is the UTC offset of *In*. */
const COLUMNS = ['graphic', 'where', 'date', 'in', 'out', 'length', 'who', 'state', 'offset'];

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
    offsetText(row.in),
  ]);
  return csv([COLUMNS.map(text), ...cells]);
}
