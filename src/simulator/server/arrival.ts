import type { IncomingMessage } from 'node:http';

/** A request's body, as far as it could be read. */
export interface Arrival {
  /** Parsed JSON; the raw text if it cannot be parsed or is nested too deeply; undefined for none, and for too much. */
  readonly body: unknown;
  readonly fault?: 'too large' | 'too deep' | 'not JSON';
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
