/** Eight faders with 1,000 messages a second: the last value, its time, and the cost. */
import { coreFlow, ourFlow, panelFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const FADERS = 8;
const RATE = 1000;

/** Our nodes send at most 50 values a second for one fader. Time between two of them in ms. */
const INTERVAL = 1000 / 50;

/** Latency of the hub, in ms. */
const LATENCY = 20;

async function flood(hub, side, messages, settings) {
  await hub.ask('set', { latency: LATENCY, ...settings });
  const load = await side.ask('flood', { rate: RATE, messages });
  const { properties, ...counted } = await hub.ask('report');
  const last = Array.from({ length: FADERS }, (_, fader) => ({
    wanted: messages - FADERS + fader,
    ...properties[`p${fader}`],
  }));
  return {
    ...load,
    ...counted,
    wrong: last.filter(({ value, wanted }) => value !== wanted).length,
    reached: Math.max(...last.map(({ at }) => at)) - load.lastAt,
    perMessage: counted.requests / messages,
  };
}

const core = coreFlow({ count: FADERS });
const ours = ourFlow({ count: FADERS });
const panels = panelFlow({ count: FADERS });
const joined = ourFlow({ count: FADERS, config: { joining: true } });

/** Limits for every run. */
const always = (side, prefix = '') => [
  {
    measure: `${prefix}faders on a wrong value`,
    of: (run) => run[side].wrong,
    core: (run) => run.core.wrong,
    most: 0,
    worst: true,
  },
  { measure: `${prefix}failed messages`, of: (run) => failureCount(run[side]), most: 0, worst: true },
];

const reached = (side, most, prefix = '') => ({
  measure: `${prefix}last values set after the last message, ms`,
  of: (run) => run[side].reached,
  core: (run) => run.core.reached,
  most,
});

export const steady = {
  name: 'steady',
  title: 'Fader flood: 8 faders, 1,000 messages a second for 2 s, hub latency 20 ms',
  runs: 5,
  sides: { core, ours },
  async once({ hub, core, ours }) {
    return { core: await flood(hub, core, 2 * RATE), ours: await flood(hub, ours, 2 * RATE) };
  },
  rows: [
    ...always('ours'),
    reached('ours', 2 * LATENCY + INTERVAL),
    {
      measure: 'most requests in flight for one fader',
      of: ({ ours }) => ours.mostInHand,
      core: ({ core }) => core.mostInHand,
      most: 1,
      worst: true,
    },
    {
      measure: 'requests a message',
      of: ({ ours }) => ours.perMessage,
      core: ({ core }) => core.perMessage,
      most: 0.4,
      worst: true,
    },
    { measure: 'CPU time, ms', of: ({ ours }) => ours.cpu, core: ({ core }) => core.cpu },
    { measure: 'CPU time, relative to core', of: ({ ours, core }) => ours.cpu / core.cpu, most: 0.4 },
    {
      measure: 'memory growth, MB',
      of: ({ ours }) => ours.grown,
      core: ({ core }) => core.grown,
      most: 15,
      worst: true,
    },
    { measure: 'most sockets open', of: ({ ours }) => ours.mostSockets, core: ({ core }) => core.mostSockets },
  ],
};

export const narrow = {
  name: 'narrow',
  title: 'Fader flood for 1 s, hub serves 4 requests at once, 20 ms each',
  runs: 5,
  sides: { core, ours, joined },
  async once({ hub, core, ours, joined }) {
    const served = { atOnce: 4 };
    return {
      core: await flood(hub, core, RATE, served),
      ours: await flood(hub, ours, RATE, served),
      joined: await flood(hub, joined, RATE, served),
    };
  },
  rows: [
    ...always('ours'),
    reached('ours', 5 * LATENCY),
    ...always('joined', 'joined: '),
    reached('joined', 3 * LATENCY + INTERVAL, 'joined: '),
    { measure: 'most sockets open', of: ({ ours }) => ours.mostSockets, core: ({ core }) => core.mostSockets },
  ],
};

export const jitter = {
  name: 'jitter',
  title: 'Fader flood for 1 s, hub latency 10 to 30 ms, ten seeds',
  runs: 10,
  sides: { core, ours },
  async once({ hub, core, ours }, seed) {
    const settings = { jitter: 10, seed };
    return { core: await flood(hub, core, RATE, settings), ours: await flood(hub, ours, RATE, settings) };
  },
  rows: [
    ...always('ours'),
    {
      measure: 'values overtaken',
      of: ({ ours }) => ours.overtaken,
      core: ({ core }) => core.overtaken,
      most: 0,
      worst: true,
    },
  ],
};

export const panel = {
  name: 'panel',
  title: 'Fader flood for 2 s, each fader through a hub-panel. Core: without hub-panel',
  runs: 5,
  warmUps: 1,
  sides: { core: ours, ours: panels },
  async once({ hub, core, ours }) {
    return { core: await flood(hub, core, 2 * RATE), ours: await flood(hub, ours, 2 * RATE) };
  },
  rows: [
    ...always('ours'),
    { measure: 'CPU time, ms', of: ({ ours }) => ours.cpu, core: ({ core }) => core.cpu },
    {
      measure: 'CPU time, relative to the property nodes alone',
      of: ({ ours, core }) => ours.cpu / core.cpu,
      most: 1.25,
    },
  ],
};
