import { type CrawlOptions, crawl, type HouseRead, type Settled } from './crawl.js';
import { type Gap, type House, type RecordedRead, readKey } from './house.js';
import type { HouseReader } from './reader.js';

/** The values that a recording needs besides those of its crawl. */
export interface RecordOptions extends Pick<CrawlOptions, 'limits' | 'propertiesPerEngine' | 'signal' | 'onRead'> {
  /** An earlier recording of this hub. Its answers are not asked again. */
  readonly earlier?: House | undefined;
}

/** A few things are enough to see their own reads: their lists have the same values. */
const SAMPLES = 3;

/** All engines, 2,000 properties of each, and every list. */
export const RECORD_LIMITS = {
  limits: { property: SAMPLES, item: SAMPLES, linearItem: SAMPLES },
  propertiesPerEngine: 2000,
} as const;

/**
 * Reads a whole hub. It never rejects for a failure of the hub: the reads without an answer are in `missing`. Secrets
 * are not removed yet.
 */
export async function recordHouse(
  reader: Pick<HouseReader, 'ask'>,
  { dialect, linearSegment, isEarly }: House['hub'],
  { earlier, ...options }: RecordOptions,
): Promise<House> {
  const answered = new Map(earlier?.reads.map((read) => [readKey(read), read]));
  const reads: RecordedRead[] = [];
  const missing: Gap[] = [];
  const ask = async (read: HouseRead): Promise<Settled> => {
    const recorded = answered.get(readKey(named(read)));
    return recorded && 'answer' in recorded ? { answer: recorded.answer } : reader.ask(read);
  };
  await crawl(ask, {
    ...options,
    dialect,
    onSettled: (read, settled) => {
      if ('failure' in settled)
        missing.push({ ...named(read), reason: options.signal.aborted ? 'interrupted' : settled.failure });
      else reads.push({ ...named(read), ...settled });
    },
    onGap: (read, reason) => missing.push({ ...named(read), reason }),
  });
  return {
    format: 'graphics-hub-house',
    version: 1,
    recordedAt: new Date().toISOString(),
    hub: { dialect, linearSegment, isEarly },
    isAnonymous: false,
    blanked: earlier?.blanked ?? 0,
    ...(earlier ? withEarlier(earlier, reads, missing) : { reads, missing }),
  };
}

/** Adds the earlier answers that the crawl did not reach, for example because the hub was lost. */
function withEarlier(earlier: House, reads: readonly RecordedRead[], missing: readonly Gap[]) {
  const reached = new Set(reads.map(readKey));
  const unreached = earlier.reads.filter((read) => 'answer' in read && !reached.has(readKey(read)));
  const isEnded = missing.some(({ reason }) => reason === 'lost' || reason === 'interrupted');
  const gaps = new Map([...(isEnded ? earlier.missing : []), ...missing].map((gap) => [readKey(gap), gap]));
  for (const read of [...reads, ...unreached]) gaps.delete(readKey(read));
  return { reads: [...reads, ...unreached], missing: [...gaps.values()] };
}

const named = ({ operation, params }: HouseRead) => ({
  operation: operation.name,
  params: params as RecordedRead['params'],
});
