import { isObject } from '../base/is-object.js';
import { HubError } from '../wire/errors.js';

/**
 * The state of a linear item. It plays on `program`, `preview` or `both`. A `ready` item can be played. The engine has
 * `not loaded` it yet. Playing an `unavailable` item has no effect. The show of a `stopped` item does not run. If the
 * hub reports no state, it is `unknown`.
 */
export type ItemState = 'program' | 'preview' | 'both' | 'ready' | 'not loaded' | 'unavailable' | 'stopped' | 'unknown';

/**
 * The state of an item, from its row of `listLinearItems`, or from the error of this read. Every other value gives
 * `unknown` (docs/interface.md "Seen in the field", Items). An item that plays on one output is not `unavailable`.
 */
export function itemState(source: unknown): ItemState {
  if (source instanceof HubError) return source.facts.stopped === undefined ? 'unknown' : 'stopped';
  if (!isObject(source) || !isObject(source.status)) return 'unknown';
  const { program, preview, online } = source.status;
  if (program === 'Playing') return preview === 'Playing' ? 'both' : 'program';
  if (preview === 'Playing') return 'preview';
  if (online === false) return 'not loaded';
  if (program === 'Unavailable' && preview === 'Unavailable') return 'unavailable';
  return program === 'Available' || preview === 'Available' ? 'ready' : 'unknown';
}
