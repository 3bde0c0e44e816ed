/** A thousand watches that lose their hub at once, with a Catch node, and get it back. */
import { setTimeout as pause } from 'node:timers/promises';
import { watchFlow } from '../flows.mjs';

const WATCHES = 1000;

/** Duration of each measurement in s. Statuses follow after the errors, and the hub is probed each second. */
const SECONDS = 3;

/** Limit of the longest turn, in ms. */
const MAX_TURN = 50;

/** The longest turn of the event loop and the CPU time of all turns, in ms. */
async function measureTurns(side, work) {
  await side.ask('longestTurn');
  const before = await side.ask('cpu');
  await work();
  await pause(SECONDS * 1000);
  return { longest: await side.ask('longestTurn'), cpu: (await side.ask('cpu')) - before };
}

export const lost = {
  name: 'lost',
  title: `${WATCHES.toLocaleString('en-US')} watches, once a second, lose their hub and get it back`,
  runs: 5,
  warmUps: 1,
  sides: { ours: watchFlow({ count: WATCHES, interval: '1', caught: true }) },
  async once({ hub, ours }) {
    await hub.ask('set');
    const inputs = await ours.ask('inputCount');
    const loss = await measureTurns(ours, () => hub.ask('leave'));
    const errors = (await ours.ask('inputCount')) - inputs;
    const back = await measureTurns(ours, () => hub.ask('comeBack'));
    return { errors, loss, back };
  },
  rows: [
    { measure: 'errors at the Catch node', of: ({ errors }) => errors, least: WATCHES, worst: true },
    { measure: 'loss: longest turn of the event loop, ms', of: ({ loss }) => loss.longest, most: MAX_TURN },
    {
      measure: 'loss: longest turn, relative to all CPU time',
      of: ({ loss }) => loss.longest / loss.cpu,
      most: 0.15,
    },
    { measure: 'return: longest turn of the event loop, ms', of: ({ back }) => back.longest, most: MAX_TURN },
    {
      measure: 'return: longest turn, relative to all CPU time',
      of: ({ back }) => back.longest / back.cpu,
      most: 0.15,
    },
  ],
};
