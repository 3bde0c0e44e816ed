import type { CrawlOptions } from '../house/crawl.js';
import type { House } from '../house/house.js';
import { Privacy } from '../house/private.js';
import { RECORD_LIMITS } from '../house/record.js';
import type { ConnectionValues } from './connection.js';
import { CommandFailure } from './failure.js';
import { readHouse } from './house-store.js';
import { openHub } from './open-hub.js';
import { readHub } from './read-hub.js';
import { text } from './words.js';

/** Only lists are compared, so single properties and items are not read. */
export const DIFF_LIMITS = {
  ...RECORD_LIMITS,
  limits: { ...RECORD_LIMITS.limits, property: 0, item: 0, linearItem: 0 },
} as const;

/** True for the address of a hub. Everything else is a file. */
export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** The recording in a file, or a new one of a hub. Rejects with a CommandFailure, also if the hub is lost. */
export async function houseOf(
  source: string,
  values: ConnectionValues,
  limits: Pick<CrawlOptions, 'limits' | 'propertiesPerEngine'>,
  interruption: AbortController,
): Promise<House> {
  if (!isAddress(source)) return readHouse(source);
  const { reader, hub } = await openHub(source, values, interruption);
  try {
    const house = await readHub(reader, hub, {
      ...limits,
      privacy: new Privacy({ isAnonymous: false }),
      signal: interruption.signal,
    });
    const end = house.missing.find(({ reason }) => reason === 'interrupted' || reason === 'lost')?.reason;
    if (end) throw new CommandFailure(text(end === 'lost' ? 'diff.lost' : 'diff.interrupted'));
    if (!house.reads.some((read) => 'answer' in read)) throw new CommandFailure(text('connection.nothing'));
    return house;
  } finally {
    reader.close();
  }
}
