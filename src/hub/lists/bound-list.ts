import { cut, firstName } from '../../base/display.js';
import type { Candidate } from './rule.js';

/** One entry of a list. */
export interface ListRow {
  /** The value for the parameter: an id, a path or a key. */
  readonly value: string | number;
  /** The name for people, at most 200 characters. The value as text if the hub has no name. */
  readonly label: string;
  /** An addition by the hub. Example: `loaded` for a linear rundown. */
  readonly note?: string;
  /** The present value, unless it is too long. */
  readonly present?: unknown;
  /** The only engine of the hub. The editor sets this. */
  readonly alone?: boolean;
}

/** The shown part of a list, and the number of further entries. */
export interface List {
  /** At most 20,000 entries, without duplicates, in the order of the hub. */
  readonly entries: readonly ListRow[];
  /** The number of entries that were left out, because the list or one of its values is too long. */
  readonly more: number;
}

/** Limits of a list, so that no hub can flood a browser: entries, characters of a part, bytes of the whole. */
const MAX_ENTRIES = 20_000;
const MAX_TEXT = 200;
const MAX_VALUE = 2000;
const MAX_PRESENT = 4000;
const MAX_BYTES = 7.5 * 1024 * 1024;

/** A list without duplicates and empty values, cut at the limits. */
export function boundList(candidates: readonly Candidate[]): List {
  const values = new Set<unknown>();
  const rows: [ListRow, unknown][] = [];
  let remainingBytes = MAX_BYTES;
  let more = 0;
  for (const { value, label, note, present } of candidates) {
    if (!isValue(value) || values.has(value)) continue;
    values.add(value);
    const entry = {
      value,
      label: shortText(firstName(label, value)),
      ...(isValue(note) && { note: shortText(note) }),
    };
    const size = sizeOf(JSON.stringify(entry));
    if (rows.length === MAX_ENTRIES || String(value).length > MAX_VALUE || size > remainingBytes) {
      more += 1;
      continue;
    }
    remainingBytes -= size;
    rows.push([entry, present]);
  }
  // Present values use only the bytes that the entries leave.
  const entries = rows.map(([entry, present]) => {
    const json = JSON.stringify(present);
    if (json === undefined || json.length > MAX_PRESENT || sizeOf(json) > remainingBytes) return entry;
    remainingBytes -= sizeOf(json);
    return { ...entry, present };
  });
  return { entries, more };
}

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));

/** A text of limited length. '' for all other values. */
function shortText(text: unknown): string {
  if (!isValue(text)) return '';
  return cut(String(text), MAX_TEXT);
}

/** Bytes of JSON inside an answer, including the separators. */
const sizeOf = (json: string): number => Buffer.byteLength(json) + '"present":,'.length;
