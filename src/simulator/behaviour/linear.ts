import type { Static } from '@sinclair/typebox';
import type {
  AcceptedLinearItem,
  LinearEngine as Engine,
  LinearItem as Shown,
} from '../../hub/table/operations/linear.js';
import type { LinearEngine, LinearItem, LinearOutput, LinearRundown, LinearTemplate } from '../state/linear.js';
import { newId } from '../state/state.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { refuse, refuseInText, required } from './call.js';
import {
  dropUnplayable,
  engineOf,
  findRundown,
  itemOf,
  OUTPUTS,
  openRundownOf,
  rundownOf,
  rundownsOf,
} from './linear-target.js';
import { place, remove } from './list.js';
import { press } from './press.js';
import { isStarted, loadedRundownsOf, MODE } from './shows.js';

/** Linear engines, their rundowns and items (docs/develop/interface.md "Linear"). */
export const linearBehaviours = {
  listLinearEngines: (call) => call.state.linear.engines.map((engine) => showEngine(call, engine)),
  getLinearEngine: (call) => showEngine(call, engineOf(call)),
  listShows: (call) => call.state.linear.engines.map((engine) => showShow(call, engine)),
  // On dialect 2, the id is ignored.
  listLinearRundowns: (call) => (call.dialect === 1 ? rundownsOf(call) : call.state.linear.rundowns).map(summary),
  listAllLinearRundowns: ({ state }) => state.linear.rundowns.map(summary),
  listLinearTemplates: ({ state }) =>
    state.linear.templates.map(({ templateId, name, data }) => ({ templateId, name, data })),
  listLinearItems: (call) => openRundownOf(call).items.map((item) => showItem(call, item)),
  getLinearItem: (call) => showItem(call, itemOf(call)),
  createLinearItem: (call) => addItem(call, openRundownOf(call)),
  updateLinearItem: (call) => {
    const { name, data, insertAfter, ...made } = call.body as Static<typeof AcceptedLinearItem>;
    const item = itemOf(call);
    const template = templateOf(call, made) ?? item.template;
    if (insertAfter !== undefined) {
      const { items } = openRundownOf(call);
      const others = items.filter((one) => one !== item);
      place(items, item, indexAfter(others, insertAfter));
    }
    Object.assign(item, { name: name ?? item.name, template, data: data ?? item.data });
    return showItem(call, item);
  },
  deleteLinearItem: (call) => {
    remove(openRundownOf(call).items, itemOf(call));
    dropUnplayable(call);
    return 'OK';
  },
  // Creates the rundown if it does not exist, and adds the item to it.
  createLinearRundown: (call) => {
    const { rundowns } = call.state.linear;
    const id = Number(call.params.rundownId);
    const rundown = findRundown(call) ?? { id, name: `Rundown ${id}`, engineId: engineOf(call).id, items: [] };
    const shown = addItem(call, rundown);
    if (!rundowns.includes(rundown)) rundowns.push(rundown);
    return shown;
  },
  deleteLinearRundown: (call) => {
    const rundown = rundownOf(call, refuseInText);
    remove(call.state.linear.rundowns, rundown);
    for (const { loaded } of call.state.linear.engines) remove(loaded, rundown);
    dropUnplayable(call);
    return 'OK';
  },
  // A press sets data of the item. Then it calls a function of an engine with this data, as the template defines.
  pressLinearButton: (call) => {
    const { template, data } = itemOf(call);
    const key = call.params.buttonKey ?? '';
    const button = required(Object.hasOwn(template.buttons, key) ? template.buttons[key] : undefined, `Button ${key}`);
    press(call.state, button.does, data, call.now);
    return { success: true };
  },
} satisfies Behaviours;

const summary = ({ id, name }: LinearRundown) => ({ id, name });

/** Early builds of dialect 2 still call shows linear engines. */
const showEngine = (call: BehaviourCall, engine: LinearEngine): Static<typeof Engine> =>
  call.dialect === 1
    ? {
        id: engine.id,
        name: engine.name,
        started: engine.loaded.length > 0,
        loadedRundownInfo: engine.loaded.map(({ id }) => ({ id })),
        engines: engine.engines,
      }
    : { ...showShow(call, engine), engines: engine.engines };

const showShow = (call: BehaviourCall, show: LinearEngine): Static<typeof Engine> => ({
  id: show.id,
  name: show.name,
  started: isStarted(call, show),
  mode: MODE,
  loadedRundownsInfo: loadedRundownsOf(call, show).map(summary),
});

/** On dialect 1, reads return only itemNo, so paths use it as the id. */
function showItem(call: BehaviourCall, item: LinearItem): Static<typeof Shown> {
  const { id, name, data, template } = item;
  const { templateId, itemType } = template;
  const shown = { name, itemNo: id, template: template.name, templateId, data };
  return call.dialect === 1
    ? { ...shown, buttons: mapButtons(template, (label) => ({ label })) }
    : {
        ...shown,
        buttons: mapButtons(template, (label) => label),
        id,
        itemType,
        status: statusOf(call, engineOf(call), item),
      };
}

const mapButtons = ({ buttons }: LinearTemplate, show: (label: string) => unknown) =>
  Object.fromEntries(Object.entries(buttons).map(([key, { label }]) => [key, show(label)]));

/** Shows if the item can be played, and on which outputs it plays. */
function statusOf(call: BehaviourCall, engine: LinearEngine, item: LinearItem): Static<typeof Shown>['status'] {
  const online = loadedRundownsOf(call, engine).some(({ items }) => items.includes(item));
  const isOn = ({ playing }: LinearOutput) => playing?.item === item;
  const wordFor = (output: LinearOutput) => (isOn(output) ? 'Playing' : online ? 'Available' : 'Unavailable');
  const [program, preview] = engine.outputs;
  const activeIn = OUTPUTS.filter((_, index) => isOn(engine.outputs[index as 0 | 1]));
  return { program: wordFor(program), preview: wordFor(preview), isActive: activeIn.length > 0, activeIn, online };
}

/** The template that a body names by its id or its name. Hubs accept both. */
function templateOf(
  { state: { linear } }: BehaviourCall,
  { templateId, template: name }: Pick<Static<typeof AcceptedLinearItem>, 'templateId' | 'template'>,
): LinearTemplate | undefined {
  if (templateId === undefined && name === undefined) return undefined;
  const field = templateId === undefined ? 'template' : 'templateId';
  const template = linear.templates.find((one) =>
    field === 'template' ? one.name === name : one.templateId === templateId,
  );
  if (!template) throw refuse(422, `${field}: there is no template ${templateId ?? name}`);
  return template;
}

/** Adds the item of the body to a rundown, and returns it as the hub shows it. */
function addItem(call: BehaviourCall, { items }: LinearRundown) {
  const { name, data, insertAfter, ...made } = call.body as Static<typeof AcceptedLinearItem>;
  const template = templateOf(call, made);
  if (!template) throw refuse(422, 'templateId: Expected required property');
  const index = insertAfter === undefined ? items.length : indexAfter(items, insertAfter);
  const item: LinearItem = {
    id: newId(call.state),
    name: name ?? template.name,
    template,
    data: data ?? { ...template.data },
  };
  place(items, item, index);
  return showItem(call, item);
}

function indexAfter(items: LinearItem[], after: number): number {
  const index = items.findIndex(({ id }) => id === after);
  if (index < 0) throw refuse(422, `insertAfter: there is no other item ${after}`);
  return index + 1;
}
