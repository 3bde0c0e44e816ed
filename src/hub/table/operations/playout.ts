import { Type } from '@sinclair/typebox';
import { area } from '../operation.js';
import { AnyAnswer, Button, Data, data, id, key, NoAnswer, Success } from '../schemas.js';

const Name = Type.String({ minLength: 1 });

const Rundown = Type.Object({ id: Type.Integer(), name: Type.String() });

export const RundownName = Type.Object({ name: Name });

const Item = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  template: Type.String(),
  data: Data,
  buttons: Type.Array(Button),
  order: Type.Optional(Type.Integer()),
  overriddenChannels: Type.Optional(Type.Array(Type.Integer())),
});

/** The answer to creating and updating an item. */
const ItemSummary = Type.Pick(Item, ['id', 'name', 'template', 'data']);

const NewItem = Type.Object({
  name: Name,
  template: Type.String({ minLength: 1, 'x-names': 'template' }),
  data: Data,
  order: Type.Optional(Type.Integer()),
});

/** Hubs also create an item without data (docs/develop/interface.md "Seen in the field"). */
export const AcceptedNewItem = Type.Object({ ...NewItem.properties, data: Type.Optional(Data) });

export const ItemUpdate = Type.Object({
  name: Type.Optional(Name),
  template: Type.Optional(Type.String({ minLength: 1, 'x-names': 'template' })),
  order: Type.Optional(Type.Integer()),
  data: Type.Optional(data('itemData')),
  overriddenChannels: Type.Optional(Type.Array(Type.Integer())),
});

const Template = Type.Object({ id: Type.Integer(), name: Type.String() });

const rundown = { rundownId: id('rundown') };
const item = { ...rundown, itemId: id('item') };

const rundownPath = '/playout/rundowns/{rundownId}';
const itemPath = `${rundownPath}/items/{itemId}`;

/** The reads that list the items of a rundown. */
const changesItems = { changes: ['getItem', 'listItems'] } as const;

/** The reads that list the rundowns. */
const changesRundowns = { changes: ['listRundowns', 'getRundown'] } as const;

const inRundown = { name: 'playout', by: ['rundownId'] };

const thisItem = { name: 'item', by: ['itemId'] };

/** New, deleted and moved items change the order of the others. */
const order = { name: 'order' };

/** A command for one item of the rundown. Deleting the rundown waits for all of them. */
const onItem = { ...inRundown, parts: [thisItem] };

/** Playout rundowns, their items and templates (docs/develop/interface.md "Playout"). */
export const playoutItem = area('playout-item', {
  pressItemButton: {
    kind: 'trigger',
    method: 'POST',
    path: `${itemPath}/{buttonKey}`,
    params: { ...item, buttonKey: key('button') },
    completion: 'itemButton',
    answer: Success,
    lane: onItem,
  },
  updateItem: {
    kind: 'level',
    method: 'PATCH',
    path: itemPath,
    params: item,
    body: ItemUpdate,
    localParams: { merge: Type.Boolean() },
    completion: 'itemData',
    answer: ItemSummary,
    lane: { ...inRundown, parts: [thisItem, { ...order, ifSet: 'order' }] },
    newestWins: true,
    // Another template has other buttons.
    invalidates: ['getItem'],
    invalidatesIf: 'template',
    ...changesItems,
  },
  createItem: {
    kind: 'trigger',
    method: 'POST',
    path: `${rundownPath}/items`,
    params: rundown,
    body: NewItem,
    acceptedBody: AcceptedNewItem,
    answer: ItemSummary,
    success: [201],
    lane: { ...inRundown, parts: [order] },
    ...changesItems,
  },
  deleteItem: {
    kind: 'trigger',
    method: 'DELETE',
    path: itemPath,
    params: item,
    answer: NoAnswer,
    success: [204],
    lane: { ...inRundown, parts: [thisItem, order] },
    ...changesItems,
  },
  getItem: { kind: 'read', method: 'GET', path: itemPath, params: item, answer: Item },
  listItems: { kind: 'read', method: 'GET', path: `${rundownPath}/items`, params: rundown, answer: Type.Array(Item) },
  // No document shows the method. A button on the same path uses POST.
  downloadExternalData: {
    kind: 'trigger',
    method: 'POST',
    path: `${itemPath}/{externalDataFieldKey}`,
    params: { ...item, externalDataFieldKey: key('externalDataField') },
    answer: AnyAnswer,
    lane: onItem,
    timeout: 30_000,
  },
  listRundowns: { kind: 'read', method: 'GET', path: '/playout/rundowns', answer: Type.Array(Rundown) },
  getRundown: { kind: 'read', method: 'GET', path: rundownPath, params: rundown, answer: Rundown },
  createRundown: {
    kind: 'trigger',
    method: 'POST',
    path: '/playout/rundowns',
    body: RundownName,
    answer: Rundown,
    success: [201],
    lane: { name: 'playout', by: [] },
    ...changesRundowns,
  },
  renameRundown: {
    kind: 'level',
    method: 'PATCH',
    path: rundownPath,
    params: rundown,
    body: RundownName,
    answer: Rundown,
    lane: { ...inRundown, parts: [{ name: 'name' }] },
    newestWins: true,
    ...changesRundowns,
  },
  deleteRundown: {
    kind: 'trigger',
    method: 'DELETE',
    path: rundownPath,
    params: rundown,
    answer: NoAnswer,
    success: [204],
    lane: inRundown,
    ...changesRundowns,
  },
  listTemplates: { kind: 'read', method: 'GET', path: '/playout/templates', answer: Type.Array(Template) },
});
