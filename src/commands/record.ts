import { parseArgs } from 'node:util';
import { Privacy } from '../recording/private.js';
import { RECORD_LIMITS } from '../recording/record.js';
import { text } from '../texts/report-texts.js';
import { CONNECTION_OPTIONS } from './connection.js';
import { CommandFailure, WrongUsage } from './failure.js';
import { interruption } from './interruption.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { openHub } from './open-hub.js';
import { readHub } from './read-hub.js';
import { hasGaps, recordText } from './record-text.js';
import { type Target, targetOf, writeRecording } from './recording-store.js';
import { isSameHub } from './same-hub.js';

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
    if (earlier && !(await isSameHub(reader, hub, earlier)))
      throw new CommandFailure(text('record.otherHub', { file }));
    const privacy = new Privacy({ isAnonymous: values.anonymous });
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
