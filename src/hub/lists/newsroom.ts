import { key } from '../table/schemas/common.js';
import type { Params } from '../wire/request.js';
import { buttonsOf, type Candidate, each, fieldsOf, type Listing, part, type Row, rowsOf } from './rule.js';

const storyID = key('story');

/** A list of what one rundown holds. */
const inRundown = (
  of: (items: Row[], params: Params) => readonly Candidate[],
  also: Listing['also'] = {},
): Listing => ({
  read: 'getNewsroomRundown',
  also,
  candidates: (rundown, params) => of(rowsOf(part(rundown, 'items')), params),
});

const ofStory = (items: Row[], { storyID: story }: Params) => items.filter((item) => item.storyID === story);

const objectsOf = (items: Row[]): unknown[] => items.map(({ mosObject }) => mosObject);

const time = (row: Row): number => Date.parse(String(row.updatedAt)) || 0;

/** Newsroom systems, their rundowns and what these hold (docs/interface.md "Newsroom rundown summary"). */
export const newsroom = {
  ncs: { read: 'listNewsroomRundowns', candidates: each(({ ncsID }) => ({ value: ncsID })) },
  newsroomRundown: {
    read: 'listNcsRundowns',
    candidates: (list) =>
      rowsOf(list)
        .sort((one, other) => time(other) - time(one))
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
      return buttonsOf(part(item?.mosObject, 'buttons'));
    },
    { storyID, itemID: key('newsroomItem') },
  ),
  mosObject: inRundown((items) =>
    rowsOf(objectsOf(items)).map(({ objID, objSlug }) => ({ value: objID, label: objSlug })),
  ),
  mosData: inRundown(
    (items, { objID }) => fieldsOf(rowsOf(objectsOf(items)).find((object) => object.objID === objID)?.data),
    { objID: key('mosObject') },
  ),
} satisfies Record<string, Listing>;
