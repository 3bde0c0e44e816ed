/** A press takes an item in or out, and a lamp behind a watch shows it. The hub lists the state at once, or late. */
import { setTimeout as pause } from 'node:timers/promises';
import { pressAndLampFlow } from '../flows.mjs';

/** Presses of the part that measures times. */
const PRESSES = 30;

/** Lags of the hub's list in ms. */
const LAGS = [0, 500, 1000, 2000];

/** Presses with each lag. */
const LATE_PRESSES = 2;

/** Presses of the part that counts reads, and the pause after each one, in ms. */
const COUNTED_PRESSES = 12;
const PAUSE = 1870;

const percentile = (values, part) => values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1];

/** The time until the lamp showed each press, and the number of its states that no press caused. */
async function press(side, presses, rest, first = 0) {
  const took = [];
  let flashes = 0;
  for (let count = first; count < first + presses; count += 1) {
    const found = await side.ask('pressForLamp', { isIn: count % 2 === 0, rest });
    took.push(found.took);
    flashes += found.changes - 1;
  }
  return { took, flashes };
}

export const feedback = {
  name: 'feedback',
  title: 'A press plays an item, a watch at an interval of 1 s reads it, and a lamp shows it',
  runs: 5,
  sides: { lamp: pressAndLampFlow },
  async once({ hub, lamp }) {
    await hub.ask('set', { latency: 20 });
    // The first state of the lamp.
    await press(lamp, 2, 1000);
    // The pauses differ, so that the presses come at all times of the interval.
    const { took } = await press(lamp, PRESSES, 170);
    let flashes = 0;
    for (const ms of LAGS) {
      await hub.ask('lag', { ms });
      flashes += (await press(lamp, LATE_PRESSES, ms + 300)).flashes;
    }
    await hub.ask('lag', { ms: 0 });
    await pause(1000);
    const reads = async () => (await hub.ask('report')).properties.items.reads;
    const before = await reads();
    const started = performance.now();
    for (let count = 0; count < COUNTED_PRESSES; count += 1) {
      await press(lamp, 1, 0, count);
      await pause(PAUSE);
    }
    const seconds = (performance.now() - started) / 1000;
    return { took, flashes, rate: ((await reads()) - before) / seconds };
  },
  rows: [
    { measure: 'from a press to its confirmed lamp, ms, median', of: ({ took }) => percentile(took, 0.5) },
    { measure: 'from a press to its confirmed lamp, ms, 95 %', of: ({ took }) => percentile(took, 0.95), most: 300 },
    {
      measure: `states that no press caused, with lags of ${LAGS.join(', ')} ms`,
      of: ({ flashes }) => flashes,
      most: 0,
      worst: true,
    },
    { measure: 'reads a second with a press every 2 s, relative to the interval', of: ({ rate }) => rate, most: 1.05 },
  ],
};
