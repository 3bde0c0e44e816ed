import { promisify } from 'node:util';
import { brotliDecompress, constants, inflateRaw, unzip } from 'node:zlib';
import { badAnswer } from './answer.js';

/** The encodings that `decompress` can decode, as the header `Accept-Encoding`. */
export const ENCODINGS = 'gzip, deflate, br';

/** The first byte of deflate with its header. Some servers send it without. */
const DEFLATE = 0x78;

/**
 * The body of an answer with this header `Content-Encoding`, as far as it arrived. An unsupported encoding is not
 * decoded. Rejects with the error of zlib, and with `ERR_BUFFER_TOO_LARGE` for more than `maxOutputLength` bytes.
 */
export async function decompress(encoding: string, body: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (body.length === 0) return body;
  const decoded = await decode(encoding.toLowerCase(), body, maxOutputLength);
  if (decoded.length === 0) throw badAnswer('content-length');
  return decoded;
}

async function decode(encoding: string, body: Buffer, maxOutputLength: number): Promise<Buffer> {
  const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === 'br')
    return promisify(brotliDecompress)(body, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (encoding === 'deflate' && body[0] !== DEFLATE) return promisify(inflateRaw)(body, zlib);
  return /^((x-)?gzip|deflate)$/.test(encoding) ? promisify(unzip)(body, zlib) : body;
}
