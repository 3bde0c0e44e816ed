import { type Act, answer, drips, floods, JSON_TYPE, saysAndCloses, saysAndResets, writes } from '../hub.js';
import { ending, type Fault } from './fault.js';

const whole = answer('200 OK', JSON_TYPE, '{"ok":true}').toString();
const head = whole.slice(0, whole.indexOf('{'));
const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The places where an answer can stop. */
const stages: Record<string, string> = {
  'before the first byte': '',
  'in the status line': 'HTTP/1.1 2',
  'after the status line': 'HTTP/1.1 200 OK\r\n',
  'in the headers': 'HTTP/1.1 200 OK\r\nContent-Ty',
  'before the body': head,
  'in the body': `${head}{"ok"`,
  'before the first chunk': chunked,
  'in a chunk': `${chunked}b\r\n{"ok"`,
  'before the last chunk': `${chunked}b\r\n{"ok":true}\r\n`,
};

const atStages = (verb: string, act: (text: string) => Act): Record<string, Act> =>
  Object.fromEntries(Object.entries(stages).map(([name, text]) => [`${verb} ${name}`, act(text)]));

export const connection: Fault[] = [
  { name: 'refuses the connection', end: 'HUB_UNREACHABLE not-sent', absent: true },
  {
    name: 'closes the connection at once',
    end: 'HUB_UNREACHABLE not-sent',
    wrong: { onConnection: (socket) => socket.destroy() },
  },
  {
    name: 'resets the connection without reading',
    end: 'HUB_CONNECTION_LOST unknown',
    wrong: { onConnection: (socket) => setTimeout(() => socket.resetAndDestroy(), 300) },
  },
  { name: 'never reads', end: 'HUB_TIMEOUT unknown', wrong: { onConnection: (socket) => socket.pause() }, hangs: true },
  {
    name: 'greets like a mail server',
    end: 'HUB_UNREACHABLE not-sent',
    wrong: { onConnection: (socket) => socket.end('220 smtp ready\r\n') },
  },
  { name: 'has a name that does not resolve', end: 'HUB_UNREACHABLE not-sent', nowhere: 'http://no-such-hub.invalid' },
  { name: 'is at an unused address', end: 'HUB_UNREACHABLE not-sent', nowhere: 'http://192.0.2.1', hangs: true },
  { name: 'refuses the connection on IPv6', end: 'HUB_UNREACHABLE not-sent', nowhere: 'http://[::1]:1' },
  ...ending('HUB_TIMEOUT unknown', atStages('hangs', writes), { hangs: true }),
  ...ending('HUB_CONNECTION_LOST unknown', atStages('closes', saysAndCloses)),
  ...ending('HUB_CONNECTION_LOST unknown', atStages('resets', saysAndResets)),
  ...ending(
    'HUB_TIMEOUT unknown',
    {
      'sends its headers byte by byte': drips(whole),
      'sends its body byte by byte': (socket, request) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
        drips('x'.repeat(1000))(socket, request);
      },
      'sends small chunks without end': (socket, request) => {
        socket.write(chunked);
        drips('1\r\nx\r\n'.repeat(1000))(socket, request);
      },
    },
    { hangs: true },
  ),
  ...ending('done', {
    'answers in small pieces': drips(whole, 1),
    'answers late': (socket) => setTimeout(() => socket.write(whole), 300),
    'closes after a complete answer': saysAndCloses(whole),
    'closes to end its answer': saysAndCloses('HTTP/1.0 200 OK\r\n\r\n{"ok":true}'),
    'announces that it will close': saysAndCloses(answer('200 OK', { Connection: 'close' }, '{"ok":true}')),
    'answers twice': writes(whole + whole),
    'answers, then resets the connection': (socket) => {
      socket.write(whole);
      setTimeout(() => socket.resetAndDestroy(), 30);
    },
  }),
  ...ending('HUB_BAD_ANSWER unknown', {
    'sends 100 MB': floods('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n', Buffer.alloc(65_536, 'x')),
    'sends chunks without end': floods(chunked, `10000\r\n${'x'.repeat(65_536)}\r\n`),
    'sends headers without end': floods('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(8192)}\r\n`),
  }),
];
