import type { House } from '../../dist/house/house.js';
import { HouseReader } from '../../dist/house/reader.js';
import { RECORD_LIMITS, recordHouse } from '../../dist/house/record.js';

export const SETTINGS = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;

/** Records a hub without the gentle pace. */
export async function recordAtOnce(baseUrl: string, propertiesPerEngine = 2000): Promise<House> {
  const reader = new HouseReader({ ...SETTINGS, baseUrl }, (send) => send());
  try {
    const { hub } = await reader.detect();
    return await recordHouse(reader, hub, {
      ...RECORD_LIMITS,
      propertiesPerEngine,
      signal: new AbortController().signal,
    });
  } finally {
    reader.close();
  }
}
