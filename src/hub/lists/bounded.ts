import type { Candidate } from './rule.js';

/** One entry of a list. */
export interface Listed {
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
  readonly entries: readonly Listed[];
  readonly more: number;
}

/** Bounds of a list, so that no hub can flood a browser: entries, characters of a part, bytes of the whole. */
const MOST_ENTRIES = 20_000;
const LONGEST_TEXT = 200;
const LONGEST_VALUE = 2000;
const LONGEST_PRESENT = 4000;
const MOST_BYTES = 7.5 * 1024 * 1024;

/** What can be shown of a list: each value once, as much as the bounds allow; what has no value is nothing. */
export function bounded(candidates: readonly Candidate[]): List {
  const seen = new Set<unknown>();
  const kept: [Listed, unknown][] = [];
  let left = MOST_BYTES;
  let more = 0;
  for (const { value, label, note, present } of candidates) {
    if (!isValue(value) || seen.has(value)) continue;
    seen.add(value);
    const entry = { value, label: shown(label) || shown(value), ...(isValue(note) && { note: shown(note) }) };
    const size = sizeOf(JSON.stringify(entry));
    if (kept.length === MOST_ENTRIES || String(value).length > LONGEST_VALUE || size > left) {
      more += 1;
      continue;
    }
    left -= size;
    kept.push([entry, present]);
  }
  // What they hold takes the room that the entries leave.
  const entries = kept.map(([entry, present]) => {
    const held = jsonOf(present);
    if (held === undefined || held.length > LONGEST_PRESENT || sizeOf(held) > left) return entry;
    left -= sizeOf(held);
    return { ...entry, present };
  });
  return { entries, more };
}

const isValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));

/** A text that is not too long; '' for what is none. */
function shown(text: unknown): string {
  if (!isValue(text)) return '';
  const whole = String(text);
  return whole.length > LONGEST_TEXT ? `${whole.slice(0, LONGEST_TEXT - 1)}…` : whole;
}

/** Bytes of JSON inside an answer, with what stands around it. */
const sizeOf = (json: string): number => Buffer.byteLength(json) + '"present":,'.length;

/** As JSON; undefined for nothing, and for what is nested too deep to be put into words. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
