import { isObject } from '../../base/values.js';
import { HubError } from '../wire/errors.js';
import { playStateIn, statusIn } from './linear-items.js';

/**
 * The state of a linear item. It plays on `program`, `preview` or `both`. A `ready` item can be played. The engine has
 * `not loaded` it yet. Playing an `unavailable` item has no effect. The show of a `stopped` item does not run. If the
 * hub reports no state, or a word that is not described, it is `unknown`.
 */
export type ItemState = 'program' | 'preview' | 'both' | 'ready' | 'not loaded' | 'unavailable' | 'stopped' | 'unknown';

/**
 * The state of an item, from its row of `listLinearItems`, or from the error of this read. Every other value gives
 * `unknown` (docs/interface.md "Seen in the field", Items). An item that plays on one output is not `unavailable`.
 */
export function itemState(source: unknown): ItemState {
  if (source instanceof HubError) return source.facts.stopped === undefined ? 'unknown' : 'stopped';
  if (!isObject(source)) return 'unknown';
  const [program, preview] = [playStateIn(source, 'program'), playStateIn(source, 'preview')];
  if (program === 'playing') return preview === 'playing' ? 'both' : 'program';
  if (program === 'unknown' || preview === 'unknown') return 'unknown';
  if (preview === 'playing') return 'preview';
  if (statusIn(source, 'online') === false) return 'not loaded';
  if (program === 'unavailable' && preview === 'unavailable') return 'unavailable';
  return program === 'available' || preview === 'available' ? 'ready' : 'unknown';
}
