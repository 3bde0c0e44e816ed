/** Two hundred nodes that watch the same property, compared with one. Then a thousand that each watch their own. */
import { setTimeout as pause } from 'node:timers/promises';
import { bareFlow, watchFlow } from '../flows.mjs';

const WATCHERS = 200;
const WATCHES = 1000;

/** Duration of the measurement with a thousand nodes, in s. */
const SECONDS = 10;

export const watchers = {
  name: 'watchers',
  title: `${WATCHERS} watches of one property, 10 reads a second. ${WATCHES.toLocaleString('en-US')} watches of different properties, once a second for ${SECONDS} s`,
  runs: 5,
  warmUps: 1,
  sides: {
    one: watchFlow({ count: 1, property: 'watched by one', interval: '0.1' }),
    all: watchFlow({ count: WATCHERS, property: 'watched by all', interval: '0.1' }),
    each: watchFlow({ count: WATCHES, interval: '1' }),
    raw: bareFlow,
  },
  async once({ hub, each, raw }) {
    await hub.ask('set');
    await hub.ask('readOften', { property: 'watched by one', times: 20 });
    const { properties } = await hub.ask('report');
    const before = { cpu: await each.ask('cpu'), ...(await hub.ask('report')) };
    await pause(SECONDS * 1000);
    const after = { cpu: await each.ask('cpu'), ...(await hub.ask('report')) };
    const single = await raw.ask('raw', { messages: WATCHES, atOnce: 16, properties: WATCHES });
    const entries = after.entries - before.entries;
    return {
      one: properties['watched by one'].reads,
      all: properties['watched by all'].reads,
      batches: (after.requests - before.requests) / SECONDS,
      entries: entries / SECONDS,
      relative: (after.cpu - before.cpu) / entries / (single.cpu / WATCHES),
      core: ((after.cpu - before.cpu) / (SECONDS * 1000)) * 100,
    };
  },
  rows: [
    { measure: 'reads for one watch', of: ({ one }) => one },
    { measure: `reads for ${WATCHERS} watches`, of: ({ all }) => all },
    { measure: 'reads, relative to one watch', of: ({ all, one }) => all / one, most: 1.1, worst: true },
    { measure: `${WATCHES} watches: values read a second`, of: ({ entries }) => entries, least: WATCHES * 0.95 },
    { measure: `${WATCHES} watches: requests a second`, of: ({ batches }) => batches, most: WATCHES / 50 + 2 },
    { measure: `${WATCHES} watches: CPU time, % of a core`, of: ({ core }) => core },
    {
      measure: 'CPU time for each value, relative to a request of node:http',
      of: ({ relative }) => relative,
      most: 0.2,
    },
  ],
};
