import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import should from 'should';

/** The size of a picture, and its number of different bytes. A blank picture has few. */
export function readPicture(path: string): { width: number; height: number; bytes: number } {
  const png = readFileSync(path);
  should(png.subarray(1, 4).toString()).equal('PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const kind = png.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const pixels = inflateSync(Buffer.concat(parts));
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: new Set(pixels).size };
}
