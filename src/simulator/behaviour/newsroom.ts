import type { Static } from '@sinclair/typebox';
import type { MosObject, MosUpdate, NewsroomRundown, NewsroomSummary } from '../../hub/table/operations/newsroom.js';
import type { Newsroom, NewsroomObject } from '../state/state.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { required } from './call.js';
import { findButton, press, showButton } from './press.js';

type Rundown = Newsroom['rundowns'][number];

/** Newsroom rundowns and MOS objects (docs/develop/interface.md "Newsroom"). */
export const newsroomBehaviours = {
  listNewsroomRundowns: ({ state }) => state.newsroom.rundowns.map(summary),
  listNcsRundowns: (call) => rundownsOfSystem(call).map(summary),
  getNewsroomRundown: (call): Static<typeof NewsroomRundown> => {
    const rundown = rundownOf(call);
    const items = rundown.items.map(({ objID, ...item }) => {
      const object = objectOf(call, objID);
      return { ...item, mosObject: { ...object, buttons: object.buttons.map(showButton) } };
    });
    return { ...rundown, items };
  },
  updateMosObject: (call): Static<typeof MosObject> => {
    const { data, description } = call.body as Static<typeof MosUpdate>;
    const object = objectOf(call, call.params.objID);
    const changes = { data, description: description ?? object.description, objRev: object.objRev + 1 };
    Object.assign(object, changes, { status: 'UPDATED', changedBy: 'REST', changed: stampOf(call) });
    for (const rundown of call.state.newsroom.rundowns)
      if (rundown.items.some(({ objID }) => objID === object.objID)) rundown.updatedAt = stampOf(call);
    // Buttons are listed in the retrieval of the rundown only.
    return { ...object, buttons: undefined };
  },
  // Like a press of a playout button, with the data of the object. It also sets the status of the object.
  pressNewsroomButton: (call) => {
    const { state, params, now } = call;
    const items = rundownOf(call).items.filter((one) => one.storyID === params.storyID);
    required(items[0], `Story ${params.storyID}`);
    const item = items.find((one) => one.itemID === params.itemID);
    const object = objectOf(call, required(item, `Item ${params.itemID}`).objID);
    const button = required(findButton(object.buttons, params.buttonKey), `Button ${params.buttonKey}`);
    press(state, button.does, object.data, now);
    object.status = button.status;
    return { success: true };
  },
} satisfies Behaviours;

const summary = ({ ncsID, roID, roSlug, status, createdAt, updatedAt }: Rundown): Static<typeof NewsroomSummary> => ({
  ncsID,
  roID,
  roSlug,
  status,
  createdAt,
  updatedAt,
});

const stampOf = ({ now }: BehaviourCall): string => new Date(now).toISOString();

/** The rundowns of the newsroom system in a request. A system without rundowns does not exist. */
function rundownsOfSystem({ state, params }: BehaviourCall): Rundown[] {
  const ofSystem = state.newsroom.rundowns.filter(({ ncsID }) => ncsID === params.ncsID);
  required(ofSystem[0], `Newsroom system ${params.ncsID}`);
  return ofSystem;
}

const rundownOf = (call: BehaviourCall): Rundown =>
  required(
    rundownsOfSystem(call).find(({ roID }) => roID === call.params.roID),
    `Rundown ${call.params.roID}`,
  );

const objectOf = ({ state }: BehaviourCall, objID: string | undefined): NewsroomObject =>
  required(
    state.newsroom.objects.find((object) => object.objID === objID),
    `MOS object ${objID}`,
  );
