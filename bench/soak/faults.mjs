/** A sequence of faults from a seed. */
import { randomFrom } from './random.mjs';

/**
 * Troubles of the simulator. The list has no status that means “batch not supported”, because the nodes would then send
 * the entries again.
 */
const troubles = [
  { delay: 300 },
  { delay: 1200 },
  { status: 422, body: 'no' },
  { status: 429, body: 'later' },
  { status: 500, body: '500: Internal server error' },
  { status: 503, body: '<h1>Unavailable</h1>', contentType: 'text/html' },
  { hangUp: 'before' },
  { hangUp: 'during' },
  { drip: 20 },
  { never: true },
  { rubbish: true },
];

/** Faults of the connection to the simulator, see `wire.mjs`. */
const wires = ['refuse', 'reset', 'swallow', 'cut'];

/** Limits for the pauses between faults and for the faults, in ms. */
const CALM = { least: 800, most: 4000 };
const FAULT = { least: 200, most: 2500 };

/** The faults until `end` (ms from the start): `{at, until, trouble}` or `{at, until, wire}`. */
export function faultsFrom(seed, end) {
  const random = randomFrom(seed);
  const between = ({ least, most }) => least + random() * (most - least);
  const one = (list) => list[Math.floor(random() * list.length)];
  const faults = [];
  for (let at = between(CALM); at < end; ) {
    const until = Math.min(end, at + between(FAULT));
    faults.push({ at, until, ...(random() < 0.7 ? { trouble: one(troubles) } : { wire: one(wires) }) });
    at = until + between(CALM);
  }
  return faults;
}
