import type { Listed } from '../../hub/lists/bounded.js';
import type { SavedParam } from '../base/saved.js';

/** Where the value does not depend on the message, so that the editor can ask the hub for it. */
const STANDING = ['str', 'num', 'bool', 'json', 'env'];

/** An open dialog's parameters, as a picker reads and fills them. */
export interface Place {
  read(param: string): SavedParam | undefined;
  /** Does nothing where the dialog has no such parameter. */
  fill(param: string, entry: Listed): void;
}

/** What is filled in for a parameter, if it is always the same. */
export function standing(place: Place, param: string): SavedParam | undefined {
  const saved = place.read(param);
  return saved && saved.value !== '' && STANDING.includes(saved.type) ? saved : undefined;
}

/** Whether a picker may put its choice there: it never takes the place of what comes from a message. */
export function isFree(place: Place, param: string): boolean {
  const saved = place.read(param);
  return saved !== undefined && (saved.value === '' || STANDING.includes(saved.type));
}
