import type { Static } from '@sinclair/typebox';
import type { AcceptedNewItem, ItemUpdate, RundownName } from '../../hub/table/operations/playout.js';
import {
  newId,
  type PlayoutItem,
  type PlayoutRundown,
  type PlayoutTemplate,
  type SimulatorState,
} from '../state/state.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { refuse, required } from './call.js';
import { place, remove } from './list.js';
import { findButton, press, showButton } from './press.js';

/** Playout rundowns, their items and templates (docs/develop/interface.md "Playout"). */
export const playoutBehaviours = {
  listRundowns: ({ state }) => state.playout.rundowns.map(showRundown),
  getRundown: (call) => showRundown(rundownOf(call)),
  createRundown: ({ state, body }) => {
    const { name } = body as Static<typeof RundownName>;
    const rundown: PlayoutRundown = { id: newId(state), name, items: [] };
    state.playout.rundowns.push(rundown);
    return showRundown(rundown);
  },
  renameRundown: (call) => {
    const rundown = rundownOf(call);
    rundown.name = (call.body as Static<typeof RundownName>).name;
    return showRundown(rundown);
  },
  deleteRundown: (call) => remove(call.state.playout.rundowns, rundownOf(call)),
  listItems: (call) => rundownOf(call).items.map(showItem),
  getItem: (call) => {
    const item = itemOf(call);
    return showItem(item, rundownOf(call).items.indexOf(item));
  },
  createItem: (call) => {
    const { name, template, data = {}, order } = call.body as Static<typeof AcceptedNewItem>;
    const { items } = rundownOf(call);
    const made = templateOf(call.state, template);
    const item: PlayoutItem = { id: newId(call.state), name, template: made, data };
    place(items, item, indexFor(order ?? items.length + 1));
    return summary(item);
  },
  updateItem: (call) => {
    const { name, template, data, order, overriddenChannels } = call.body as Static<typeof ItemUpdate>;
    const item = itemOf(call);
    const made = template === undefined ? item.template : templateOf(call.state, template);
    item.name = name ?? item.name;
    item.template = made;
    item.data = data ?? item.data;
    item.overriddenChannels = overriddenChannels ?? item.overriddenChannels;
    if (order !== undefined) place(rundownOf(call).items, item, indexFor(order));
    return summary(item);
  },
  deleteItem: (call) => remove(rundownOf(call).items, itemOf(call)),
  // A press sets data of the item. Then it calls a function of an engine with this data, as the template defines.
  pressItemButton: (call) => {
    const { state, params, now } = call;
    const item = itemOf(call);
    const button = required(findButton(item.template.buttons, params.buttonKey), `Button ${params.buttonKey}`);
    press(state, button.does, item.data, now);
    state.playout.presses.unshift({ at: now, rundown: rundownOf(call).name, item: item.name, button: button.label });
    state.playout.presses.splice(REMEMBERED);
    return { success: true };
  },
  // A download fills the field with rows and the time.
  downloadExternalData: (call) => {
    const field = call.params.externalDataFieldKey ?? '';
    const { data, template } = itemOf(call);
    const before = data[field];
    const rows = required(template.externalData[field], `Field ${field}`);
    data[field] = { ...(before instanceof Object && before), rows, downloadedAt: new Date(call.now).toISOString() };
    return { success: true };
  },
  listTemplates: ({ state }) => state.playout.templates.map(({ id, name }) => ({ id, name })),
} satisfies Behaviours;

/** Presses that the live page shows. */
const REMEMBERED = 5;

/** True if the path of a button names a field of external data. */
export function hasExternalData({ state, params }: Pick<BehaviourCall, 'state' | 'params'>): boolean {
  const item = findItem(findRundown(state, params.rundownId), params.itemId);
  return item !== undefined && Object.hasOwn(item.template.externalData, params.externalDataFieldKey ?? '');
}

/** Orders in the interface start at 1. */
const indexFor = (order: number): number => order - 1;

const showRundown = ({ id, name }: PlayoutRundown) => ({ id, name });

const summary = ({ id, name, template, data }: PlayoutItem) => ({ id, name, template: template.name, data });

const showItem = (item: PlayoutItem, index: number) => ({
  ...summary(item),
  buttons: item.template.buttons.map(showButton),
  order: index + 1,
  overriddenChannels: item.overriddenChannels,
});

const findRundown = (
  { playout: { rundowns } }: SimulatorState,
  rundownId: string | undefined,
): PlayoutRundown | undefined => rundowns.find(({ id }) => id === Number(rundownId));

const findItem = (rundown: PlayoutRundown | undefined, itemId: string | undefined): PlayoutItem | undefined =>
  rundown?.items.find(({ id }) => id === Number(itemId));

const rundownOf = ({ state, params }: BehaviourCall): PlayoutRundown =>
  required(findRundown(state, params.rundownId), `Rundown ${params.rundownId}`);

const itemOf = (call: BehaviourCall): PlayoutItem =>
  required(findItem(rundownOf(call), call.params.itemId), `Item ${call.params.itemId}`);

function templateOf({ playout: { templates } }: SimulatorState, name: string): PlayoutTemplate {
  const template = templates.find((one) => one.name === name);
  if (!template) throw refuse(422, `template: there is no template ${name}`);
  return template;
}
