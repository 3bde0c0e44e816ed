/** The simulator behind a faulty connection, in its own process. It applies faults and reports arrivals. */

import { startSimulator } from '../../lib/simulator/index.js';
import { answerQuestions } from '../ipc.cjs';
import { FADERS, FUNCTIONS, LEVELS, NODE } from './flow.mjs';
import lag from './lag.cjs';
import { startFaultyProxy } from './wire.mjs';

const BASE = '/api/rest/v1';

/** `[number of the message, ms of the epoch, target]` of each command since the last question. */
let arrivals = [];

/** The value contains the number of the message. */
const numberIn = (body) => body?.Value ?? body?.Parameters?.[0]?.payload?.value;

function recordArrival({ at, method, path, body }) {
  if (method === 'GET') return;
  const target = path.slice(BASE.length);
  if (target === '/batch') for (const entry of body) arrivals.push([numberIn(entry.body), at, entry.url]);
  else arrivals.push([numberIn(body), at, target]);
}

const simulator = await startSimulator({ onArrival: recordArrival });
const properties = [...FADERS, ...LEVELS].map((path) => ({ path, name: path, value: 0, motions: [] }));
const functions = FUNCTIONS.map((path) => ({ path, name: path, parameters: {}, sets: {} }));
simulator.state.engines[0].nodes.push({ path: NODE, name: NODE, properties, functions });
const wire = await startFaultyProxy(Number(new URL(simulator.url).port));
let undo = () => {};

answerQuestions({
  async be({ trouble, wire: mode = 'fine' }) {
    undo();
    undo = trouble ? simulator.trouble(trouble) : () => {};
    await wire.be(mode);
  },
  take() {
    const batch = arrivals;
    arrivals = [];
    return { arrivals: batch, lag: lag() };
  },
});
process.on('message', (message) => message === 'shutdown' && process.exit());
process.send({ answer: `http://127.0.0.1:${wire.port}` });
