/**
 * A recall of 200 properties, compared with the time of one batch, and one of 10,000. Then the polls of 2,000 properties that
 * a look compares, compared with the same number of watches.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lookFlow, watchFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const RECALLED = 200;
const LARGE = 10_000;
const POLLED = 2000;
const LATENCY = 20;
const PER_ENTRY = 1;

/** Duration of the measurement of the polls, in s. */
const SECONDS = 10;

const file = join(tmpdir(), `bench-looks-${process.pid}.json`);

/** CPU time of a side in % of a core. */
async function cpuOf(side) {
  const before = await side.ask('cpu');
  await pause(SECONDS * 1000);
  return (((await side.ask('cpu')) - before) / (SECONDS * 1000)) * 100;
}

export const looks = {
  name: 'looks',
  title: `a look of ${RECALLED} properties, hub latency ${LATENCY} ms and ${PER_ENTRY} ms an entry. ${POLLED.toLocaleString('en-US')} properties of a look, once a second for ${SECONDS} s`,
  runs: 5,
  // The polled node finds its properties within 5 s.
  warmUps: 1,
  sides: {
    ours: lookFlow({ count: RECALLED, interval: '1', file }),
    watches: watchFlow({ count: POLLED, interval: '1' }),
    polled: lookFlow({ count: POLLED, interval: '1', file: `${file}.polled` }),
    large: lookFlow({ count: LARGE, interval: '0', file: `${file}.large` }),
  },
  async once({ hub, ours, watches, polled, large }) {
    await hub.ask('set', { listed: POLLED });
    const polledStored = await polled.ask('message', { operation: 'store' });
    const [watched, looked] = await Promise.all([watches, polled].map(cpuOf));
    await hub.ask('set', { latency: LATENCY, perEntry: PER_ENTRY, listed: LARGE });
    const stored = await ours.ask('message', { operation: 'store' });
    const recalled = await ours.ask('message', { operation: 'recall' });
    const largeStored = await large.ask('message', { operation: 'store' });
    const largeRecalled = await large.ask('message', { operation: 'recall' });
    const errorsOf = (...ended) => ended.flatMap((each) => each.errors);
    return {
      ms: recalled.ms,
      largeMs: largeRecalled.ms,
      watched,
      looked,
      errors: errorsOf(polledStored, stored, recalled, largeStored),
      late: errorsOf(largeRecalled).length,
    };
  },
  rows: [
    { measure: 'time of the recall, ms', of: ({ ms }) => ms },
    {
      measure: 'time of the recall, relative to one batch of all values',
      of: ({ ms }) => ms / (LATENCY + PER_ENTRY * RECALLED),
      most: 1.3,
    },
    { measure: `time of a recall of ${LARGE} properties, ms`, of: ({ largeMs }) => largeMs },
    { measure: `recalls of ${LARGE} properties that failed in part`, of: ({ late }) => late, most: 0 },
    { measure: `${POLLED} watches: CPU time, % of a core`, of: ({ watched }) => watched },
    { measure: `${POLLED} polled properties: CPU time, % of a core`, of: ({ looked }) => looked },
    {
      measure: `${POLLED} polled properties: CPU time, relative to watches`,
      of: ({ watched, looked }) => looked / watched,
      most: 0.7,
    },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
