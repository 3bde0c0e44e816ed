import { key } from '../table/schemas/common.js';
import type { Params } from '../wire/request.js';
import {
  type AnswerRow,
  buttonCandidates,
  type Candidate,
  fieldCandidates,
  type Listing,
  mapRows,
  part,
  rowsOf,
} from './rule.js';

const storyID = key('story');

/** A list of things in one rundown. */
const inRundown = (
  of: (items: AnswerRow[], params: Params) => readonly Candidate[],
  extraParams: Listing['extraParams'] = {},
): Listing => ({
  read: 'getNewsroomRundown',
  extraParams,
  candidates: (rundown, params) => of(rowsOf(part(rundown, 'items')), params),
});

const ofStory = (items: AnswerRow[], { storyID: story }: Params) => items.filter((item) => item.storyID === story);

const objectsOf = (items: AnswerRow[]): unknown[] => items.map(({ mosObject }) => mosObject);

const updatedAt = (row: AnswerRow): number => Date.parse(String(row.updatedAt)) || 0;

/** Newsroom systems, their rundowns, and the contents of these (docs/interface.md "Newsroom rundown summary"). */
export const newsroom = {
  ncs: { read: 'listNewsroomRundowns', candidates: mapRows(({ ncsID }) => ({ value: ncsID })) },
  newsroomRundown: {
    read: 'listNcsRundowns',
    candidates: (list) =>
      rowsOf(list)
        .sort((one, other) => updatedAt(other) - updatedAt(one))
        .map(({ roID, roSlug, status }) => ({ value: roID, label: roSlug, note: status })),
  },
  story: inRundown((items) => items.map((item) => ({ value: item.storyID, label: item.storySlug }))),
  newsroomItem: inRundown(
    (items, params) => ofStory(items, params).map(({ itemID, itemSlug }) => ({ value: itemID, label: itemSlug })),
    { storyID },
  ),
  newsroomButton: inRundown(
    (items, params) => {
      const item = ofStory(items, params).find(({ itemID }) => itemID === params.itemID);
      return buttonCandidates(part(item?.mosObject, 'buttons'));
    },
    { storyID, itemID: key('newsroomItem') },
  ),
  mosObject: inRundown((items) =>
    rowsOf(objectsOf(items)).map(({ objID, objSlug }) => ({ value: objID, label: objSlug })),
  ),
  mosData: inRundown(
    (items, { objID }) => fieldCandidates(rowsOf(objectsOf(items)).find((object) => object.objID === objID)?.data),
    { objID: key('mosObject') },
  ),
} satisfies Record<string, Listing>;
