import { Type } from '@sinclair/typebox';
import { Button, Data, data } from './common.js';

const Name = Type.String({ minLength: 1 });

export const Rundown = Type.Object({ id: Type.Integer(), name: Type.String() });

export const RundownName = Type.Object({ name: Name });

export const Item = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  template: Type.String(),
  data: Data,
  buttons: Type.Array(Button),
  order: Type.Optional(Type.Integer()),
  overriddenChannels: Type.Optional(Type.Array(Type.Integer())),
});

/** The answer to creating and updating an item. */
export const ItemSummary = Type.Pick(Item, ['id', 'name', 'template', 'data']);

export const NewItem = Type.Object({
  name: Name,
  template: Type.String({ minLength: 1, 'x-names': 'template' }),
  data: Data,
  order: Type.Optional(Type.Integer()),
});

/** Hubs also create an item without data (docs/interface.md "Seen in the field"). */
export const AcceptedNewItem = Type.Object({ ...NewItem.properties, data: Type.Optional(Data) });

export const ItemUpdate = Type.Object({
  name: Type.Optional(Name),
  template: Type.Optional(Type.String({ minLength: 1, 'x-names': 'template' })),
  order: Type.Optional(Type.Integer()),
  data: Type.Optional(data('itemData')),
  overriddenChannels: Type.Optional(Type.Array(Type.Integer())),
});

export const Template = Type.Object({ id: Type.Integer(), name: Type.String() });
