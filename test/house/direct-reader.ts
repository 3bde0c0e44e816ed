import type { House } from '../../dist/house/house.js';
import { Privacy } from '../../dist/house/private.js';
import { HouseReader } from '../../dist/house/reader.js';
import { RECORD_LIMITS, recordHouse } from '../../dist/house/record.js';

/** Removes no names. */
export const namedPrivacy = () => new Privacy({ isAnonymous: false });

export const SETTINGS = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;

/** Records a hub without the gentle pace. */
export async function recordAtOnce(
  baseUrl: string,
  propertiesPerEngine = 2000,
  privacy = namedPrivacy(),
): Promise<House> {
  const reader = new HouseReader({ ...SETTINGS, baseUrl }, (send) => send());
  try {
    const { hub } = await reader.detect();
    return await recordHouse(reader, hub, {
      ...RECORD_LIMITS,
      propertiesPerEngine,
      privacy,
      signal: new AbortController().signal,
    });
  } finally {
    reader.close();
  }
}
