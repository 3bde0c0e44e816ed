import { Type } from '@sinclair/typebox';
import { area } from '../operation.js';
import { Button, Data, data, key, nullable, Success } from '../schemas.js';

/** A pattern instead of a format, because all packages of the process share one registry of formats. */
const Time = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$` });

export const MosObject = Type.Object({
  objID: Type.String(),
  objSlug: Type.String(),
  mosAbstract: Type.String(),
  objGroup: nullable(Type.String()),
  objTB: Type.String(),
  objRev: Type.Integer(),
  objDur: Type.Integer(),
  status: Type.String(),
  objAir: Type.String(),
  objPaths: nullable(Type.String()),
  mosExternalMetadata: nullable(Type.String()),
  createdBy: Type.String(),
  created: Time,
  changedBy: Type.String(),
  changed: Time,
  description: Type.String(),
  objType: Type.String(),
  template: Type.Optional(Type.String()),
  data: Data,
  buttons: Type.Optional(Type.Array(Button)),
});

export const MosUpdate = Type.Object({ data: data('mosData'), description: Type.Optional(Type.String()) });

export const NewsroomItem = Type.Object({
  storyID: Type.String(),
  itemID: Type.String(),
  storySlug: Type.String(),
  itemSlug: Type.String(),
  mosObject: MosObject,
});

export const NewsroomSummary = Type.Object({
  ncsID: Type.String(),
  roID: Type.String(),
  roSlug: Type.String(),
  status: Type.String(),
  createdAt: Time,
  updatedAt: Time,
});

export const NewsroomRundown = Type.Composite([
  NewsroomSummary,
  Type.Object({
    roChannel: Type.String(),
    roEdStart: Time,
    roEdDur: Type.String(),
    roTrigger: nullable(Type.String()),
    macroIn: nullable(Type.String()),
    macroOut: nullable(Type.String()),
    mosExternalMetadata: nullable(Type.String()),
    readyToAir: Type.Boolean(),
    items: Type.Array(NewsroomItem),
  }),
]);

const ncs = { ncsID: key('ncs') };
const rundown = { ...ncs, roID: key('newsroomRundown') };

const rundownPath = '/newsroom/rundowns/{ncsID}/{roID}';

/** Newsroom rundowns and MOS objects. Every id is opaque text (docs/develop/interface.md "Newsroom"). */
export const newsroomMos = area('newsroom-mos', {
  updateMosObject: {
    kind: 'level',
    method: 'PATCH',
    path: '/newsroom/mosObjects/{objID}',
    params: { objID: key('mosObject') },
    body: MosUpdate,
    // No read returns a single object, so a merge reads its rundown.
    localParams: { merge: Type.Boolean(), ...rundown },
    completion: 'mosData',
    answer: MosObject,
    lane: { name: 'mosObject', by: ['objID'] },
    newestWins: true,
    // Its template stays, and so do the buttons of its item.
    changes: ['getNewsroomRundown'],
  },
  pressNewsroomButton: {
    kind: 'trigger',
    method: 'POST',
    path: `${rundownPath}/{storyID}/{itemID}/{buttonKey}`,
    params: { ...rundown, storyID: key('story'), itemID: key('newsroomItem'), buttonKey: key('newsroomButton') },
    completion: 'newsroomButton',
    answer: Success,
    lane: { name: 'newsroom', by: ['ncsID', 'roID'], parts: [{ name: 'item', by: ['storyID', 'itemID'] }] },
  },
  listNewsroomRundowns: {
    kind: 'read',
    method: 'GET',
    path: '/newsroom/rundowns',
    answer: Type.Array(NewsroomSummary),
  },
  listNcsRundowns: {
    kind: 'read',
    method: 'GET',
    path: '/newsroom/rundowns/{ncsID}',
    params: ncs,
    answer: Type.Array(NewsroomSummary),
  },
  getNewsroomRundown: { kind: 'read', method: 'GET', path: rundownPath, params: rundown, answer: NewsroomRundown },
});
