/** A watch of a very long answer, unchanged or with a change at the end, compared with a node that reads it once. */
import { setTimeout as pause } from 'node:timers/promises';
import { readFlow, watchFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

/** Rows of an answer of 10 MB. */
const ROWS = 180_000;

const READS = 10;

/** Duration of a measurement of the watch, in s. */
const SECONDS = 5;

/** CPU time of the watch for each poll, and the longest turn of the event loop, in ms. */
async function costOfPoll(hub, watched, settings) {
  await hub.ask('set', settings);
  // The first long answer is a change.
  await hub.ask('readOften', { property: 'long', times: 2 });
  const reads = async () => (await hub.ask('report')).properties.long.reads;
  await watched.ask('longestTurn');
  const before = { cpu: await watched.ask('cpu'), reads: await reads() };
  await pause(SECONDS * 1000);
  const after = { cpu: await watched.ask('cpu'), reads: await reads() };
  return { each: (after.cpu - before.cpu) / (after.reads - before.reads), longest: await watched.ask('longestTurn') };
}

export const long = {
  name: 'long',
  title: 'An answer of 10 MB, read by a node, or watched twice a second',
  runs: 5,
  warmUps: 1,
  sides: { read: readFlow, watched: watchFlow({ count: 1, property: 'long', interval: '0.5' }) },
  async once({ hub, read, watched }) {
    await hub.ask('set', { rows: ROWS });
    const { cpu, errors } = await read.ask('inTurn', { messages: READS, atOnce: 1, properties: 1 });
    const same = await costOfPoll(hub, watched, { rows: ROWS });
    const changing = await costOfPoll(hub, watched, { rows: ROWS, changing: true });
    const parsing = await watched.ask('longestParsing', { property: 'long', times: READS });
    await hub.ask('set');
    return { errors, each: cpu / READS, same: same.each, changing: changing.each, longest: changing.longest, parsing };
  },
  rows: [
    { measure: 'CPU time for each read, ms', of: ({ each }) => each },
    { measure: 'CPU time for each unchanged poll, ms', of: ({ same }) => same },
    { measure: 'unchanged poll, relative to a read', of: ({ same, each }) => same / each, most: 1 },
    { measure: 'CPU time for each changed poll, ms', of: ({ changing }) => changing },
    { measure: 'changed poll, relative to a read', of: ({ changing, each }) => changing / each, most: 4 },
    { measure: 'longest turn of the event loop of a changed poll, ms', of: ({ longest }) => longest },
    {
      measure: 'longest turn, relative to the longest parsing',
      of: ({ longest, parsing }) => longest / parsing,
      most: 2,
    },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
