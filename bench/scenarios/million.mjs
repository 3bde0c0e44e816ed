/** A million messages through one node that keeps only the latest: what is left of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ourFlow } from '../flows.mjs';
import { failed } from './failed.mjs';

const RUNS = 5;
const MESSAGES = 1_000_000 / RUNS;

/** Idle sockets close after a second, and a lamp's timer ends after less: ms before the first look. */
const REST = 1200;

/** It is looked so often, with this pause in ms. */
const LOOKS = 40;
const PAUSE = 50;

/** What is left once nothing is under way any more. */
async function atRest(side) {
  await sleep(REST);
  let found = await side.ask('left');
  for (let look = 1; look < LOOKS && found.sockets > 0; look += 1) {
    await sleep(PAUSE);
    found = await side.ask('left');
  }
  return found;
}

export const million = {
  name: 'million',
  title: 'A million messages through one node, newest value wins, in five parts',
  runs: RUNS,
  warmUps: 1,
  sides: { ours: ourFlow({ count: 1 }) },
  async once({ hub, ours }) {
    await hub.ask('set', { latency: 1 });
    const before = await atRest(ours);
    const { cpu, errors } = await ours.ask('pour', { messages: MESSAGES });
    const after = await atRest(ours);
    const more = (what) => after[what] - before[what];
    return {
      errors,
      cpu: (cpu / MESSAGES) * 1000,
      memory: more('memory'),
      listeners: more('listeners'),
      timers: more('timers'),
      sockets: more('sockets'),
    };
  },
  rows: [
    { measure: 'memory growth in 200,000 messages, MB', of: ({ memory }) => memory, most: 0.2 },
    { measure: 'additional listeners', of: ({ listeners }) => listeners, most: 0 },
    { measure: 'additional timers', of: ({ timers }) => timers, most: 0 },
    { measure: 'additional sockets', of: ({ sockets }) => sockets, most: 0 },
    { measure: 'failed messages', of: failed, most: 0, worst: true },
    { measure: 'CPU time for each message, µs', of: ({ cpu }) => cpu },
  ],
};
