/** What goes wrong and when, from a seed. */
import { randomFrom } from './random.mjs';

/** What a simulator does about its requests. A status that says “there is no batch” is none: it would be sent anew. */
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

/** What the wire before it does, see `wire.mjs`. */
const wires = ['refuse', 'reset', 'deaf', 'cut'];

/** Between two faults and during one it is calm, or not, for so long, in ms. */
const CALM = { least: 800, most: 4000 };
const FAULT = { least: 200, most: 2500 };

/** Fault after fault until `end` (ms from the start): `{at, until, trouble}` or `{at, until, wire}`. */
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
