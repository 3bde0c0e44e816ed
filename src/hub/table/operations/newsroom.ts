import { Type } from '@sinclair/typebox';
import { area } from '../operation.js';
import { key, Success } from '../schemas/common.js';
import { MosObject, MosUpdate, NewsroomRundown, NewsroomSummary } from '../schemas/newsroom.js';

const ncs = { ncsID: key('ncs') };
const rundown = { ...ncs, roID: key('newsroomRundown') };

const rundownPath = '/newsroom/rundowns/{ncsID}/{roID}';

/** Newsroom rundowns and MOS objects. Every id is opaque text (docs/interface.md "Newsroom"). */
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
    invalidates: ['getNewsroomRundown'],
  },
  pressNewsroomButton: {
    kind: 'trigger',
    method: 'POST',
    path: `${rundownPath}/{storyID}/{itemID}/{buttonKey}`,
    params: { ...rundown, storyID: key('story'), itemID: key('newsroomItem'), buttonKey: key('newsroomButton') },
    completion: 'newsroomButton',
    answer: Success,
    lane: { name: 'newsroom', by: ['ncsID', 'roID'] },
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
