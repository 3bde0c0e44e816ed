import type { Asked } from './stepped-hub.js';

interface Entry {
  readonly line: string;
  readonly body: unknown;
}

/** The requests that a batch is, or the one that it is not. */
export const entriesOf = ({ line, body }: Asked): Entry[] =>
  line === 'PUT /batch'
    ? (body as { url: string; verb: string; body?: unknown }[]).map((entry) => ({
        line: `${entry.verb} ${decodeURIComponent(entry.url)}`,
        body: entry.body,
      }))
    : [{ line, body }];

export const isRead = (line: string): boolean => line.startsWith('GET ');

/** Reads that a test wishes hold its number. */
export const isWish = ({ line }: Asked): boolean => /\d{4}/.test(line);

export const isLookUp = (asked: Asked): boolean => isRead(asked.line) && !isWish(asked);
