import type { ListRow } from '../../hub/lists/bound-list.js';
import { type SavedParam, STATIC_TYPES } from '../../saved/param.js';

/** The parameters of an open dialog, for a picker. */
export interface DialogParams {
  read(param: string): SavedParam | undefined;
  /** Does nothing if the dialog does not have the parameter. */
  fill(param: string, entry: ListRow): void;
}

/** The value of a parameter. Undefined if it is blank or depends on the message. */
export function fixedParam(dialog: DialogParams, param: string): SavedParam | undefined {
  const saved = dialog.read(param);
  return saved && saved.value !== '' && STATIC_TYPES.includes(saved.type) ? saved : undefined;
}

/** True if a picker can overwrite the parameter: it is blank or does not depend on the message. */
export function isReplaceable(dialog: DialogParams, param: string): boolean {
  const saved = dialog.read(param);
  return saved !== undefined && (saved.value === '' || STATIC_TYPES.includes(saved.type));
}
