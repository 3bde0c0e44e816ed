import { isObject } from '../base/is-object.js';
import { HubError } from '../wire/errors.js';

/**
 * The state of a linear item in a word: on which outputs it plays; `ready`: it could be played; `not loaded`: the
 * engine has not loaded it (yet); `unavailable`: playing it would do nothing good; `stopped`: its show does not run;
 * `unknown`: the hub tells nothing.
 */
export type ItemState = 'program' | 'preview' | 'both' | 'ready' | 'not loaded' | 'unavailable' | 'stopped' | 'unknown';

/**
 * The state of an item, by its row of `listLinearItems`, or by the error that this read ended in, or by undefined where
 * there is neither; whatever else it is given, it is `unknown` (docs/interface.md "Seen in the field", Items).
 * What plays counts before what could be played; of an item that plays nowhere, `unavailable` means on no output.
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
