import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answer, JSON_TYPE, saysAndCloses, writes } from '../hub.js';
import { ending, type Fault } from './fault.js';

const json = '{"ok":true}';
const deep = '['.repeat(10_000) + ']'.repeat(10_000);
const HTML = { 'Content-Type': 'text/html' };
const TEXT = { 'Content-Type': 'text/plain' };
const encoded = (encoding: string, body: Buffer | string, status = '200 OK') =>
  writes(answer(status, { ...JSON_TYPE, 'Content-Encoding': encoding }, body));
const ok = (headers: Record<string, string>, body: Buffer | string) => writes(answer('200 OK', headers, body));
const bomb = Buffer.alloc(40 * 1024 * 1024, ' ');
const garbage = Buffer.from('this was never compressed by anybody');

export const bodies: Fault[] = [
  ...ending('done', {
    'answers OK as text': ok(TEXT, 'OK'),
    'sends an empty body': ok({}, ''),
    'sends an empty body as JSON': ok(JSON_TYPE, ''),
    'answers 204 without a body': writes('HTTP/1.1 204 No Content\r\n\r\n'),
    'answers 204 with a body': writes(`HTTP/1.1 204 No Content\r\nContent-Length: 11\r\n\r\n${json}`),
    'sends an empty body as gzip': encoded('gzip', ''),
    'sends invalid UTF-8': ok(JSON_TYPE, Buffer.from('{"name":"\xff\xfe"}', 'latin1')),
    'starts with a byte order mark': ok(JSON_TYPE, `\uFEFF${json}`),
    'compresses with gzip': encoded('gzip', gzipSync(json)),
    'compresses with gzip by its old name': encoded('X-GZIP', gzipSync(json)),
    'compresses with deflate': encoded('deflate', deflateSync(json)),
    'compresses with bare deflate': encoded('deflate', deflateRawSync(json)),
    'compresses with brotli': encoded('br', brotliCompressSync(json)),
    'names the encoding identity': encoded('identity', json),
    'sends gzip without its end': encoded('gzip', gzipSync(json).subarray(0, -9)),
    'sends deflate without its end': encoded('deflate', deflateSync(json).subarray(0, -5)),
  }),
  ...ending('HUB_BAD_ANSWER unknown', {
    'sends incomplete JSON': ok(JSON_TYPE, '{"ok":'),
    'sends JSON nested 10,000 levels deep': ok(JSON_TYPE, deep),
    'sends deep JSON without a content type': ok({}, deep),
    'sends text after its JSON': ok(JSON_TYPE, `${json}x`),
    'sends NaN': ok(JSON_TYPE, '{"Value":NaN}'),
    'sends zero bytes in its JSON': ok(JSON_TYPE, '{"a":\0}'),
    "sends a proxy's page with 200": ok(HTML, '<html>login</html>'),
    "sends a proxy's page without a content type": ok({}, '<html>login</html>'),
    'sends a length that is too short': ok({ ...JSON_TYPE, 'Content-Length': '3' }, json),
    'sends garbage as gzip': encoded('gzip', garbage),
    'sends garbage as deflate': encoded('deflate', garbage),
    'sends garbage as brotli': encoded('br', garbage),
    'sends incomplete gzip': encoded('gzip', gzipSync(json).subarray(0, -12)),
    'sends incomplete deflate': encoded('deflate', deflateSync(json).subarray(0, -8)),
    'sends incomplete brotli': encoded('br', brotliCompressSync(json).subarray(0, -2)),
    'sends 5 bytes of gzip': encoded('gzip', gzipSync(json).subarray(0, 5)),
    'sends 1 byte of deflate': encoded('deflate', deflateSync(json).subarray(0, 1)),
    'sends 1 byte of brotli': encoded('br', brotliCompressSync(json).subarray(0, 1)),
    'sends a gzip bomb': encoded('gzip', gzipSync(bomb)),
    'sends a deflate bomb': encoded('deflate', deflateSync(bomb)),
    'sends a brotli bomb': encoded('br', brotliCompressSync(bomb)),
    'uses an unsupported compression': encoded('zstd', garbage),
    'compresses twice': encoded('gzip, br', brotliCompressSync(gzipSync(json))),
  }),
  ...ending(
    'HUB_TIMEOUT unknown',
    { 'sends a length that is too long': ok({ 'Content-Length': '99' }, json) },
    { hangs: true },
  ),
  ...ending('HUB_REJECTED refused', {
    'rejects with a body that is cut short': saysAndCloses(
      'HTTP/1.1 422 Unprocessable Entity\r\nContent-Length: 99\r\n\r\n{"error":',
    ),
    'rejects with garbage as gzip': encoded('gzip', garbage, '422 Unprocessable Entity'),
    'rejects with a body nested 10,000 levels deep': writes(answer('422 Unprocessable Entity', JSON_TYPE, deep)),
    'rejects with an error nested 10,000 levels deep': writes(
      answer('422 Unprocessable Entity', JSON_TYPE, `{"error":${deep}}`),
    ),
    'rejects with incomplete JSON': writes(answer('422 Unprocessable Entity', JSON_TYPE, '{"error":"na')),
    'rejects with null': writes(answer('422 Unprocessable Entity', JSON_TYPE, 'null')),
    'rejects with 5 MB of text': writes(answer('422 Unprocessable Entity', TEXT, 'no '.repeat(1_700_000))),
  }),
  ...ending('HUB_FAULT unknown', {
    'fails with an HTML page': writes(answer('502 Bad Gateway', HTML, '<html>nginx</html>')),
    'fails with a body nested 10,000 levels deep': writes(answer('500 Internal Server Error', JSON_TYPE, deep)),
  }),
  ...ending('HUB_NOT_FOUND refused', { 'answers 404 with garbage as brotli': encoded('br', garbage, '404 Not Found') }),
];
