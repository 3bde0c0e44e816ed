/** A recall of 200 properties, compared with the time of one batch. Then the polls of 1,000 properties of a look. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lookFlow, watchFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const RECALLED = 200;
const POLLED = 1000;
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
  sides: {
    ours: lookFlow({ count: RECALLED, interval: '1', file }),
    watches: watchFlow({ count: POLLED, interval: '1' }),
    polled: lookFlow({ count: POLLED, interval: '1', file: `${file}.none` }),
  },
  async once({ hub, ours, watches, polled }) {
    await hub.ask('set', { latency: LATENCY, perEntry: PER_ENTRY, listed: POLLED });
    const stored = await ours.ask('message', { operation: 'store' });
    const recalled = await ours.ask('message', { operation: 'recall' });
    await hub.ask('set', { latency: 0, listed: POLLED });
    const [watched, looked] = await Promise.all([watches, polled].map(cpuOf));
    return { ms: recalled.ms, watched, looked, errors: [...stored.errors, ...recalled.errors] };
  },
  rows: [
    { measure: 'time of the recall, ms', of: ({ ms }) => ms },
    {
      measure: 'time of the recall, relative to one batch of all values',
      of: ({ ms }) => ms / (LATENCY + PER_ENTRY * RECALLED),
      most: 1.3,
    },
    { measure: `${POLLED} watches: CPU time, % of a core`, of: ({ watched }) => watched },
    {
      measure: `${POLLED} polled properties: CPU time, relative to watches`,
      of: ({ watched, looked }) => looked / watched,
      most: 1.3,
    },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
