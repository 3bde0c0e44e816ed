import { parseArgs } from 'node:util';
import { thingsIn } from '../hub/lists/index.js';
import { tableOperation } from '../hub/table/operations.js';
import { failureText, refusalText } from '../recording/check-text.js';
import { Privacy } from '../recording/private.js';
import type { HubReader } from '../recording/reader.js';
import { RECORD_LIMITS } from '../recording/record.js';
import { isLimit, type Recording, readKey } from '../recording/recording.js';
import { lines, reasonText, text } from '../texts/report-texts.js';
import { CONNECTION_OPTIONS } from './connection.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { openHub } from './open-hub.js';
import { readHub } from './read-hub.js';
import { type Target, targetOf, writeRecording } from './recording-store.js';
import { CommandFailure, WrongUsage } from './run-command.js';
import { interruption } from './terminal.js';

const OPTIONS = {
  ...CONNECTION_OPTIONS,
  ...LIMIT_OPTIONS,
  anonymous: { type: 'boolean', default: false },
  resume: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

/** `graphics-hub record`: 0 if it read all parts, 1 if parts of the file are missing, 2 if it wrote no file. */
export async function record(line: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: line, allowPositionals: true, options: OPTIONS });
  const [url, file, ...others] = positionals;
  if (url === undefined || !file || others.length > 0) throw new WrongUsage(text('record.usage'));
  const limits = limitsFrom(values, RECORD_LIMITS);
  const interrupted = interruption();
  const { path, earlier } = await allowedTarget(file, values);
  const { reader, hub } = await openHub(url, values, interrupted);
  try {
    const privacy = new Privacy({ isAnonymous: values.anonymous, credentials: reader.credentials });
    if (earlier && !(await isSameHub(reader, hub, earlier, privacy)))
      throw new CommandFailure(text('record.otherHub', { file }));
    const recording = await readHub(reader, hub, { ...limits, earlier, privacy, signal: interrupted.signal });
    if (!recording.reads.some((read) => 'answer' in read)) throw new CommandFailure(text('connection.nothing'));
    await writeRecording(path, recording);
    process.stdout.write(recordText(file, recording));
    return hasGaps(recording) ? 1 : 0;
  } finally {
    reader.close();
  }
}

/** The file, and the recording that is continued. Nothing is replaced silently. */
async function allowedTarget(
  file: string,
  { resume, force, anonymous }: { readonly resume: boolean; readonly force: boolean; readonly anonymous: boolean },
): Promise<Target> {
  if (resume && force) throw new WrongUsage(text('record.both'));
  const { path, earlier } = await targetOf(file);
  if (earlier && !resume && !force) throw new CommandFailure(text('record.exists', { file }));
  if (resume && (anonymous || earlier?.isAnonymous)) throw new CommandFailure(text('record.anonymous'));
  return { path, earlier: resume ? earlier : undefined };
}

/** The end of a recording: that it is private, the file, and the parts that it does not have, by operation and reason. */
function recordText(file: string, recording: Recording): string {
  const { reads, missing, isAnonymous } = recording;
  return [
    isAnonymous ? '' : `${text('record.private')}\n`,
    `${text('record.written', { file, reads: reads.length })}\n`,
    lines(
      'record.refused',
      counts(
        reads.flatMap(({ operation, refusal }) =>
          refusal === undefined ? [] : [[`${operation}: ${refusalText(String(refusal), reasonText)}`, 1] as const],
        ),
      ),
    ),
    lines(
      'record.missing',
      counts(
        missing.map(
          ({ operation, reason, count = 1 }) =>
            [`${operation}: ${failureText(operation, reason, reasonText)}`, count] as const,
        ),
      ),
    ),
    missing.some((gap) => !isLimit(gap) && gap.reason !== 'size') ? `${text('record.again')}\n` : '',
  ].join('');
}

/** True if a read has no answer for another reason than a limit. 404 is an answer: this hub does not have it. */
const hasGaps = ({ reads, missing }: Recording): boolean =>
  reads.some(({ refusal = 404 }) => refusal !== 404) || missing.some((gap) => !isLimit(gap));

/** Each row once, with its number. */
function counts(rows: readonly (readonly [row: string, count: number])[]): string[] {
  const counted = new Map<string, number>();
  for (const [row, count] of rows) counted.set(row, (counted.get(row) ?? 0) + count);
  return [...counted].map(([row, count]) => `${row} (${count})`);
}

/** Lists of each hub. The first one with things decides. */
const LISTS = [
  ['listEngines', 'engine'],
  ['listRundowns', 'rundown'],
  ['listLaunchConfigs', 'launchConfig'],
] as const;

/**
 * True if a recording is of this hub: the same revision, and at least one thing with the same id and name. A recording
 * has no address.
 */
async function isSameHub(
  { ask }: HubReader,
  hub: Recording['hub'],
  earlier: Recording,
  privacy: Privacy,
): Promise<boolean> {
  const { dialect, linearSegment, isEarly } = earlier.hub;
  if (hub.dialect !== dialect || hub.linearSegment !== linearSegment || hub.isEarly !== isEarly) return false;
  for (const [operation, kind] of LISTS) {
    const recorded = earlier.reads.find((read) => readKey(read) === readKey({ operation, params: {} }));
    const before = namesIn(kind, recorded?.answer);
    if (before.length === 0) continue;
    const settled = await ask({ operation: tableOperation(operation), params: {} });
    // A hub that is lost now is not another one.
    if (!('answer' in settled)) return true;
    const now = new Set(namesIn(kind, privacy.answer(settled.answer)));
    return before.some((name) => now.has(name));
  }
  return true;
}

const namesIn = (kind: string, answer: unknown): string[] =>
  thingsIn(kind, answer).map(({ value, label }) => JSON.stringify([value, label]));
