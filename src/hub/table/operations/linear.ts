import { Type } from '@sinclair/typebox';
import { area, type Dialect, type LanePart, type OperationSpec } from '../operation.js';
import { Data, data, id, key, Ok, Output, Success } from '../schemas.js';

const Loaded = Type.Array(Type.Object({ id: Type.Integer() }));
const NamedLoaded = Type.Array(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }));

/**
 * A linear engine (a "show"). Its id is never that of an engine host. Dialect 2 has `mode` and `loadedRundownsInfo`.
 * Dialect 1 has `loadedRundownInfo` and `engines` (docs/develop/interface.md "Seen in the field", Shows).
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

const LinearRundown = Type.Object({ id: Type.Integer(), name: Type.String() });

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

const LinearItemBody = itemBody('linearTemplateData');
const LinearItemUpdate = itemBody('linearData');

/**
 * Hubs accept any part of the body, and a template by its name, although no document shows this. No client sends it.
 */
export const AcceptedLinearItem = Type.Object({
  ...Type.Partial(LinearItemBody).properties,
  template: Type.Optional(Type.String({ minLength: 1 })),
});

const LinearTemplate = Type.Object({ templateId: Type.Integer(), name: Type.String(), data: Data });

type Params = OperationSpec<never>['params'];

const engine = { engineId: id('linearEngine') };
const rundown = { ...engine, rundownId: id('linearRundown') };
const item = { ...rundown, itemId: id('linearItem') };
const output = { ...engine, preview: Output };
const itemOutput = { ...engine, itemId: id('linearItem'), preview: Output };

const enginePath = '/{linear}/rundown/{engineId}';
const rundownPath = `${enginePath}/{rundownId}`;
const itemPath = `${rundownPath}/items/{itemId}`;

const revision2: { dialects: readonly Dialect[] } = { dialects: [2] };

/** Loading, unloading and deleting a rundown wait for all commands of the show. */
const onEngine = { name: 'linear', by: ['engineId'] };

const thisOutput = { name: 'output', by: ['preview'] };
const thisData = { name: 'data', by: ['itemId'] };
const theseButtons = { name: 'button', by: ['itemId'] };

/** New and deleted items change which one is next. */
const order = { name: 'order' };

const on = (...parts: readonly LanePart[]) => ({ lane: { ...onEngine, parts } });

/** Playing an item waits for its update, and for the commands of its output. */
const onItemOutput = on(thisOutput, thisData);

/**
 * An output is cleared after the buttons of all items, which may put something on it. It waits for no update of an item:
 * one that never ends must not hold up an out.
 */
export const onOutput = on(thisOutput, { name: 'button' });

/** Loading a rundown prepares all its items. */
const LOAD_MS = 15_000;

/** Playing and taking out: parameters in the path, no body. */
const play = (path: string, params: Params) => ({
  kind: 'trigger' as const,
  method: 'PUT' as const,
  path: `${enginePath}/${path}`,
  params,
  answer: Ok,
  success: [200, 204],
  lane: onEngine,
});

/** The reads that list the items of a rundown, with their states. */
const changesItems = { changes: ['listLinearItems', 'getLinearItem'] } as const;

/** Loading, unloading and appending. Others may have changed the items or the loaded rundown since the first press. */
const load = (path: string, params: Params) => ({
  ...play(path, params),
  timeout: LOAD_MS,
  invalidates: ['listLinearEngines', 'getLinearEngine', 'listShows', 'listLinearItems'] as const,
});

