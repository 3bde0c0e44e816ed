/** A key and a motor fader as one control each, compared with the separate nodes. Then with 99 further controls. */
import { besideDebugsFlow, controlFaderFlow, controlKeysFlow, keyFlow, motorFlow } from '../flows.mjs';
import { failureCount } from './failure-count.mjs';

const COUNT = 1000;
const OTHERS = 99;

const KEY = { count: COUNT, messages: [{ topic: 0, payload: 1 }], release: { topic: 0, payload: 0 } };
const position = (value) => ({
  payload: [7, value],
  midi: { channel: 1, type: 'controlchange', data: [7, value], raw: [0xb0, 7, value] },
});
const FADER = { count: COUNT, messages: [position(0), position(64), position(127)] };

/** The CPU time of each message, in µs. */
async function costOf(side, messages) {
  const { cpu, errors } = await side.ask('device', messages);
  return { each: (cpu / COUNT) * 1000, errors };
}

const ratio = (measure, one, other, most) => ({
  measure,
  of: (found) => found[one].each / found[other].each,
  ...(most && { most }),
});

const sides = {
  keyNodes: [keyFlow, KEY],
  key: [controlKeysFlow({ wired: 1, idle: 0 }), KEY],
  faderNodes: [motorFlow, FADER],
  fader: [controlFaderFlow, FADER],
  amongIdle: [controlKeysFlow({ wired: 1, idle: OTHERS }), KEY],
  onOneWire: [controlKeysFlow({ wired: 1 + OTHERS, idle: 0 }), KEY],
  besideDebugs: [besideDebugsFlow(OTHERS), KEY],
};

export const control = {
  name: 'control',
  title: `${COUNT.toLocaleString('en-US')} presses of a key and ${COUNT.toLocaleString('en-US')} values of a fader, through hub-control or through panel, command, watch and lamp, hub latency 0 ms`,
  runs: 5,
  warmUps: 1,
  sides: Object.fromEntries(Object.entries(sides).map(([name, [flow]]) => [name, flow])),
  async once({ hub, ...started }) {
    await hub.ask('set', { latency: 0 });
    const found = {};
    for (const [name, [, messages]] of Object.entries(sides)) found[name] = await costOf(started[name], messages);
    return { ...found, errors: Object.values(found).flatMap(({ errors }) => errors) };
  },
  rows: [
    { measure: 'CPU time for each press through the separate nodes, µs', of: ({ keyNodes }) => keyNodes.each },
    { measure: 'CPU time for each press through a control, µs', of: ({ key }) => key.each },
    ratio('a press through a control, relative to the separate nodes', 'key', 'keyNodes', 1.1),
    { measure: 'CPU time for each value through a control, µs', of: ({ fader }) => fader.each },
    ratio('a value through a control, relative to the separate nodes', 'fader', 'faderNodes', 1.1),
    ratio(`a press with ${OTHERS} idle controls, relative to none`, 'amongIdle', 'key', 1.1),
    ratio(`a press with ${OTHERS} other controls on its wire, relative to none`, 'onOneWire', 'key', 2),
    // The rest is the cost of Node-RED, which copies each message for each node of a wire.
    ratio(`the same, relative to ${OTHERS} debug nodes that are off`, 'onOneWire', 'besideDebugs', 1.3),
    { measure: 'failed messages', of: failureCount, most: 0, worst: true },
  ],
};
