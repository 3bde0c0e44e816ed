import type { Fields } from '../../base/values.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { Newsroom, NewsroomObject } from '../state/state.js';
import { dataIn, fieldsOf, numberIn, objectIn, objectsIn, rowsOf, textIn } from './fields.js';
import { buttonOf } from './playout.js';

/** The recorded newsroom rundowns and MOS objects. */
export function recordingNewsroom(recording: RecordedReads): Newsroom {
  const objects = new Map<string, NewsroomObject>();
  const rundowns = rowsOf(recording, 'listNewsroomRundowns').map((summary) => {
    const { ncsID, roID } = summary;
    const row = { ...summary, ...fieldsOf(recording, 'getNewsroomRundown', { ncsID, roID }) };
    const items = objectsIn(row.items).map((item) => {
      const object = objectOf(objectIn(item.mosObject));
      objects.set(object.objID, object);
      return {
        storyID: textIn(item.storyID),
        itemID: textIn(item.itemID),
        storySlug: textIn(item.storySlug),
        itemSlug: textIn(item.itemSlug),
        objID: object.objID,
      };
    });
    return { ...rundownOf(row), items };
  });
  return { rundowns, objects: [...objects.values()] };
}

const rundownOf = (row: Fields): Omit<Newsroom['rundowns'][number], 'items'> => ({
  ncsID: textIn(row.ncsID),
  roID: textIn(row.roID),
  roSlug: textIn(row.roSlug),
  status: textIn(row.status),
  createdAt: textIn(row.createdAt),
  updatedAt: textIn(row.updatedAt),
  roChannel: textIn(row.roChannel),
  roEdStart: textIn(row.roEdStart),
  roEdDur: textIn(row.roEdDur),
  roTrigger: textOrNull(row.roTrigger),
  macroIn: textOrNull(row.macroIn),
  macroOut: textOrNull(row.macroOut),
  mosExternalMetadata: textOrNull(row.mosExternalMetadata),
  readyToAir: row.readyToAir === true,
});

const objectOf = (row: Fields): NewsroomObject => ({
  objID: textIn(row.objID),
  objSlug: textIn(row.objSlug),
  mosAbstract: textIn(row.mosAbstract),
  objGroup: textOrNull(row.objGroup),
  objTB: textIn(row.objTB),
  objRev: numberIn(row.objRev),
  objDur: numberIn(row.objDur),
  status: textIn(row.status),
  objAir: textIn(row.objAir),
  objPaths: textOrNull(row.objPaths),
  mosExternalMetadata: textOrNull(row.mosExternalMetadata),
  createdBy: textIn(row.createdBy),
  created: textIn(row.created),
  changedBy: textIn(row.changedBy),
  changed: textIn(row.changed),
  description: textIn(row.description),
  objType: textIn(row.objType),
  template: textIn(row.template),
  data: dataIn(row.data),
  buttons: objectsIn(row.buttons).map((button) => ({ ...buttonOf(button), status: 'PLAY' })),
});

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
