import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { answer, JSON_TYPE, says } from '../hub.js';
import { ending, type Fault } from './fault.js';

const json = '{"ok":true}';
const deep = '['.repeat(10_000) + ']'.repeat(10_000);
const HTML = { 'Content-Type': 'text/html' };
const TEXT = { 'Content-Type': 'text/plain' };
const encoded = (encoding: string, body: Buffer | string, status = '200 OK') =>
  says(answer(status, { ...JSON_TYPE, 'Content-Encoding': encoding }, body));
const ok = (headers: Record<string, string>, body: Buffer | string) => says(answer('200 OK', headers, body));
const bomb = Buffer.alloc(40 * 1024 * 1024, ' ');
const garbage = Buffer.from('this was never compressed by anybody');

export const bodies: Fault[] = [
  ...ending('done', {
    'says OK as text': ok(TEXT, 'OK'),
    'says nothing': ok({}, ''),
    'says nothing as JSON': ok(JSON_TYPE, ''),
    'says nothing with 204': says('HTTP/1.1 204 No Content\r\n\r\n'),
    'says nothing, compressed': encoded('gzip', ''),
    'nests its answer 10,000 deep': ok(JSON_TYPE, deep),
    'sends bytes that are no UTF-8': ok(JSON_TYPE, Buffer.from('{"name":"\xff\xfe"}', 'latin1')),
    'begins with a byte order mark': ok(JSON_TYPE, `\uFEFF${json}`),
    'compresses with gzip': encoded('gzip', gzipSync(json)),
    'compresses with gzip by its old name': encoded('X-GZIP', gzipSync(json)),
    'compresses with deflate': encoded('deflate', deflateSync(json)),
    'compresses with bare deflate': encoded('deflate', deflateRawSync(json)),
    'compresses with brotli': encoded('br', brotliCompressSync(json)),
    'compresses with nothing, and says so': encoded('identity', json),
  }),
  ...ending('HUB_BAD_ANSWER unknown', {
    'cuts its JSON': ok(JSON_TYPE, '{"ok":'),
    'says more after its JSON': ok(JSON_TYPE, `${json}x`),
    'says NaN': ok(JSON_TYPE, '{"Value":NaN}'),
    'puts zero bytes into its JSON': ok(JSON_TYPE, '{"a":\0}'),
    "answers a proxy's page with 200": ok(HTML, '<html>login</html>'),
    'tells a shorter length than it has': ok({ ...JSON_TYPE, 'Content-Length': '3' }, json),
    'sends garbage as gzip': encoded('gzip', garbage),
    'sends garbage as deflate': encoded('deflate', garbage),
    'sends garbage as brotli': encoded('br', garbage),
    'cuts gzip': encoded('gzip', gzipSync(json).subarray(0, -9)),
    'cuts deflate': encoded('deflate', deflateSync(json).subarray(0, -5)),
    'cuts brotli': encoded('br', brotliCompressSync(json).subarray(0, -2)),
    'sends 5 bytes of gzip': encoded('gzip', gzipSync(json).subarray(0, 5)),
    'sends 1 byte of deflate': encoded('deflate', deflateSync(json).subarray(0, 1)),
    'sends 1 byte of brotli': encoded('br', brotliCompressSync(json).subarray(0, 1)),
    'sends a gzip bomb': encoded('gzip', gzipSync(bomb)),
    'sends a deflate bomb': encoded('deflate', deflateSync(bomb)),
    'sends a brotli bomb': encoded('br', brotliCompressSync(bomb)),
    'compresses in a way that nobody asked for': encoded('zstd', garbage),
    'compresses twice': encoded('gzip, br', brotliCompressSync(gzipSync(json))),
  }),
  ...ending(
    'HUB_TIMEOUT unknown',
    { 'tells a longer length than it has': ok({ 'Content-Length': '99' }, json) },
    { hangs: true },
  ),
  ...ending(
    'HUB_REJECTED refused',
    {
      'rejects with garbage as gzip': encoded('gzip', garbage, '422 Unprocessable Entity'),
      'rejects with a body 10,000 deep': says(answer('422 Unprocessable Entity', JSON_TYPE, deep)),
      'rejects with an error 10,000 deep': says(answer('422 Unprocessable Entity', JSON_TYPE, `{"error":${deep}}`)),
      'rejects with cut JSON': says(answer('422 Unprocessable Entity', JSON_TYPE, '{"error":"na')),
      'rejects with null': says(answer('422 Unprocessable Entity', JSON_TYPE, 'null')),
      'rejects with 5 MB of words': says(answer('422 Unprocessable Entity', TEXT, 'no '.repeat(1_700_000))),
    },
    { statusCode: 422 },
  ),
  ...ending('HUB_FAULT unknown', {
    'fails with a page': says(answer('502 Bad Gateway', HTML, '<html>nginx</html>')),
    'fails with a body 10,000 deep': says(answer('500 Internal Server Error', JSON_TYPE, deep)),
  }),
  ...ending('HUB_NOT_FOUND refused', { 'knows nothing, in garbage': encoded('br', garbage, '404 Not Found') }),
];
