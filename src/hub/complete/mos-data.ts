import { isObject } from '../../base/values.js';
import { HubError } from '../wire/errors.js';
import { objectIn, unknownName, usableRows } from './answers.js';
import type { Completion } from './completion.js';
import { mergeRun } from './merge-data.js';

/** Data of a MOS object: the new data, merged into the present data if `merge` is set. */
export const mosData: Completion = {
  needs: ({ merge }) => merge === true,

  async complete({ ncsID, roID, objID: wanted }, lookUps, run) {
    for (const [name, value] of Object.entries({ ncsID, roID }))
      if (value === undefined) throw new HubError('BAD_INPUT', { sentence: 'mergeNeeds', field: name });
    const objects = itemsIn(await lookUps.get(RUNDOWN_READ, { ncsID, roID }, 0)).map(({ mosObject }) => mosObject);
    const object = objects.find(({ objID }) => objID === wanted);
    if (!object)
      throw unknownName(
        'objID',
        wanted,
        objects.map(({ objID }) => String(objID)),
      );
    const { ncsID: _ncsID, roID: _roID, ...values } = mergeRun(run, object.data);
    return values;
  },
};

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
