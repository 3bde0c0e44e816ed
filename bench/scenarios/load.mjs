/** The start of Node-RED: without this package, with it, and with a hub and a node in the flow. */
import { bareFlow, ourFlow } from '../flows.mjs';

/** CPU time until the flows run, in ms, and the memory in use after that, in MB. */
async function costOf(starting) {
  const nodeRed = await starting;
  const cpu = await nodeRed.ask('cpu');
  const { memory } = await nodeRed.ask('openHandles');
  return { cpu, memory };
}

export const load = {
  name: 'load',
  title: 'Start of Node-RED without this package, with it, and with a hub and a node in the flow',
  runs: 5,
  warmUps: 1,
  sides: {},
  async once({ start }) {
    return {
      without: await costOf(start(bareFlow, { installed: false })),
      installed: await costOf(start(bareFlow)),
      used: await costOf(start(ourFlow({ count: 1 }))),
    };
  },
  rows: [
    { measure: 'CPU time without the package, ms', of: ({ without }) => without.cpu },
    { measure: 'more CPU time with the package, ms', of: ({ installed, without }) => installed.cpu - without.cpu },
    { measure: 'CPU time, with the package relative to without', of: relative('installed', 'cpu'), most: 1.25 },
    { measure: 'CPU time, with a hub and a node relative to without', of: relative('used', 'cpu'), most: 1.35 },
    { measure: 'memory without the package, MB', of: ({ without }) => without.memory },
    { measure: 'memory, with the package relative to without', of: relative('installed', 'memory'), most: 1.16 },
    { measure: 'memory, with a hub and a node relative to without', of: relative('used', 'memory'), most: 1.26 },
  ],
};

function relative(side, figure) {
  return (run) => run[side][figure] / run.without[figure];
}
