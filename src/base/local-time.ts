/** A day in s. Also the time of day `24:00`. */
export const DAY_S = 86_400;

const MINUTE_MS = 60_000;

const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset() * MINUTE_MS;

/**
 * The first and the last time at which clocks show a time of a day, in ms since the epoch. They differ only in the night
 * in which clocks go back. A time that clocks skip is the moment at which they go forward. `day`: any time of the day.
 */
export function timesOn(day: number, seconds: number): readonly [first: number, last: number] {
  const date = new Date(day);
  const shown = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 0, 0, seconds);
  // Clocks change at most once within two days. Some change by half an hour.
  const offsets = [-DAY_S, DAY_S].map((s) => offsetAt(shown + s * 1000));
  const [first, last] = [shown - Math.max(...offsets), shown - Math.min(...offsets)];
  const [isFirst, isLast] = [first, last].map((at) => at + offsetAt(at) === shown);
  if (isFirst || isLast) return [isFirst ? first : last, isLast ? last : first];
  let change = Math.floor(first / MINUTE_MS) * MINUTE_MS;
  while (offsetAt(change) === offsetAt(first)) change += MINUTE_MS;
  return [change, change];
}

/** The start of the day after the day of a time, in ms since the epoch. */
export const nextDay = (at: number): number => timesOn(at, DAY_S)[0];

/** The offset of local time, for example `UTC+02:00`. A spreadsheet keeps it as text. */
export function offsetText(at: number): string {
  const minutes = offsetAt(at) / MINUTE_MS;
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${[hours, rest].map((each) => String(each).padStart(2, '0')).join(':')}`;
}
