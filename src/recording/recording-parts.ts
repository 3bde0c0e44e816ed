import type { CrawledRead } from './crawl.js';
import type { Privacy } from './private.js';
import { type Gap, type RecordedRead, type Recording, readKey } from './recording.js';
import { FileSpace } from './recording-file.js';

/** The reads and gaps of a recording, without secrets, and never more than a file can have. */
export class RecordingParts {
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
    const answer = 'answer' in settled && {
      answer: this.#privacy.answer(settled.answer, read.params as RecordedRead['params']),
    };
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
    for (const read of earlier.reads) if ('answer' in read && !reached.has(readKey(read))) this.#addPrivate(read);
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
