import type { Parameter } from '../../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../../hub/table/operations.js';
import { ITEM_PARAMETER, itemParameter } from '../../hub/table/public-table.js';
import type { SavedParams } from '../../saved/param.js';

/** The parameters to evaluate for a watch: the ones of its read, and the item if one was chosen. */
export function watchedParameters(read: AnyOperation, saved: SavedParams<unknown>): readonly Parameter[] {
  const isChosen = (saved[ITEM_PARAMETER]?.value ?? '') !== '';
  const item = isChosen ? itemParameter<Parameter>(read, findOperation) : undefined;
  return item ? [...read.parameters, item] : read.parameters;
}
