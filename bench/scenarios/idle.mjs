/** One fader in order, alone and with many nodes that get no message. */
import { idleFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const MESSAGES = 2000;
const OTHERS = 1000;

async function move(side) {
  const { cpu, errors } = await side.ask('inTurn', { messages: MESSAGES, atOnce: 1, properties: 1 });
  return { errors, each: (cpu / MESSAGES) * 1000 };
}

export const idle = {
  name: 'idle',
  title: `${MESSAGES.toLocaleString('en-US')} values of one fader, with ${OTHERS.toLocaleString('en-US')} idle nodes or alone, hub latency 0 ms`,
  runs: 5,
  warmUps: 1,
  sides: { alone: idleFlow({ count: 0 }), among: idleFlow({ count: OTHERS }) },
  async once({ hub, alone, among }) {
    await hub.ask('set', { latency: 0 });
    const one = await move(alone);
    const many = await move(among);
    return { alone: one.each, among: many.each, errors: [...one.errors, ...many.errors] };
  },
  rows: [
    { measure: 'CPU time for each value alone, µs', of: ({ alone }) => alone },
    { measure: 'CPU time for each value with the idle nodes, µs', of: ({ among }) => among },
    { measure: 'CPU time, with the idle nodes relative to alone', of: ({ among, alone }) => among / alone, most: 1.1 },
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
