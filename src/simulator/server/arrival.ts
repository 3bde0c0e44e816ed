import type { IncomingMessage } from 'node:http';

/** A request's body, as far as it could be read. */
export interface Arrival {
  /** Parsed JSON; the raw text if it cannot be parsed or is nested too deeply; undefined for none, and for too much. */
  readonly body: unknown;
  readonly fault?: 'too large' | 'too deep' | 'not JSON';
}

/** A request's body with what the journal keeps of it. */
interface Received extends Arrival {
  /** The body; of a large one the beginning, and how large it was. */
  readonly kept: unknown;
  /** Bytes of `kept`. */
  readonly size: number;
}

/** Largest body that is taken, in bytes. */
const LARGEST = 10 * 2 ** 20;

/** Of a body with more bytes than `KEPT` the journal keeps only the first ones. */
const KEPT = 64 * 2 ** 10;
const BEGINNING = 1000;

/** Reads a body to its end, for a client hears no answer while it still sends. Throws if the client breaks off. */
export async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST) chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const arrival = size > LARGEST ? ({ body: undefined, fault: 'too large' } as const) : parse(bytes.toString());
  if (size <= KEPT) return { ...arrival, kept: arrival.body, size };
  // Cut as bytes: a part of a text would keep the whole text in memory.
  return { ...arrival, kept: `${bytes.toString('utf8', 0, BEGINNING)}… (${size} bytes)`, size: BEGINNING };
}

function parse(text: string): Arrival {
  if (text === '') return { body: undefined };
  try {
    const body = JSON.parse(text) as unknown;
    return isDeep(body) ? { body: text, fault: 'too deep' } : { body };
  } catch {
    return { body: text, fault: 'not JSON' };
  }
}

/** Levels that a body may have: whoever copies or writes one goes down into it, and the stack ends somewhere. */
const DEEPEST = 100;

function isDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
