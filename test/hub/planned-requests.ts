import type { SteppedRequest } from './stepped-hub.js';

interface Entry {
  readonly line: string;
  readonly body: unknown;
}

/** The requests inside a batch, or the single request itself. */
export const entriesOf = ({ line, body }: SteppedRequest): Entry[] =>
  line === 'PUT /batch'
    ? (body as { url: string; verb: string; body?: unknown }[]).map((entry) => ({
        line: `${entry.verb} ${decodeURIComponent(entry.url)}`,
        body: entry.body,
      }))
    : [{ line, body }];

export const isRead = (line: string): boolean => line.startsWith('GET ');

/** Reads of a test that contain its number. */
export const isPlannedCall = ({ line }: SteppedRequest): boolean => /\d{4}/.test(line);

export const isLookUp = (request: SteppedRequest): boolean => isRead(request.line) && !isPlannedCall(request);
