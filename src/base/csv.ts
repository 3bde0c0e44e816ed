/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table for spreadsheets: CSV as in RFC 4180, in UTF-8. A text is never run as a formula. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A date as spreadsheets read it, in local time: `2026-11-25`. */
export function csvDate(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A time of the day as spreadsheets read it, in local time: `18:03:12`. */
export const csvTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);

/** A duration as spreadsheets read it, in ms: `0:01:23`. */
export function csvDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A text that a spreadsheet would read as a date, a time or another number. Examples: `2:1`, `1/2`, `007`, `1e5`. */
const NUMBER = /^\d[\d\s.,:/e%-]*$/i;
const PLAIN_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** A name that stays as it is in a spreadsheet. */
export const csvName = (text: string): string => (NUMBER.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);
