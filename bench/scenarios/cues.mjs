/**
 * A Go of a cue list, compared with a message to a property node that sends the same command. Then a chain of follow-ons
 * during the flood of eight faders.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { cuesFlow, ourFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const GOS = 400;
const FOLLOW_ONS = 80;
/** Time between two cues of the chain, in ms. */
const INTERVAL = 100;
const FADERS = 8;
const RATE = 1000;
const LATENCY = 20;

const literal = (value) => ({ type: typeof value === 'number' ? 'num' : 'str', value });

const stepOf = (property, value) => ({
  does: 'command',
  operation: 'setProperty',
  params: {
    engineId: literal(1),
    nodePath: literal('Mixer_0'),
    propertyPath: literal(property),
    Value: literal(value),
  },
  delay: 0,
});

/** The first value of the chain. The values of the faders are smaller. */
const FIRST = 1_000_000;

const listOf = (count, first, property, more = {}) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      { name: `Cue ${index + 1}`, note: '', steps: [stepOf(`${property}${index}`, first + index)], ...more },
    ]),
  );

const chain = { afterwards: { does: 'followOn', after: INTERVAL / 1000, from: 'start' } };

/** Posts as the editor does. */
async function post(side, path, body) {
  const url = await side.ask('url');
  const { token } = await (await fetch(`${url}/graphics-hub/token`)).json();
  const headers = { 'Content-Type': 'application/json', 'X-Graphics-Hub-Token': token };
  const answer = await fetch(`${url}/graphics-hub/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const json = await answer.json();
  if (json.problem) throw new Error(JSON.stringify(json.problem));
  return json;
}

async function write(side, cues) {
  const url = await side.ask('url');
  const { token } = await (await fetch(`${url}/graphics-hub/token`)).json();
  const found = await fetch(`${url}/graphics-hub/cues/lists/Bench`, { headers: { 'X-Graphics-Hub-Token': token } });
  const { revision } = await found.json();
  await post(side, 'cues/lists/Bench', { cues, revision });
}

const middle = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** The value that 99 of 100 do not exceed. */
const p99 = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.99)];

/** The time from each message to the arrival of its request, and the CPU time, in ms. */
async function costOf(hub, side, isCue) {
  await hub.ask('set', { latency: 0 });
  const { sentAt, cpu, errors } = await side.ask('oneByOne', { messages: GOS, isCue });
  const { properties } = await hub.ask('report');
  return { cpu: cpu / GOS, latency: middle(sentAt.map((at, index) => properties[`p${index}`].at - at)), errors };
}

/** The delay of each follow-on after its time, in ms. */
async function chainOf(hub, side) {
  await hub.ask('set', { latency: LATENCY, logs: true });
  const flooding = side.ask('flood', { rate: RATE, messages: (RATE * (FOLLOW_ONS + 5) * INTERVAL) / 1000 });
  await pause(200);
  await post(side, 'cues/cues', { operation: 'goto', cue: '1' });
  const { errors } = await flooding;
  await pause(500);
  const { arrivals } = await hub.ask('report');
  const times = arrivals.filter(({ value }) => value >= FIRST).map(({ at }) => at);
  if (times.length !== FOLLOW_ONS) throw new Error(`${times.length} cues of the chain were played`);
  return { delays: times.slice(1).map((at, index) => at - times[index] - INTERVAL), errors };
}

export const cues = {
  name: 'cues',
  title: `${GOS} Gos of a cue with one command, one after the other, hub latency 0 ms. ${FOLLOW_ONS} follow-ons during the flood of ${FADERS} faders, hub latency ${LATENCY} ms`,
  runs: 5,
  warmUps: 1,
  sides: {
    property: ourFlow({ delivery: 'inOrder' }),
    list: cuesFlow({ faders: 0 }),
    // A command must not wait for a place behind the faders.
    flooded: cuesFlow({ faders: FADERS, config: { maxInFlight: String(2 * FADERS) } }),
  },
  async once({ hub, property, list, flooded }) {
    await write(list, listOf(GOS, 0, 'p'));
    await post(list, 'cues/cues', { operation: 'standby', cue: '1' });
    await write(flooded, listOf(FOLLOW_ONS, FIRST, 'c', chain));
    const alone = await costOf(hub, property, false);
    const go = await costOf(hub, list, true);
    const { delays, errors } = await chainOf(hub, flooded);
    return { alone, go, delays, errors: [...alone.errors, ...go.errors, ...errors] };
  },
  rows: [
    { measure: 'a message to the property node: time to its request, ms', of: ({ alone }) => alone.latency },
    { measure: 'a Go: time to its request, ms', of: ({ go }) => go.latency },
    {
      measure: 'a Go: time to its request, relative to the property node',
      of: ({ alone, go }) => go.latency / alone.latency,
      most: 1.25,
    },
    { measure: 'a message to the property node: CPU time, ms', of: ({ alone }) => alone.cpu },
    { measure: 'a Go: CPU time, ms', of: ({ go }) => go.cpu },
    { measure: 'a Go: CPU time, relative to the property node', of: ({ alone, go }) => go.cpu / alone.cpu },
    { measure: 'follow-ons during the flood: delay of 99 %, ms', of: ({ delays }) => p99(delays), most: 20 },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
