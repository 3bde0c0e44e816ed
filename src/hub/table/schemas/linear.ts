import { Type } from '@sinclair/typebox';
import { Data, data, id } from './common.js';

const Loaded = Type.Array(Type.Object({ id: Type.Integer() }));
const NamedLoaded = Type.Array(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }));

/**
 * A linear engine (a "show"). Its id is never that of an engine host. Dialect 2 has `mode` and `loadedRundownsInfo`.
 * Dialect 1 has `loadedRundownInfo` and `engines` (docs/interface.md "Seen in the field", Shows).
 */
export const LinearEngine = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  started: Type.Boolean(),
  mode: Type.Optional(Type.String()),
  loadedRundownInfo: Type.Optional(Loaded),
  loadedRundownsInfo: Type.Optional(NamedLoaded),
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

/** Only hubs of revision 2 have `id`, `itemType` and `status`. There `buttons` are labels by their keys. */
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

/** The body of a new item and of an update. They differ only in the fields that a picker lists inside `data`. */
const itemBody = (fields: string) =>
  Type.Object({
    name: Type.String({ minLength: 1 }),
    templateId: id('linearTemplate'),
    data: data(fields),
    insertAfter: Type.Optional(id('linearItem')),
  });

export const LinearItemBody = itemBody('linearTemplateData');
export const LinearItemUpdate = itemBody('linearData');

/**
 * Hubs accept any part of the body, and a template by its name, although no document shows this. No client sends it.
 */
export const AcceptedLinearItem = Type.Object({
  ...Type.Partial(LinearItemBody).properties,
  template: Type.Optional(Type.String({ minLength: 1 })),
});

export const LinearTemplate = Type.Object({ templateId: Type.Integer(), name: Type.String(), data: Data });
