import { roundForDisplay } from '../../base/display.js';

/**
 * The first `maxLength` characters of a plain value as JSON with rounded numbers. It reads only this part of the value,
 * and keeps no reference to it.
 */
export function shortJson(value: unknown, maxLength: number): string {
  const parts: string[] = [];
  write(value, parts, maxLength);
  return truncate(parts.join(''), maxLength);
}

/** A text as it is, other values as JSON. Both are cut. */
export const shortText = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? truncate(value, maxLength) : shortJson(value, maxLength);

/** The end of a cut text. */
export const ELLIPSIS = '…';

/** The first `maxLength` characters. It makes a copy, because a part of a long text would keep all of it in memory. */
export const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${Buffer.from(text.slice(0, maxLength)).toString()}${ELLIPSIS}` : text;

/** Adds a value to the parts. Returns the number of characters that still fit. */
function write(value: unknown, parts: string[], limit: number): number {
  let room = limit;
  const add = (text: string) => {
    parts.push(text);
    room -= text.length;
    return room;
  };
  if (room < 0) return room;
  if (typeof value === 'string') return add(JSON.stringify(value.slice(0, room + 1)));
  if (typeof value === 'number') return add(String(roundForDisplay(value)));
  if (typeof value !== 'object' || value === null) return add(String(value));
  const isList = Array.isArray(value);
  add(isList ? '[' : '{');
  let comma = '';
  for (const key in value) {
    if (room < 0) break;
    add(isList ? comma : `${comma}${JSON.stringify(key.slice(0, room + 1))}:`);
    room = write(value[key as keyof typeof value], parts, room);
    comma = ',';
  }
  return add(isList ? ']' : '}');
}
