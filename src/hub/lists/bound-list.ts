import type { Candidate } from './rule.js';

/** One entry of a list. */
export interface ListRow {
  readonly value: string | number;
  readonly label: string;
  /** What the hub says of it; of a linear rundown: `loaded`. */
  readonly note?: string;
  /** What it holds now, unless that is too long. */
  readonly present?: unknown;
  /** Whether it is the only engine of the hub; the editor finds that out. */
  readonly alone?: boolean;
}

/** A list as far as it is shown, and how many more there are. */
export interface List {
  readonly entries: readonly ListRow[];
  readonly more: number;
}

/** Bounds of a list, so that no hub can flood a browser: entries, characters of a part, bytes of the whole. */
const MAX_ENTRIES = 20_000;
const MAX_TEXT = 200;
const MAX_VALUE = 2000;
const MAX_PRESENT = 4000;
const MAX_BYTES = 7.5 * 1024 * 1024;

/** What can be shown of a list: each value once, as much as the bounds allow; what has no value is nothing. */
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
      label: shortText(label) || shortText(value),
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
  // What they hold takes the room that the entries leave.
  const entries = rows.map(([entry, present]) => {
    const json = toJson(present);
    if (json === undefined || json.length > MAX_PRESENT || sizeOf(json) > remainingBytes) return entry;
    remainingBytes -= sizeOf(json);
    return { ...entry, present };
  });
  return { entries, more };
}

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));

/** A text that is not too long; '' for what is none. */
function shortText(text: unknown): string {
  if (!isValue(text)) return '';
  const whole = String(text);
  return whole.length > MAX_TEXT ? `${whole.slice(0, MAX_TEXT - 1)}…` : whole;
}

/** Bytes of JSON inside an answer, with what stands around it. */
const sizeOf = (json: string): number => Buffer.byteLength(json) + '"present":,'.length;

/** As JSON; undefined for nothing, and for what is nested too deep to be put into words. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
