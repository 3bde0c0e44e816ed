import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { HubError } from './errors.js';

/** Larger answers are not read, compressed or not: 32 MiB. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** The answer that is larger. */
export const tooLarge = () => new HubError('HUB_BAD_ANSWER', { cause: '> 32 MiB' });

const gunzip = promisify(zlib.gunzip);
const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);
const brotli = promisify(zlib.brotliDecompress);

/** How answers may be compressed. */
export const ENCODINGS = 'gzip, deflate, br';

/**
 * A body as text. What is compressed must be whole: axios would take half of it, or nothing, for the body.
 * Throws `HUB_BAD_ANSWER`.
 */
export function textOf(body: Buffer, encoding = ''): string | Promise<string> {
  if (encoding === '' || encoding === 'identity' || body.length === 0) return decoded(body);
  return unpacked(body, encoding.toLowerCase()).then(decoded);
}

/** Bytes that are no UTF-8 become U+FFFD: a wrong letter in a name is no reason to doubt a command. */
function decoded(body: Buffer): string {
  const text = body.toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

async function unpacked(body: Buffer, encoding: string): Promise<Buffer> {
  const limit = { maxOutputLength: MOST_BYTES };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return await gunzip(body, limit);
    // Some send it bare, without the two bytes at its head.
    if (encoding === 'deflate') return await (isZlib(body) ? inflate(body, limit) : inflateRaw(body, limit));
    if (encoding === 'br') return await brotli(body, limit);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
  }
  throw new HubError('HUB_BAD_ANSWER', { cause: encoding });
}

const isZlib = (body: Buffer): boolean =>
  body.length > 1 && (body[0] ?? 0) % 16 === 8 && body.readUInt16BE() % 31 === 0;
