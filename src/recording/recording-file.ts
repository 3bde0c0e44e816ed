import { Value } from '@sinclair/typebox/value';
import { isDeep, sortFields } from '../base/values.js';
import { type Gap, type NamedRead, type RecordedRead, Recording, readKey } from './recording.js';

/** The longest file in bytes, and the deepest nesting in levels. */
export const MAX_LENGTH = 200_000_000;
const MAX_DEPTH = 200;

/** The text of a recording: first its notice, reads in a fixed order, fields sorted by name, one value per line. */
export function recordingText(recording: Recording): string {
  const { notice, ...others } = recording;
  const sorted = { ...others, reads: sortByKey(recording.reads), missing: sortByKey(recording.missing) };
  return `${JSON.stringify(Object.assign({ notice }, sortFields(sorted)), null, 1)}\n`;
}

function sortByKey<T extends NamedRead>(parts: readonly T[]): T[] {
  const keyed = parts.map((part) => ({ key: readKey(part), part }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ part }) => part);
}

/** Spaces before each line of a read in its file, the comma and line break after it, and bytes that only gaps can use. */
const INDENTATION = 2;
const SEPARATOR = 2;
const GAP_BYTES = 10_000_000;
const HEAD_BYTES = 1000;

/** The space in the file of a recording, so that no file is written that nothing can read. */
export class FileSpace {
  #remaining = MAX_LENGTH - HEAD_BYTES;

  /** Takes the space of a read or a gap. False if the file does not have it. */
  reserve(part: RecordedRead | Gap): boolean {
    const text = JSON.stringify(sortFields(part), null, 1);
    const lines = text.split('\n').length;
    const bytes = Buffer.byteLength(text) + lines * INDENTATION + SEPARATOR;
    if (bytes > this.#remaining - ('reason' in part ? 0 : GAP_BYTES)) return false;
    this.#remaining -= bytes;
    return true;
  }
}

/** The recording in a text. Throws a RecordingError with the place and the reason. */
export function parseRecording(text: string): Recording {
  if (text.length > MAX_LENGTH) throw new RecordingError('tooLong', { length: text.length, longest: MAX_LENGTH });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new RecordingError('notJson', { reason: error instanceof Error ? error.message : String(error) });
  }
  if (isDeep(json, MAX_DEPTH)) throw new RecordingError('tooDeep', { levels: MAX_DEPTH });
  if (!Value.Check(Recording, json)) {
    const problem = Value.Errors(Recording, json).First();
    throw new RecordingError('wrongField', { place: problem?.path || '/', reason: problem?.message ?? '' });
  }
  return json;
}

type RecordingProblem = 'tooLong' | 'notJson' | 'tooDeep' | 'wrongField';

/** A file that is not a recording. `facts` are for the translated sentence. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';

  constructor(
    readonly problem: RecordingProblem,
    readonly facts: Readonly<Record<string, string | number>>,
  ) {
    super([problem, ...Object.entries(facts).map(([name, fact]) => `${name}=${fact}`)].join(' '));
  }
}
