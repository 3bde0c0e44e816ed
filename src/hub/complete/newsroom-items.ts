import { isObject } from '../../base/values.js';
import { objectIn, usableRows } from './answers.js';

/** This read lists the items of a newsroom rundown. No read returns a single MOS object. */
export const RUNDOWN_READ = 'getNewsroomRundown';

/** The used fields of an item of a newsroom rundown. */
export interface NewsroomItem {
  readonly storyID?: unknown;
  readonly itemID?: unknown;
  readonly mosObject: { readonly objID?: unknown; readonly data?: unknown; readonly buttons?: unknown };
}

/** Throws `HUB_BAD_ANSWER` for a value that is not a rundown. */
export const itemsIn = (rundown: unknown): readonly NewsroomItem[] =>
  usableRows(objectIn(rundown, RUNDOWN_READ).items, isItem, RUNDOWN_READ) ?? [];

const isItem = (row: unknown): row is NewsroomItem => isObject(row) && isObject(row.mosObject);
