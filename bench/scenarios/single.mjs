/** One request for each message: the cost of a message if none is skipped, with 16 in flight. */
import { bareFlow, coreFlow, ourFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const AT_ONCE = 16;
const PROPERTIES = 100;

/**
 * `latency` in ms. The limits: minimum rates relative to core and to plain `node:http`, and maximum CPU time relative
 * to core.
 */
function single({ name, latency, messages, rateOfCore, rateOfRaw, cpu }) {
  const perMessage = (side) => (run) => (run[side].cpu / messages) * 1000;
  const rate = (side) => (run) => (messages / run[side].ms) * 1000;
  return {
    name,
    title: `One request for each message: ${messages.toLocaleString('en-US')} messages, 16 at a time, hub latency ${latency} ms`,
    runs: 5,
    warmUps: 1,
    sides: {
      raw: bareFlow,
      core: coreFlow({}),
      coreKeepAlive: coreFlow({ persist: true }),
      ours: ourFlow({ delivery: 'inOrder', config: { maxInFlight: AT_ONCE } }),
    },
    async once({ hub, raw, core, coreKeepAlive, ours }) {
      const load = { messages, atOnce: AT_ONCE, properties: PROPERTIES };
      await hub.ask('set', { latency });
      const found = { raw: await raw.ask('raw', load) };
      for (const [name, side] of Object.entries({ core, coreKeepAlive, ours }))
        found[name] = await side.ask('inTurn', load);
      return found;
    },
    rows: [
      { measure: 'messages a second', of: rate('ours'), core: rate('core') },
      { measure: 'rate, relative to core', of: (run) => rate('ours')(run) / rate('core')(run), least: rateOfCore },
      { measure: 'rate, relative to node:http', of: (run) => rate('ours')(run) / rate('raw')(run), least: rateOfRaw },
      { measure: 'CPU time for each message, µs', of: perMessage('ours'), core: perMessage('core') },
      { measure: 'CPU time, relative to core', of: ({ ours, core }) => ours.cpu / core.cpu, most: cpu },
      {
        measure: 'CPU time, relative to core with keep-alive',
        of: ({ ours, coreKeepAlive }) => ours.cpu / coreKeepAlive.cpu,
      },
      { measure: 'CPU time, relative to node:http', of: ({ ours, raw }) => ours.cpu / raw.cpu },
      { measure: 'failed messages', of: ({ ours }) => failureCount(ours), most: 0, worst: true },
    ],
  };
}

/** The limits include the cost of an axios instance: see "Limits" in bench/README.md. */
export const fast = single({ name: 'fast', latency: 0, messages: 4000, rateOfCore: 2.3, cpu: 0.42 });
export const slow = single({ name: 'slow', latency: 20, messages: 800, rateOfRaw: 0.85, cpu: 0.5 });
