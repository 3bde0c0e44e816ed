/** The same messages, each for its own property, with few and with many properties waiting at once. */
import { ourFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const MESSAGES = 4000;

/** Properties that wait at once. */
const FEW = 250;

async function send(side, atOnce) {
  const { cpu, errors } = await side.ask('inTurn', { messages: MESSAGES, atOnce, properties: MESSAGES });
  return { errors, each: (cpu / MESSAGES) * 1000 };
}

export const lanes = {
  name: 'lanes',
  title: `${MESSAGES.toLocaleString('en-US')} messages for as many properties, ${FEW} or all at once, hub latency 0 ms`,
  runs: 5,
  warmUps: 1,
  sides: { ours: ourFlow({ expiry: '60' }) },
  async once({ hub, ours }) {
    await hub.ask('set');
    const few = await send(ours, FEW);
    const all = await send(ours, MESSAGES);
    return { few: few.each, all: all.each, errors: [...few.errors, ...all.errors] };
  },
  rows: [
    { measure: `CPU time for each message, ${FEW} at once, µs`, of: ({ few }) => few },
    { measure: 'CPU time for each message, all at once, µs', of: ({ all }) => all },
    { measure: 'CPU time, all relative to few', of: ({ all, few }) => all / few, most: 1.3 },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
