/** Five decks with four pages of 32 controls, compared with one page: a press, an idle time, and the change of a page. */
import { setTimeout as pause } from 'node:timers/promises';
import { besideDebugsFlow, pagesFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const COUNT = 500;
const KEYS = 32;
const PAGES = 4;

/** Duration of the idle time, in s. */
const SECONDS = 5;

const KEY = { count: COUNT, messages: [{ topic: 0, payload: 1 }], release: { topic: 0, payload: 0 } };

/** The CPU time of each press, in µs. */
async function costOf(side) {
  const { cpu, errors } = await side.ask('device', KEY);
  return { each: (cpu / COUNT) * 1000, errors };
}

async function idleOf(side) {
  const before = await side.ask('cpu');
  await pause(SECONDS * 1000);
  return ((await side.ask('cpu')) - before) / SECONDS;
}

export const pages = {
  name: 'pages',
  title: `Five surfaces with ${PAGES} pages of ${KEYS} controls (${5 * PAGES * KEYS} nodes) or with one page, ${COUNT} presses of a key, hub latency 0 ms`,
  runs: 5,
  warmUps: 1,
  sides: {
    one: pagesFlow(1),
    four: pagesFlow(PAGES),
    besideMany: besideDebugsFlow(PAGES * KEYS - 1),
  },
  async once({ hub, one, four, besideMany }) {
    await hub.ask('set', { latency: 0 });
    const found = { one: await costOf(one), four: await costOf(four), besideMany: await costOf(besideMany) };
    const turns = [];
    for (const page of ['Seite 2', 'Seite 3', 'Seite 4', 'Seite 1'])
      turns.push(await four.ask('showPage', { page, lights: KEYS }));
    await pause(1000);
    const [idleOne, idleFour] = [await idleOf(one), await idleOf(four)];
    const errors = Object.values(found).flatMap((each) => each.errors);
    return { ...found, turn: Math.max(...turns), idleOne, idleFour, errors };
  },
  rows: [
    { measure: 'CPU time for each press, one page, µs', of: ({ one }) => one.each },
    { measure: `CPU time for each press, ${PAGES} pages, µs`, of: ({ four }) => four.each },
    // Node-RED copies each message for each node of a wire.
    { measure: 'the same, relative to one page', of: ({ four, one }) => four.each / one.each },
    {
      measure: `a press with ${PAGES} pages, relative to as many debug nodes that are off`,
      of: ({ four, besideMany }) => four.each / besideMany.each,
      most: 1.3,
    },
    {
      measure: `idle CPU time with ${PAGES} pages, relative to one`,
      of: ({ idleFour, idleOne }) => idleFour / idleOne,
      most: 1.2,
    },
    { measure: `time of a page change until ${KEYS} lights have come, ms`, of: ({ turn }) => turn, most: 50 },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
