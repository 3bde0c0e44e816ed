import { isObject } from '../base/is-object.js';
import { objectIn, usableRows } from './answers.js';

/** The read that tells what a newsroom rundown holds; no read tells a single object. */
export const RUNDOWN_READ = 'getNewsroomRundown';

/** An item of a newsroom rundown, as far as it is used here. */
export interface NewsroomItem {
  readonly storyID?: unknown;
  readonly itemID?: unknown;
  readonly mosObject: { readonly objID?: unknown; readonly data?: unknown; readonly buttons?: unknown };
}

/** Throws `HUB_BAD_ANSWER` for what is no rundown. */
export const itemsIn = (rundown: unknown): readonly NewsroomItem[] =>
  usableRows(objectIn(rundown, RUNDOWN_READ).items, isItem, RUNDOWN_READ) ?? [];

const isItem = (row: unknown): row is NewsroomItem => isObject(row) && isObject(row.mosObject);
