/** A million messages through one node that sends only the newest value: the memory and handles that remain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ourFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const RUNS = 5;
const MESSAGES = 1_000_000 / RUNS;

/** Idle sockets close after a second, and the timer of a lamp ends earlier. Time before the first check in ms. */
const REST = 1200;

/** Number of checks, and the pause between them in ms. */
const CHECKS = 40;
const PAUSE = 50;

/** The open handles after all requests have ended. */
async function atRest(side) {
  await sleep(REST);
  let handles = await side.ask('openHandles');
  for (let check = 1; check < CHECKS && handles.sockets > 0; check += 1) {
    await sleep(PAUSE);
    handles = await side.ask('openHandles');
  }
  return handles;
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
    const growthOf = (what) => after[what] - before[what];
    return {
      errors,
      cpu: (cpu / MESSAGES) * 1000,
      memory: growthOf('memory'),
      listeners: growthOf('listeners'),
      timers: growthOf('timers'),
      sockets: growthOf('sockets'),
    };
  },
  rows: [
    { measure: 'memory growth in 200,000 messages, MB', of: ({ memory }) => memory, most: 0.2 },
    { measure: 'additional listeners', of: ({ listeners }) => listeners, most: 0 },
    { measure: 'additional timers', of: ({ timers }) => timers, most: 0 },
    { measure: 'additional sockets', of: ({ sockets }) => sockets, most: 0 },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
    { measure: 'CPU time for each message, µs', of: ({ cpu }) => cpu },
  ],
};
