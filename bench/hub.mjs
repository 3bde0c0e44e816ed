/** A stub hub with a queue. Its latency and the number of parallel requests are settings, and it counts requests. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { answerQuestions, cpu, now } from './ipc.cjs';
import { randomFrom } from './soak/random.mjs';

const BASE = '/api/rest/v1';

/**
 * Times in ms. Each request takes `latency` ± `jitter`, and `perEntry` for each entry. `atOnce` is the number of
 * parallel requests. With `logs`, it stores the arrival time of each value. A read has `rows` more rows in its answer.
 * With `changing`, each answer has another last row. The list of items shows a play or an out after `lag`. `listed` is the number of properties in its lists.
 */
const STEADY = {
  latency: 20,
  jitter: 0,
  seed: 1,
  atOnce: Number.POSITIVE_INFINITY,
  perEntry: 0,
  logs: false,
  rows: 0,
  changing: false,
  listed: 0,
  lag: 0,
};

let settings;
let random;
let counts;
/** By path: `{value, at, inHand, reads}`. */
let properties;
const reading = new EventEmitter();
const waiting = [];
let serving = 0;
/** True if the item plays, and the earlier states that the list still shows, each until a time. */
let plays = false;
let lateStates = [];
/** Sockets of requests since `set`. */
const sockets = new Set();

function set(facts = {}) {
  settings = { ...STEADY, ...facts };
  random = randomFrom(settings.seed);
  counts = { requests: 0, entries: 0, overtaken: 0, mostInHand: 0, mostSockets: 0, arrivals: [] };
  sockets.clear();
  plays = false;
  lateStates = [];
  properties = new Map();
}

const propertyAt = (url) => {
  if (!properties.has(url)) properties.set(url, { value: -1, at: 0, inHand: 0, reads: 0 });
  return properties.get(url);
};

function arrive({ method, url, socket }, response, text) {
  const path = url.slice(BASE.length);
  const body = text && JSON.parse(text);
  const batch = path === '/batch';
  const entries = batch ? body : [{ id: 0, url: path, verb: method, body }];
  const writes = entries.filter(({ verb }) => verb === 'PATCH');
  sockets.add(socket);
  counts.mostSockets = Math.max(counts.mostSockets, sockets.size);
  if (method === 'GET') readOnce(path);
  else counts.requests += 1;
  if (batch) counts.entries += entries.length;
  if (settings.logs) counts.arrivals.push(...writes.map(({ body }) => ({ value: body.Value, at: now() })));
  for (const { url } of writes) {
    const property = propertyAt(url);
    property.inHand += 1;
    counts.mostInHand = Math.max(counts.mostInHand, property.inHand);
  }
  waiting.push({ response, batch, entries, writes });
  serveNext();
}

function readOnce(path) {
  propertyAt(path).reads += 1;
  reading.emit('read');
}

const lastSegment = (path) => decodeURIComponent(path.split('/').at(-1));

/** Resolves after a property was read this many times since `set`. */
async function readOften({ property, times }) {
  const reads = () => [...properties].find(([path]) => lastSegment(path) === property)?.[1].reads ?? 0;
  while (reads() < times) await once(reading, 'read');
}

function serveNext() {
  while (serving < settings.atOnce && waiting.length > 0) {
    const exchange = waiting.shift();
    serving += 1;
    const swing = (random() * 2 - 1) * settings.jitter;
    const time = settings.latency + swing + settings.perEntry * exchange.entries.length;
    if (time > 0) setTimeout(serve, time, exchange);
    else serve(exchange);
  }
}

/** A value is set at the end of its request, so a slow request can set an older value. */
function serve({ response, batch, entries, writes }) {
  const at = now();
  for (const { url, body } of writes) {
    const property = propertyAt(url);
    if (body.Value < property.value) counts.overtaken += 1;
    property.value = body.Value;
    property.at = at;
    property.inHand -= 1;
  }
  const bodies = entries.map(({ url }) => itemAnswer(url) ?? listAt(url) ?? propertyOf(url));
  const answers = entries.map(({ id }, index) => ({ id, responseCode: 200, responseBody: bodies[index] }));
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(batch ? JSON.stringify(answers) : longAnswer(bodies[0]));
  serving -= 1;
  serveNext();
}

const propertyOf = (url) => ({ PropertyPath: url, DisplayName: url, Value: properties.get(url)?.value ?? 0 });

/** The answer to a play, an out, and the list of items. */
function itemAnswer(url) {
  const command = /^\/lino\/rundown\/1\/(play|out)\/7\/0$/.exec(url)?.[1];
  if (command) {
    lateStates.push({ plays, until: now() + settings.lag });
    plays = command === 'play';
    return 'OK';
  }
  if (url !== '/lino/rundown/1/1/items') return undefined;
  lateStates = lateStates.filter(({ until }) => until > now());
  const program = (lateStates[0]?.plays ?? plays) ? 'Playing' : 'Available';
  return [{ id: 7, itemNo: 7, name: 'Bench', status: { program, preview: 'Available', online: true } }];
}

/** The engine, its node and its properties, for nodes that look for names. */
function listAt(url) {
  if (settings.listed === 0) return undefined;
  if (url === '/engines') return [{ id: 1, displayName: 'Bench', engineType: 'RE' }];
  if (url.endsWith('/nodes')) return [{ NodePath: 'Mixer_0', NodeName: 'Mixer' }];
  if (!url.endsWith('/properties')) return undefined;
  return Array.from({ length: settings.listed }, (_, index) => ({
    PropertyPath: `p${index}`,
    DisplayName: `p${index}`,
    Value: properties.get(`${url}/p${index}`)?.value ?? 0,
  }));
}

/** The rows of the last long answer, as JSON. */
let rows = { count: 0, text: '' };
let lastRow = 0;

function longAnswer(body) {
  if (settings.rows === 0) return JSON.stringify(body);
  if (rows.count !== settings.rows) {
    const all = Array.from({ length: settings.rows }, (_, id) => ({
      id,
      name: `Row ${id}`,
      value: id / 3,
      shown: true,
    }));
    rows = { count: settings.rows, text: JSON.stringify(all) };
  }
  if (settings.changing) lastRow += 1;
  return `{"rows":${rows.text},"last":${lastRow}}`;
}

const HOST = '127.0.0.1';

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => arrive(request, response, text));
});
server.on('connection', (socket) => socket.on('close', () => sockets.delete(socket)));

set();

// A flood opens thousands of connections at once.
const listen = (port) => once(server.listen({ port, host: HOST, backlog: 4096 }), 'listening');
await listen(0);
const { port } = server.address();

/** Closes the port and all connections. */
async function leave() {
  const closed = once(server.close(), 'close');
  server.closeAllConnections();
  await closed;
}

answerQuestions({
  set,
  cpu,
  readOften,
  leave,
  comeBack: () => listen(port),
  lag: ({ ms }) => {
    settings.lag = ms;
  },
  /** Counts since `set`, with the properties by the last segment of their path. */
  report: () => ({
    ...counts,
    properties: Object.fromEntries([...properties].map(([path, property]) => [lastSegment(path), property])),
  }),
});
process.on('message', (message) => message === 'shutdown' && process.exit());
process.send({ answer: `http://${HOST}:${port}` });
