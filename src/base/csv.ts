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

/** A time as spreadsheets read it, in local time: `2026-11-25 18:03:12`. */
export function csvTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${date.toTimeString().slice(0, 8)}`;
}
