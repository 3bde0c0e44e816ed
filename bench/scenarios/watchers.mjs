/** Two hundred nodes that watch the same property, beside one. */
import { watchFlow } from '../flows.mjs';

const WATCHERS = 200;

export const watchers = {
  name: 'watchers',
  title: `${WATCHERS} watchers of one property, ten times a second, while one watcher’s hub is read 20 times`,
  runs: 5,
  warmUps: 1,
  sides: {
    one: watchFlow({ count: 1, property: 'watched by one' }),
    all: watchFlow({ count: WATCHERS, property: 'watched by all' }),
  },
  async once({ hub }) {
    await hub.ask('set');
    await hub.ask('readOften', { property: 'watched by one', times: 20 });
    const { properties } = await hub.ask('report');
    return { one: properties['watched by one'].reads, all: properties['watched by all'].reads };
  },
  rows: [
    { measure: 'reads for one', of: ({ one }) => one },
    { measure: `reads for ${WATCHERS}`, of: ({ all }) => all },
    { measure: 'reads, of what one costs', of: ({ all, one }) => all / one, most: 1.1, worst: true },
  ],
};
