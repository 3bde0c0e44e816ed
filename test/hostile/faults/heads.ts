import { answer, JSON_TYPE, writes } from '../hub.js';
import { type End, ending, type Fault } from './fault.js';

const json = '{"ok":true}';
const whole = answer('200 OK', JSON_TYPE, json).toString();
const status = (line: string, headers = {}) => writes(answer(line, headers, 'why'));

/** Every status with a meaning, by the end of its command. */
const statuses: Partial<Record<End, readonly number[]>> = {
  done: [200, 201, 202, 203, 206, 207, 226],
  'HUB_REJECTED refused': [
    300, 303, 305, 400, 402, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424,
    425, 426, 428, 431, 451, 499,
  ],
  'HUB_AUTH refused': [401, 403],
  'HUB_NOT_FOUND refused': [404],
  'HUB_FAULT unknown': [500, 501, 502, 504, 505, 506, 507, 508, 510, 511, 599],
  'HUB_BAD_ANSWER unknown': [600, 999],
};

export const heads: Fault[] = [
  ...Object.entries(statuses).flatMap(([end, codes]) =>
    codes.flatMap((code) => ending(end as End, { [`answers ${code}`]: status(`${code} Words`) })),
  ),
  ...[301, 302, 307, 308].flatMap((code) =>
    ending('HUB_REJECTED refused', {
      [`redirects with ${code}`]: status(`${code} Moved`, { Location: 'http://127.0.0.1:1/' }),
    }),
  ),
  ...ending('HUB_REJECTED refused', {
    'redirects without a location': status('302 Found'),
    'answers 304': writes('HTTP/1.1 304 Not Modified\r\n\r\n'),
    'reports too many requests (429), retry at once': status('429 Too Many Requests', { 'Retry-After': '0' }),
    'reports too many requests (429), retry at a date': status('429 Too Many Requests', {
      'Retry-After': 'Fri, 31 Dec 2100 23:59:59 GMT',
    }),
    'reports too many requests (429), unreadable retry time': status('429 Too Many Requests', {
      'Retry-After': '-1, soon',
    }),
  }),
  ...ending('HUB_FAULT unknown', {
    'is unavailable (503), retry at once': status('503 Service Unavailable', { 'Retry-After': '0' }),
    'is unavailable (503), retry in a year': status('503 Service Unavailable', { 'Retry-After': '31536000' }),
  }),
  ...ending('done', {
    'sends 102 Processing first': writes(`HTTP/1.1 102 Processing\r\n\r\n${whole}`),
    'sends 103 Early Hints first': writes(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${whole}`),
    'sends 199 first': writes(`HTTP/1.1 199 Odd\r\n\r\n${whole}`),
    'sends two content types': writes(
      answer('200 OK', { 'Content-Type': 'application/json', 'content-type': 'text/html' }, json),
    ),
    'sends unused headers twice': writes(
      `HTTP/1.1 200 OK\r\n${'Set-Cookie: a=1\r\nX-Id: 7\r\nDate: today\r\n'.repeat(2)}Content-Length: 11\r\n\r\n${json}`,
    ),
    'sends a retry time with a success': writes(answer('200 OK', { 'Retry-After': '1' }, json)),
    'repeats a header 500 times': writes(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(500)}Content-Length: 0\r\n\r\n`),
    'sends a header of 8 KB': writes(answer('200 OK', { 'X-Big': 'x'.repeat(8192) }, '')),
    'sends headers with names such as constructor': writes(
      answer('200 OK', { __proto__x: '1', constructor: '2', toString: '3' }, ''),
    ),
    'sends no reason phrase': writes('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'),
  }),
  ...ending('HUB_BAD_ANSWER unknown', {
    // undici closes the connection after a 100 that no request asked for.
    'sends 100 Continue first': writes(`HTTP/1.1 100 Continue\r\n\r\n${whole}`),
    'sends only 100 Continue': writes('HTTP/1.1 100 Continue\r\n\r\n'),
    'switches protocols (101)': writes(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ),
    'switches protocols (101) without headers': writes('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    'answers 000': writes('HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'),
    'answers 099': writes('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'),
    'answers with letters as the status': writes('HTTP/1.1 abc OK\r\n\r\n'),
    'answers with a status of four digits': writes('HTTP/1.1 2000 OK\r\n\r\n'),
    'answers HTTP/9.9': writes('HTTP/9.9 200 OK\r\n\r\n'),
    'answers without headers': writes('{"ok":true}\r\n\r\n'),
    'answers in HTTP/2': writes(Buffer.from('000012040000000000000300000064', 'hex')),
    'sends a header of 100 KB': writes(answer('200 OK', { 'X-Big': 'x'.repeat(100_000) }, '')),
    'sends 10,000 headers': writes(`HTTP/1.1 200 OK\r\n${'X-More: y\r\n'.repeat(10_000)}\r\n`),
    'puts a control character into a header': writes('HTTP/1.1 200 OK\r\nX-\x01: y\r\n\r\n'),
    'sends a header without a name': writes('HTTP/1.1 200 OK\r\n: y\r\n\r\n'),
    'sends the same length twice': writes(`HTTP/1.1 200 OK\r\n${'Content-Length: 11\r\n'.repeat(2)}\r\n${json}`),
    'sends two different lengths': writes('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    'sends a length and chunks': writes(
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ),
    'sends a negative length': writes('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'),
    'sends a length of letters': writes('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'),
    'sends a length of 40 digits': writes(`HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(40)}\r\n\r\n`),
    'sends a chunk without a size': writes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  }),
  ...ending(
    'HUB_TIMEOUT unknown',
    {
      'sends 102 Processing repeatedly': (socket) => {
        const again = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(again));
      },
    },
    { hangs: true },
  ),
];
