import type { ListRow } from '../../hub/lists/bound-list.js';
import { type SavedParam, STANDING } from '../../saved/param.js';

/** An open dialog's parameters, as a picker reads and fills them. */
export interface DialogParams {
  read(param: string): SavedParam | undefined;
  /** Does nothing where the dialog has no such parameter. */
  fill(param: string, entry: ListRow): void;
}

/** What is filled in for a parameter, if it is always the same. */
export function fixedParam(dialog: DialogParams, param: string): SavedParam | undefined {
  const saved = dialog.read(param);
  return saved && saved.value !== '' && STANDING.includes(saved.type) ? saved : undefined;
}

/** Whether a picker may put its choice there: it never takes the place of what comes from a message. */
export function isReplaceable(dialog: DialogParams, param: string): boolean {
  const saved = dialog.read(param);
  return saved !== undefined && (saved.value === '' || STANDING.includes(saved.type));
}
