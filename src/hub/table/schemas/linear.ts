import { Type } from '@sinclair/typebox';
import { Data, data, id } from './common.js';

const Loaded = Type.Array(Type.Object({ id: Type.Integer() }));

/**
 * A linear engine (a "show"); its id is never an engine host's. Dialect 2 tells `mode` and `loadedRundownsInfo`,
 * dialect 1 `loadedRundownInfo` and `engines` (docs/interface.md "Seen in the field", Shows).
 */
export const LinearEngine = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  started: Type.Boolean(),
  mode: Type.Optional(Type.String()),
  loadedRundownInfo: Type.Optional(Loaded),
  loadedRundownsInfo: Type.Optional(Loaded),
  engines: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        pollLevelsEnabled: Type.Boolean(),
        rundownServerPort: Type.Integer(),
        remoteControlPort: Type.Integer(),
        devices: Type.Array(Type.Object({ id: Type.Integer(), profileId: Type.Integer() })),
      }),
    ),
  ),
});

export const LinearRundown = Type.Object({ id: Type.Integer(), name: Type.String() });

const PlayState = Type.Union([Type.Literal('Available'), Type.Literal('Playing'), Type.Literal('Unavailable')]);

/** `id`, `itemType` and `status` come from hubs of revision 2 only; there `buttons` are labels by their keys. */
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

/** The body of a new item and of an update: only the fields that a picker lists inside `data` differ. */
const itemBody = (fields: string) =>
  Type.Object({
    name: Type.String({ minLength: 1 }),
    templateId: id('linearTemplate'),
    data: data(fields),
    insertAfter: Type.Optional(id('linearItem')),
  });

export const LinearItemBody = itemBody('linearTemplateData');
export const LinearItemUpdate = itemBody('linearData');

/** Taken for either, though no document tells: any part of it, and the template by its name. No client sends that. */
export const AcceptedLinearItem = Type.Object({
  ...Type.Partial(LinearItemBody).properties,
  template: Type.Optional(Type.String({ minLength: 1 })),
});

export const LinearTemplate = Type.Object({ templateId: Type.Integer(), name: Type.String(), data: Data });
