/** A hundred values for a hundred properties, all at once. */
import { coreFlow, ourFlow } from '../flows.mjs';

const COUNT = 100;

/** Time of the hub for one entry, in addition to 20 ms, in ms. */
const PER_ENTRY = [0, 1, 3, 10];

/** Time from the first message until the last value is set, in ms. */
async function update(hub, side, atOnce, perEntry = 0) {
  await hub.ask('set', { latency: 20, perEntry });
  const { firstAt, errors } = await side.ask('inTurn', { messages: COUNT, atOnce, properties: COUNT });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const { properties } = await hub.ask('report');
  return Math.max(...Object.values(properties).map(({ at }) => at)) - firstAt;
}

/** The median of five, because other programs easily disturb a measurement of 30 ms. */
async function usual(work) {
  const times = [];
  for (let time = 0; time < 5; time += 1) times.push(await work());
  return times.sort((one, other) => one - other)[2];
}

const row = (side, title, index) => ({
  measure: `${title}, ${PER_ENTRY[index]} ms for each entry: ms`,
  of: (run) => run[side][index],
  core: ({ by16 }) => by16[index],
});

export const updates = {
  name: 'updates',
  title: '100 values for 100 properties, hub latency 20 ms, core 16 at a time',
  runs: 5,
  warmUps: 1,
  sides: { core: coreFlow({}), separate: ourFlow({}), joined: ourFlow({ config: { joining: true } }) },
  async once({ hub, core, separate, joined }) {
    const found = { oneByOne: await update(hub, core, 1), by16: [], joined: [], separate: [] };
    for (const perEntry of PER_ENTRY) {
      found.by16.push(await update(hub, core, 16, perEntry));
      found.separate.push(await update(hub, separate, COUNT, perEntry));
      found.joined.push(await usual(() => update(hub, joined, COUNT, perEntry)));
    }
    return found;
  },
  rows: [
    {
      measure: 'joined: speed, relative to core one by one',
      of: ({ joined, oneByOne }) => oneByOne / joined[0],
      least: 60,
    },
    {
      measure: 'joined: speed, relative to core 16 at a time',
      of: ({ joined, by16 }) => by16[0] / joined[0],
      least: 5,
    },
    { measure: 'core one by one: ms', core: ({ oneByOne }) => oneByOne },
    ...PER_ENTRY.flatMap((_, index) => [row('joined', 'joined', index), row('separate', 'not joined', index)]),
  ],
};
