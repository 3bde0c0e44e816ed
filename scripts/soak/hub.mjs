/** The simulator behind a hostile wire, in a process of its own: it is told what goes wrong, and tells what arrives. */
import { answering } from '../../bench/answering.cjs';
import { startSimulator } from '../../dist/simulator/index.js';
import { FADERS, FUNCTIONS, LEVELS, NODE } from './flow.mjs';
import lag from './lag.cjs';
import { wireTo } from './wire.mjs';

const BASE = '/api/rest/v1';

/** `[number of the message, ms of the epoch, target]` of each command since it was last asked. */
let arrivals = [];

/** The message's number stands in the value. */
const numberIn = (body) => body?.Value ?? body?.Parameters?.[0]?.payload?.value;

function note({ at, method, path, body }) {
  if (method === 'GET') return;
  const target = path.slice(BASE.length);
  if (target === '/batch') for (const entry of body) arrivals.push([numberIn(entry.body), at, entry.url]);
  else arrivals.push([numberIn(body), at, target]);
}

const simulator = await startSimulator({ onArrival: note });
const properties = [...FADERS, ...LEVELS].map((path) => ({ path, name: path, value: 0, motions: [] }));
const functions = FUNCTIONS.map((path) => ({ path, name: path, parameters: {}, sets: {} }));
simulator.state.engines[0].nodes.push({ path: NODE, name: NODE, properties, functions });
const wire = await wireTo(Number(new URL(simulator.url).port));
let undo = () => {};

answering({
  async be({ trouble, wire: mode = 'fine' }) {
    undo();
    undo = trouble ? simulator.trouble(trouble) : () => {};
    await wire.be(mode);
  },
  take() {
    const taken = arrivals;
    arrivals = [];
    return { arrivals: taken, lag: lag() };
  },
});
process.on('message', (message) => message === 'shutdown' && process.exit());
process.send({ answer: `http://127.0.0.1:${wire.port}` });
