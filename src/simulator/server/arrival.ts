import type { IncomingMessage } from 'node:http';

/** A request's body, as far as it could be read. */
export interface Arrival {
  /** Parsed JSON; the raw text if it cannot be parsed; undefined for none, and for too much. */
  readonly body: unknown;
  readonly fault?: 'too large' | 'not JSON';
}

/** Largest body that is taken, in bytes. */
const LARGEST = 10 * 2 ** 20;

/** Reads a body to its end, for a client hears no answer while it still sends. Throws if the client breaks off. */
export async function receive(request: IncomingMessage): Promise<Arrival> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST) chunks.push(chunk);
  }
  if (size > LARGEST) return { body: undefined, fault: 'too large' };
  return size === 0 ? { body: undefined } : parse(Buffer.concat(chunks).toString());
}

function parse(text: string): Arrival {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: text, fault: 'not JSON' };
  }
}
