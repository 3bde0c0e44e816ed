import type { Static } from '@sinclair/typebox';
import type { LinearItemBody, LinearItem as Shown } from '../../hub/table/schemas/linear.js';
import {
  type LinearEngine,
  type LinearItem,
  type LinearOutput,
  type LinearRundown,
  type LinearTemplate,
  newId,
} from '../state/state.js';
import { found, refuse } from './answer.js';
import type { Behaviour, Call } from './index.js';
import { place, remove } from './list.js';
import { dropUnplayable, engineOf, findRundown, itemOf, OUTPUTS, playable, rundownOf } from './on-linear.js';
import { press } from './press.js';

/** Linear engines, their rundowns and items (docs/interface.md "Linear"). */
export const linear = {
  listLinearEngines: ({ state }) => state.linear.engines.map(showEngine),
  getLinearEngine: (call) => showEngine(engineOf(call)),
  listShows: ({ state }) => state.linear.engines.map(summary),
  listLinearRundowns: (call) => engineOf(call).rundowns.map(summary),
  listLinearTemplates: ({ state }) =>
    state.linear.templates.map(({ templateId, name, data }) => ({ templateId, name, data })),
  listLinearItems: (call) => rundownOf(call).items.map((item) => showItem(call, item)),
  getLinearItem: (call) => showItem(call, itemOf(call)),
  createLinearItem: (call) => addItem(call, rundownOf(call)),
  updateLinearItem: (call) => {
    const { name, templateId, data, insertAfter } = call.body as Static<typeof LinearItemBody>;
    const item = itemOf(call);
    const template = templateOf(call, templateId);
    if (insertAfter !== undefined) {
      const { items } = rundownOf(call);
      const others = items.filter((one) => one !== item);
      place(items, item, indexAfter(others, insertAfter));
    }
    Object.assign(item, { name, template, data });
    return showItem(call, item);
  },
  deleteLinearItem: (call) => {
    remove(rundownOf(call).items, itemOf(call));
    dropUnplayable(call);
    return 'OK';
  },
  // A rundown that is not there yet is made; either way it gains the item.
  createLinearRundown: (call) => {
    const { rundowns } = engineOf(call);
    const id = Number(call.params.rundownId);
    const rundown = findRundown(call) ?? { id, name: `Rundown ${id}`, items: [] };
    const shown = addItem(call, rundown);
    if (!rundowns.includes(rundown)) rundowns.push(rundown);
    return shown;
  },
  deleteLinearRundown: (call) => {
    const engine = engineOf(call);
    remove(engine.loaded, rundownOf(call));
    remove(engine.rundowns, rundownOf(call));
    dropUnplayable(call);
    return 'OK';
  },
  // A press sets data of the item and calls a function of an engine with it, as the template says.
  pressLinearButton: (call) => {
    const { template, data } = itemOf(call);
    const key = call.params.buttonKey ?? '';
    const button = found(Object.hasOwn(template.buttons, key) ? template.buttons[key] : undefined, `Button ${key}`);
    press(call.state, button.does, data, call.now);
    return { success: true };
  },
} satisfies Record<string, Behaviour>;

const summary = ({ id, name }: LinearEngine | LinearRundown) => ({ id, name });

const showEngine = ({ id, name, engines, loaded }: LinearEngine) => ({
  id,
  name,
  started: loaded.length > 0,
  loadedRundownInfo: loaded.map((rundown) => ({ id: rundown.id })),
  engines,
});

/** On dialect 1 itemNo is the only number that a read tells, so it is the id that paths want. */
function showItem(call: Call, item: LinearItem): Static<typeof Shown> {
  const { id, name, data, template } = item;
  const { templateId, itemType } = template;
  const buttons = Object.fromEntries(Object.entries(template.buttons).map(([key, { label }]) => [key, { label }]));
  const shown = { name, itemNo: id, template: template.name, templateId, data, buttons };
  return call.dialect === 1 ? shown : { ...shown, id, itemType, status: statusOf(engineOf(call), item) };
}

/** Whether the item can be played, and on which outputs it is, at which step. */
function statusOf(engine: LinearEngine, item: LinearItem): Static<typeof Shown>['status'] {
  const online = playable(engine).includes(item);
  const wordFor = ({ playing }: LinearOutput) => {
    if (playing?.item === item) return 'Playing';
    return online ? 'Available' : 'Unavailable';
  };
  const [program, preview] = engine.outputs;
  const activeIn = engine.outputs.flatMap(({ playing }, output) =>
    playing?.item === item ? [{ output: OUTPUTS[output], step: playing.step }] : [],
  );
  return {
    program: wordFor(program),
    preview: wordFor(preview),
    isActive: activeIn.length > 0,
    activeIn,
    online,
  };
}

function templateOf({ state }: Call, templateId: number): LinearTemplate {
  const template = state.linear.templates.find((one) => one.templateId === templateId);
  if (!template) throw refuse(422, `templateId: there is no template ${templateId}`);
  return template;
}

/** Adds the body's item to a rundown and shows it. */
function addItem(call: Call, { items }: LinearRundown) {
  const { name, templateId, data, insertAfter } = call.body as Static<typeof LinearItemBody>;
  const template = templateOf(call, templateId);
  const index = insertAfter === undefined ? items.length : indexAfter(items, insertAfter);
  const item: LinearItem = { id: newId(call.state), name, template, data };
  place(items, item, index);
  return showItem(call, item);
}

function indexAfter(items: LinearItem[], after: number): number {
  const index = items.findIndex(({ id }) => id === after);
  if (index < 0) throw refuse(422, `insertAfter: there is no other item ${after}`);
  return index + 1;
}