/** Linear rundowns on their own engines, which are not engine hosts (docs/develop/interface.md "Linear"). */
export const linearPlay = area('linear-play', {
  playItem: {
    ...play('play/{itemId}/{preview}', itemOutput),
    ...onItemOutput,
    localParams: { onlyIfAvailable: Type.Boolean(), rundownId: id('linearRundown') },
    completion: 'ifAvailable',
    stateAfter: 'output',
    ...changesItems,
  },
  // No update holds it up either, because nobody knows which item is next.
  playNext: {
    ...play('playnext/{preview}', output),
    ...on(thisOutput, order),
    advances: true,
    stateAfter: 'output',
    ...changesItems,
  },
  continueItem: { ...play('continue/{itemId}/{preview}', itemOutput), ...onItemOutput, advances: true },
  takeOut: { ...play('out/{preview}', output), ...onOutput, stateAfter: 'available', ...changesItems },
  takeItemOut: {
    ...play('out/{itemId}/{preview}', itemOutput),
    // As `takeOut`, it waits for no update of its item.
    ...on(thisOutput, theseButtons),
    ...revision2,
    stateAfter: 'available',
    ...changesItems,
  },
  nextItemStep: { ...play('next/{itemId}/{preview}', itemOutput), ...onItemOutput, ...revision2, advances: true },
  clearOutput: {
    ...play('clear/{preview}', output),
    ...onOutput,
    ...revision2,
    stateAfter: 'available',
    ...changesItems,
  },
  pressLinearButton: {
    kind: 'trigger',
    method: 'POST',
    path: `${itemPath}/buttons/{buttonKey}`,
    params: { ...item, buttonKey: key('linearButton') },
    answer: Success,
    ...on(thisData, theseButtons),
    completion: 'linearButton',
    ...revision2,
  },
  loadLinearRundown: { ...load('{rundownId}/load', rundown), answer: LinearRundown },
  unloadLinearRundown: load('{rundownId}/unload', rundown),
  appendLinearRundown: load('{rundownId}/append/{newRundownId}', { ...rundown, newRundownId: id('linearRundown') }),
  listLinearItems: {
    kind: 'read',
    method: 'GET',
    path: `${rundownPath}/items`,
    params: rundown,
    answer: Type.Array(LinearItem),
  },
  getLinearItem: { kind: 'read', method: 'GET', path: itemPath, params: item, answer: LinearItem },
  createLinearItem: {
    kind: 'trigger',
    method: 'POST',
    path: `${rundownPath}/items`,
    params: rundown,
    body: LinearItemBody,
    acceptedBody: AcceptedLinearItem,
    answer: LinearItem,
    success: [201],
    ...on(order),
    ...changesItems,
  },
  updateLinearItem: {
    kind: 'level',
    method: 'PATCH',
    path: itemPath,
    params: item,
    body: LinearItemUpdate,
    acceptedBody: AcceptedLinearItem,
    answer: LinearItem,
    ...on(thisData, { ...order, ifSet: 'insertAfter' }),
    newestWins: true,
    ...changesItems,
  },
  deleteLinearItem: {
    kind: 'trigger',
    method: 'DELETE',
    path: itemPath,
    params: item,
    answer: Ok,
    ...on(thisData, theseButtons, order),
    ...changesItems,
  },
  // The specification has the name "create rundown item" for it, and only the parameter engineId.
  createLinearRundown: {
    kind: 'trigger',
    method: 'POST',
    path: rundownPath,
    params: rundown,
    body: LinearItemBody,
    acceptedBody: AcceptedLinearItem,
    answer: LinearItem,
    ...on({ name: 'newRundown' }),
    changes: ['listLinearRundowns', 'listAllLinearRundowns'],
  },
  deleteLinearRundown: {
    kind: 'trigger',
    method: 'DELETE',
    path: rundownPath,
    params: rundown,
    answer: Ok,
    lane: onEngine,
    changes: ['listLinearRundowns', 'listAllLinearRundowns'],
  },
  listLinearEngines: {
    kind: 'read',
    method: 'GET',
    path: '/{linear}/engines',
    laterPath: '/{linear}/shows',
    answer: Type.Array(LinearEngine),
  },
  getLinearEngine: {
    kind: 'read',
    method: 'GET',
    path: '/{linear}/engines/{engineId}',
    laterPath: null,
    listedBy: 'listLinearEngines',
    params: engine,
    answer: LinearEngine,
  },
  listLinearRundowns: {
    kind: 'read',
    method: 'GET',
    path: '/{linear}/rundowns/{engineId}',
    params: engine,
    answer: Type.Array(LinearRundown),
  },
  listAllLinearRundowns: {
    kind: 'read',
    method: 'GET',
    path: '/{linear}/rundowns',
    answer: Type.Array(LinearRundown),
  },
  listLinearTemplates: {
    kind: 'read',
    method: 'GET',
    path: '/{linear}/templates',
    answer: Type.Array(LinearTemplate),
  },
  listShows: { kind: 'read', method: 'GET', path: '/{linear}/shows', answer: Type.Array(LinearEngine), ...revision2 },
});
