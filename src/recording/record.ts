import { operations } from '../hub/table/operations.js';
import { type CrawledRead, type CrawlOptions, crawl, type Settled } from './crawl.js';
import type { Privacy } from './private.js';
import type { HubReader } from './reader.js';
import { type Gap, PRIVATE, type RecordedRead, type Recording, readKey } from './recording.js';
import { FileSpace } from './recording-file.js';

/** The values that a recording needs besides those of its crawl. */
export interface RecordOptions extends Pick<CrawlOptions, 'limits' | 'propertiesPerEngine' | 'signal' | 'onRead'> {
  /** Removes the credentials of the hub and, if wanted, names from the answers. */
  readonly privacy: Privacy;
  /** An earlier recording of this hub. Its answers are not asked again. */
  readonly earlier?: Recording | undefined;
}

/** A few things are enough to see their own reads: their lists have the same values. */
const SAMPLES = 3;

/** The reads of more things would take hours. */
const THINGS = 1000;

/** All engines, 2,000 properties of each, and every list. */
export const RECORD_LIMITS = {
  limits: {
    ...Object.fromEntries(operations.flatMap(({ parameters }) => parameters.map(({ names = '' }) => [names, THINGS]))),
    property: SAMPLES,
    item: SAMPLES,
    linearItem: SAMPLES,
  },
  propertiesPerEngine: 2000,
} as const;

/**
 * Reads a whole hub. It never rejects for a failure of the hub: the reads without an answer are in `missing`, and those
 * that have no space in a file.
 */
export async function recordHub(
  reader: Pick<HubReader, 'ask'>,
  hub: Recording['hub'],
  { earlier, privacy, ...options }: RecordOptions,
): Promise<Recording> {
  const answered = new Map(earlier?.reads.map((read) => [readKey(read), read]));
  const parts = new RecordingParts(privacy);
  const ask = async (read: CrawledRead): Promise<Settled> => {
    const recorded = answered.get(readKey({ operation: read.operation.name, params: read.params }));
    return recorded && 'answer' in recorded ? { answer: recorded.answer } : reader.ask(read);
  };
  await crawl(ask, {
    ...options,
    dialect: hub.dialect,
    isFull: (operation) => parts.isFull(operation),
    onSettled: (read, settled) => {
      if (!('failure' in settled)) parts.addRead(read, settled);
      else parts.addGap(read, options.signal.aborted ? 'interrupted' : settled.failure, 1);
    },
    onGap: (read, reason, count) => parts.addGap(read, reason, count),
  });
  if (earlier) parts.addEarlier(earlier);
  return {
    format: 'graphics-hub-recording',
    version: 1,
    recordedAt: new Date().toISOString(),
    hub: privacy.hub(hub),
    isAnonymous: privacy.isAnonymous,
    ...(!privacy.isAnonymous && { notice: PRIVATE }),
    reads: parts.reads,
    missing: parts.missing,
  };
}

/** The reads and gaps of a recording, without credentials, and never more than a file can have. */
class RecordingParts {
  readonly #privacy: Privacy;
  readonly #space = new FileSpace();
  /** Operations with an answer that had no space. */
  readonly #full = new Set<string>();
  readonly reads: RecordedRead[] = [];
  missing: Gap[] = [];

  constructor(privacy: Privacy) {
    this.#privacy = privacy;
  }

  isFull(operation: string): boolean {
    return this.#full.has(operation);
  }

  /** Adds an answer or a refusal. An answer without space becomes a gap. */
  addRead(read: CrawledRead, settled: Pick<RecordedRead, 'answer' | 'refusal'>): void {
    const { operation, params } = this.#named(read);
    const answer = 'answer' in settled && { answer: this.#privacy.answer(settled.answer) };
    this.#addPrivate({ operation, params, ...settled, ...answer });
  }

  /** Adds `count` reads without an answer. */
  addGap(read: CrawledRead, reason: string, count: number): void {
    const gap = { ...this.#named(read), reason, ...(count > 1 && { count }) };
    if (this.#space.reserve(gap)) this.missing.push(gap);
  }

  /** Adds the earlier answers that the crawl did not reach, for example because the hub was lost. */
  addEarlier(earlier: Recording): void {
    const reached = new Set(this.reads.map(readKey));
    for (const read of earlier.reads)
      if ('answer' in read && !reached.has(readKey(read)))
        // The hub can have another key now, which the earlier answers show.
        this.#addPrivate({ ...read, answer: this.#privacy.answer(read.answer) });
    const isEnded = this.missing.some(({ reason }) => reason === 'lost' || reason === 'interrupted');
    const gaps = new Map([...(isEnded ? earlier.missing : []), ...this.missing].map((gap) => [readKey(gap), gap]));
    for (const read of this.reads) gaps.delete(readKey(read));
    this.missing = [...gaps.values()];
  }

  #addPrivate(read: RecordedRead): void {
    if (this.#space.reserve(read)) {
      this.reads.push(read);
      return;
    }
    this.#full.add(read.operation);
    const gap = { operation: read.operation, params: read.params, reason: 'size' };
    if (this.#space.reserve(gap)) this.missing.push(gap);
  }

  #named({ operation, params }: CrawledRead) {
    return { operation: operation.name, params: this.#privacy.params(params as RecordedRead['params']) };
  }
}
