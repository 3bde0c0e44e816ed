import type { IncomingMessage } from 'node:http';
import { isDeep } from '../../base/values.js';

/** The body of a request, as far as it is readable. */
export interface RequestBody {
  /** Parsed JSON. The raw text if it is not JSON or is nested too deeply. Undefined if it is empty or too large. */
  readonly body: unknown;
  readonly fault?: 'too large' | 'too deep' | 'not JSON';
}

/** The body of a request, and the part of it for the journal. */
interface ReceivedBody extends RequestBody {
  /** The body. For a large body its beginning, with its size. */
  readonly journalled: unknown;
  /** Bytes of `journalled`. */
  readonly size: number;
}

/** Largest accepted body, in bytes. */
const LARGEST_ACCEPTED = 10 * 2 ** 20;

/** For a body with more bytes than this, the journal stores only the first 1000. */
const LARGEST_JOURNALLED = 64 * 2 ** 10;
const JOURNALLED_BEGINNING = 1000;

/** Reads a body to its end, because a client reads no answer while it still sends. Throws if the client disconnects. */
export async function receive(request: IncomingMessage): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_ACCEPTED) chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const parsed = size > LARGEST_ACCEPTED ? ({ body: undefined, fault: 'too large' } as const) : parse(bytes.toString());
  if (size <= LARGEST_JOURNALLED) return { ...parsed, journalled: parsed.body, size };
  // A substring would keep the whole text in memory, so the bytes are cut.
  return {
    ...parsed,
    journalled: `${bytes.toString('utf8', 0, JOURNALLED_BEGINNING)}… (${size} bytes)`,
    size: JOURNALLED_BEGINNING,
  };
}

function parse(text: string): RequestBody {
  if (text === '') return { body: undefined };
  try {
    const body = JSON.parse(text) as unknown;
    return isDeep(body) ? { body: text, fault: 'too deep' } : { body };
  } catch {
    return { body: text, fault: 'not JSON' };
  }
}
