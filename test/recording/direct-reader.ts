import { Privacy } from '../../dist/recording/private.js';
import { HubReader } from '../../dist/recording/reader.js';
import { RECORD_LIMITS, recordHub } from '../../dist/recording/record.js';
import type { Recording } from '../../dist/recording/recording.js';

/** Removes nothing. */
export const namedPrivacy = () => new Privacy({ isAnonymous: false, credentials: [] });

/** Removes all but the structure and the words of the interface. */
export const anonymousPrivacy = () => new Privacy({ isAnonymous: true, credentials: [] });

export const SETTINGS = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;

/** Records a hub without the gentle pace. */
export async function recordAtOnce(
  baseUrl: string,
  propertiesPerEngine = 2000,
  privacy = namedPrivacy(),
): Promise<Recording> {
  const reader = new HubReader({ ...SETTINGS, baseUrl }, (send) => send());
  try {
    const { hub } = await reader.detect();
    return await recordHub(reader, hub, {
      ...RECORD_LIMITS,
      propertiesPerEngine,
      privacy,
      signal: new AbortController().signal,
    });
  } finally {
    reader.close();
  }
}
