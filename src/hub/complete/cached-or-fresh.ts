import { type LookUps, RECENT_MS } from '../lookup/look-ups.js';
import type { Params } from '../wire/request.js';

/**
 * A part of an answer, for a trigger: from at most 1 s ago if that is enough, otherwise fresh. On the hub, an operator
 * may swap two buttons at any time. A button that did not exist 1 s ago may be new.
 */
export async function cachedOrFresh<T>(
  lookUps: LookUps,
  operation: string,
  target: Params,
  extract: (answer: unknown) => T,
  isEnough: (current: T) => boolean,
): Promise<T> {
  const current = extract(await lookUps.get(operation, target, RECENT_MS));
  return isEnough(current) ? current : extract(await lookUps.get(operation, target, 0));
}
