import { thingsIn } from '../hub/lists/index.js';
import { tableOperation } from '../hub/table/operations.js';
import type { HubReader } from '../recording/reader.js';
import { type Recording, readKey } from '../recording/recording.js';

/** Lists of each hub. The first one with things decides. */
const LISTS = [
  ['listEngines', 'engine'],
  ['listRundowns', 'rundown'],
  ['listLaunchConfigs', 'launchConfig'],
] as const;

/**
 * True if a recording is of this hub: the same revision, and at least one thing with the same id and name. A recording
 * has no address.
 */
export async function isSameHub({ ask }: HubReader, hub: Recording['hub'], earlier: Recording): Promise<boolean> {
  const { dialect, linearSegment, isEarly } = earlier.hub;
  if (hub.dialect !== dialect || hub.linearSegment !== linearSegment || hub.isEarly !== isEarly) return false;
  for (const [operation, kind] of LISTS) {
    const recorded = earlier.reads.find((read) => readKey(read) === readKey({ operation, params: {} }));
    const before = namesIn(kind, recorded?.answer);
    if (before.length === 0) continue;
    const settled = await ask({ operation: tableOperation(operation), params: {} });
    // A hub that is lost now is not another one.
    if (!('answer' in settled)) return true;
    const now = new Set(namesIn(kind, settled.answer));
    return before.some((name) => now.has(name));
  }
  return true;
}

const namesIn = (kind: string, answer: unknown): string[] =>
  thingsIn(kind, answer).map(({ value, label }) => JSON.stringify([value, label]));
