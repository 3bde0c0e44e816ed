import { Type } from '@sinclair/typebox';
import { Data, data, id } from './common.js';

/** A linear engine (a "show"); its id is not an engine host's. */
export const LinearEngine = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  started: Type.Boolean(),
  loadedRundownInfo: Type.Array(Type.Object({ id: Type.Integer() })),
  engines: Type.Array(
    Type.Object({
      id: Type.Integer(),
      pollLevelsEnabled: Type.Boolean(),
      rundownServerPort: Type.Integer(),
      remoteControlPort: Type.Integer(),
      devices: Type.Array(Type.Object({ id: Type.Integer(), profileId: Type.Integer() })),
    }),
  ),
});

const PlayState = Type.Union([Type.Literal('Available'), Type.Literal('Playing'), Type.Literal('Unavailable')]);

/** `id`, `itemType` and `status` come from hubs of revision 2 only. */
export const LinearItem = Type.Object({
  name: Type.String(),
  itemNo: Type.Integer(),
  template: Type.String(),
  templateId: Type.Integer(),
  data: Data,
  buttons: Type.Record(Type.String(), Type.Unknown()),
  id: Type.Optional(Type.Integer()),
  itemType: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Object({
      preview: PlayState,
      program: PlayState,
      isActive: Type.Boolean(),
      activeIn: Type.Array(Type.Unknown()),
      online: Type.Boolean(),
    }),
  ),
});

/** The same body, of which a picker lists other fields. */
const itemBody = (fields: string) =>
  Type.Object({
    name: Type.String({ minLength: 1 }),
    templateId: id('linearTemplate'),
    data: data(fields),
    insertAfter: Type.Optional(id('linearItem')),
  });

export const LinearItemBody = itemBody('linearTemplateData');
export const LinearItemUpdate = itemBody('linearData');

export const LinearTemplate = Type.Object({ templateId: Type.Integer(), name: Type.String(), data: Data });
