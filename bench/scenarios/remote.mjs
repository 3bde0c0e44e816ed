/** One hub, one Node-RED that reaches it, and four with panels: the load on the hub, and the fate of presses. */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, hasBroker, startBroker, startProxy } from '../broker.mjs';
import { hostFlow, remoteFlow, watchFlow } from '../flows.mjs';
import { now } from '../ipc.cjs';

/** Lifetime of a command in ms. Its last step can exceed it. */
const LIFETIME = 500;
const STEP = 100;

/** Presses a second in all parts. */
const RATE = 10;

const MACHINES = ['first', 'second', 'third', 'fourth'];

/** Longest wait for any state, in ms. */
const LONGEST_WAIT = 20_000;

const port = await freePort();
const proxy = await startProxy(port);

async function until(condition) {
  for (const end = now() + LONGEST_WAIT; !(await condition()); await pause(50))
    if (now() > end) throw new Error(`never: ${condition}`);
}

/** Delay of the presses that arrived, and the number of double and late ones. */
async function judgePresses(hub, presses) {
  await pause(LIFETIME);
  const { arrivals } = await hub.ask('report');
  const sent = new Map(presses);
  const ours = arrivals.filter(({ value }) => sent.has(value));
  return {
    took: ours.map(({ value, at }) => at - sent.get(value)),
    twice: ours.length - new Set(ours.map(({ value }) => value)).size,
    late: ours.filter(({ value, at }) => at - sent.get(value) > LIFETIME + STEP).length,
  };
}

const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

export const remote = {
  name: 'remote',
  title: `One Node-RED reads the hub 10 times a second, ${MACHINES.length} more show it over MQTT, ${RATE} presses a second on one of them`,
  skips: hasBroker ? undefined : 'Debian’s `mosquitto` is not installed: not measured.',
  runs: 2,
  sides: {
    alone: watchFlow({ count: 1, property: 'watched by one', interval: '0.1' }),
    host: hostFlow({ port, property: 'watched by all', interval: '0.1' }),
    ...Object.fromEntries(MACHINES.map((name, index) => [name, remoteFlow({ port: index === 0 ? proxy.port : port })])),
  },
  async once({ hub, first, ...sides }) {
    const machines = [first, ...MACHINES.slice(1).map((name) => sides[name])];
    const all = async (state) => {
      const states = await Promise.all(machines.map((machine) => machine.ask('lampState')));
      return states.every((lamp) => lamp === state);
    };
    const press = (seconds) => first.ask('press', { messages: seconds * RATE, rate: RATE });
    await hub.ask('set', { latency: 0, logs: true });
    let kill = await startBroker(port);
    await until(() => all('off'));

    const reads = async () => {
      const { properties } = await hub.ask('report');
      return ['watched by one', 'watched by all'].map((name) => properties[name].reads);
    };
    const [oneBefore, allBefore] = await reads();
    const quick = await judgePresses(hub, await press(5));
    const [oneAfter, allAfter] = await reads();

    const overBroker = press(7);
    await pause(1000);
    await kill();
    const killedAt = now();
    await until(() => all('unknown'));
    const unknown = now() - killedAt;
    kill = await startBroker(port);
    const backAt = now();
    await until(() => all('off'));
    const recovery = now() - backAt;
    const broker = await judgePresses(hub, await overBroker);

    const overNetwork = press(6);
    await pause(1000);
    proxy.cut();
    await until(async () => (await first.ask('lampState')) === 'unknown');
    proxy.restore();
    const presses = await overNetwork;
    await until(() => all('off'));
    const network = await judgePresses(hub, presses);
    await kill();
    await until(() => all('unknown'));
    return { quick, one: oneAfter - oneBefore, all: allAfter - allBefore, broker, network, unknown, recovery };
  },
  rows: [
    { measure: 'reads, relative to one Node-RED alone', of: ({ all, one }) => all / one, most: 1.1, worst: true },
    { measure: 'presses carried out, of 50', of: ({ quick }) => quick.took.length, least: 48 },
    { measure: 'from a press to the hub, ms, median', of: ({ quick }) => median(quick.took) },
    { measure: 'from a press to the hub, ms, longest', of: ({ quick }) => Math.max(...quick.took) },
    { measure: 'broker killed: presses carried out twice', of: ({ broker }) => broker.twice, most: 0, worst: true },
    { measure: 'broker killed: presses carried out late', of: ({ broker }) => broker.late, most: 0, worst: true },
    { measure: 'network lost: presses carried out twice', of: ({ network }) => network.twice, most: 0, worst: true },
    { measure: 'network lost: presses carried out late', of: ({ network }) => network.late, most: 0, worst: true },
    { measure: 'broker killed: all lamps show unknown after, ms', of: ({ unknown }) => unknown },
    { measure: 'broker back: all lamps are correct after, ms', of: ({ recovery }) => recovery },
  ],
};
