import type { CrawlOptions } from '../recording/crawl.js';
import { Privacy } from '../recording/private.js';
import { RECORD_LIMITS } from '../recording/record.js';
import type { Recording } from '../recording/recording.js';
import { text } from '../texts/report-texts.js';
import type { ConnectionValues } from './connection.js';
import { openHub } from './open-hub.js';
import { readHub } from './read-hub.js';
import { readRecording } from './recording-store.js';
import { CommandFailure } from './run-command.js';

/** Only lists are compared, so single properties and items are not read. */
export const DIFF_LIMITS = {
  ...RECORD_LIMITS,
  limits: { ...RECORD_LIMITS.limits, property: 0, item: 0, linearItem: 0 },
} as const;

/** True for the address of a hub. Everything else is a file. */
export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** The recording in a file, or a new one of a hub. Rejects with a CommandFailure, also if the hub is lost. */
export async function recordingOf(
  source: string,
  values: ConnectionValues,
  limits: Pick<CrawlOptions, 'limits' | 'propertiesPerEngine'>,
  interruption: AbortController,
): Promise<Recording> {
  if (!isAddress(source)) return readRecording(source);
  const { reader, hub } = await openHub(source, values, interruption);
  try {
    const recording = await readHub(reader, hub, {
      ...limits,
      privacy: new Privacy({ isAnonymous: false, credentials: reader.credentials }),
      signal: interruption.signal,
    });
    const end = recording.missing.find(({ reason }) => reason === 'interrupted' || reason === 'lost')?.reason;
    if (end) throw new CommandFailure(text(end === 'lost' ? 'diff.lost' : 'diff.interrupted'));
    if (!recording.reads.some((read) => 'answer' in read)) throw new CommandFailure(text('connection.nothing'));
    return recording;
  } finally {
    reader.close();
  }
}
