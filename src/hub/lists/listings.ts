import { firstName } from '../../base/display.js';
import { isSameId } from '../../base/ids.js';
import { componentsOf } from '../lookup/components.js';
import { loadedRundownIds } from '../lookup/show.js';
import { EngineType, id, key } from '../table/schemas.js';
import { ITEMS_READ, idOfItem, itemIn, itemName } from '../watch/linear-items.js';
import type { Params } from '../wire/request.js';
import {
  type AnswerRow,
  buttonCandidates,
  type Candidate,
  fieldCandidates,
  type Listing,
  type ListingAlias,
  mapRows,
  part,
  rowsOf,
  templateNote,
} from './rule.js';

const idAndName = mapRows(({ id, name }) => ({ value: id, label: name }));

const properties = mapRows(({ PropertyPath, DisplayName, Value }) => ({
  value: PropertyPath,
  label: DisplayName,
  present: Value,
}));

/** True for internal properties of the engine, by their names (docs/develop/interface.md "Seen in the field", Values). */
const isNoise = ({ value, label }: Candidate): boolean =>
  [value, label].some((name) => /^(Node|Debug)/.test(String(name)));

/** Engine hosts and their nodes, properties and functions (docs/develop/interface.md "Engine host" to "Function"). */
const engines = {
  engine: {
    read: 'listEngines',
    candidates: mapRows(({ id, displayName, name, status }) => ({
      value: id,
      label: firstName(displayName, name),
      note: status,
    })),
  },
  node: { read: 'listNodes', candidates: mapRows(({ NodePath, NodeName }) => ({ value: NodePath, label: NodeName })) },
  property: {
    read: 'listProperties',
    candidates: (list, params, beside) => {
      const all = properties(list, params, beside);
      return [...all.filter((each) => !isNoise(each)), ...all.filter(isNoise)];
    },
  },
  component: {
    read: 'getProperty',
    candidates: (property) =>
      componentsOf(part(property, 'Value')).map(({ path, value }) => ({ value: path, present: value })),
  },
  function: {
    read: 'listFunctions',
    candidates: mapRows(({ FunctionPath, FunctionName }) => ({ value: FunctionPath, label: FunctionName })),
  },
  functionParameter: {
    read: 'getFunction',
    candidates: (fn) =>
      fieldCandidates(part(fn, 'Properties')).map(({ value, present }) => ({ value, present: part(present, 'Value') })),
  },
} satisfies Record<string, Listing>;

/** The kind of state that an engine loads (docs/develop/interface.md "Renderer"). */
const STATES: Readonly<Record<string, string>> = { RE: 'rgraph', UE: 'ustate', RE5: 'graph' };

/** Graphs and projects that engines load (docs/develop/interface.md "Graph, rgraph, ustate, project"). */
const graphs = {
  graph: { read: 'listGraphs', candidates: idAndName },
  rgraph: { read: 'listRgraphs', candidates: idAndName },
  ustate: { read: 'listUstates', candidates: idAndName },
  project: { read: 'listProjects', candidates: mapRows(({ projectId, name }) => ({ value: projectId, label: name })) },
  state: {
    extraParams: { engineType: EngineType },
    listedAs: ({ engineType }) => STATES[String(engineType)] as string,
  },
} satisfies Record<string, Listing | ListingAlias>;

/** Launch configurations and their renderers, which have no names (docs/develop/interface.md "Launch configuration"). */
const launcher = {
  launchConfig: { read: 'listLaunchConfigs', candidates: idAndName },
  renderer: { read: 'listRenderers', candidates: mapRows(({ id }) => ({ value: id })) },
} satisfies Record<string, Listing>;

const storyID = key('story');

/** A list of things in one rundown. */
const inRundown = (
  of: (items: AnswerRow[], params: Params) => readonly Candidate[],
  extraParams?: Listing['extraParams'],
): Listing => ({
  read: 'getNewsroomRundown',
  ...(extraParams && { extraParams }),
  candidates: (rundown, params) => of(rowsOf(part(rundown, 'items')), params),
});

const ofStory = (items: AnswerRow[], { storyID: story }: Params) => items.filter((item) => item.storyID === story);

const objectsOf = (items: AnswerRow[]): unknown[] => items.map(({ mosObject }) => mosObject);

const updatedAt = (row: AnswerRow): number => Date.parse(String(row.updatedAt)) || 0;

/** Newsroom systems, their rundowns, and the contents of these (docs/develop/interface.md "Newsroom rundown summary"). */
const newsroom = {
  ncs: { read: 'listNewsroomRundowns', candidates: mapRows(({ ncsID }) => ({ value: ncsID })) },
  newsroomRundown: {
    read: 'listNcsRundowns',
    candidates: (list) =>
      rowsOf(list)
        .sort((one, other) => updatedAt(other) - updatedAt(one))
        .map(({ roID, roSlug, status }) => ({ value: roID, label: roSlug, note: status })),
  },
  story: inRundown((items) => items.map((item) => ({ value: item.storyID, label: item.storySlug }))),
  newsroomItem: inRundown(
    (items, params) => ofStory(items, params).map(({ itemID, itemSlug }) => ({ value: itemID, label: itemSlug })),
    { storyID },
  ),
  newsroomButton: inRundown(
    (items, params) => {
      const item = ofStory(items, params).find(({ itemID }) => itemID === params.itemID);
      return buttonCandidates(part(item?.mosObject, 'buttons'));
    },
    { storyID, itemID: key('newsroomItem') },
  ),
  mosObject: inRundown((items) =>
    rowsOf(objectsOf(items)).map(({ objID, objSlug }) => ({ value: objID, label: objSlug })),
  ),
  mosData: inRundown(
    (items, { objID }) => fieldCandidates(rowsOf(objectsOf(items)).find((object) => object.objID === objID)?.data),
    { objID: key('mosObject') },
  ),
} satisfies Record<string, Listing>;

const data: Listing = { read: 'getItem', candidates: (item) => fieldCandidates(part(item, 'data')) };

/** Playout rundowns and their items (docs/develop/interface.md "Playout item"). */
const playout = {
  rundown: { read: 'listRundowns', candidates: idAndName },
  item: {
    read: 'listItems',
    candidates: mapRows((row) => ({ value: row.id, label: itemName(row), note: templateNote(row) })),
  },
  button: { read: 'getItem', candidates: (item) => buttonCandidates(part(item, 'buttons')) },
  itemData: data,
  externalDataField: data,
  // An item is created with its template's name.
  template: { read: 'listTemplates', candidates: mapRows(({ name }) => ({ value: name })) },
} satisfies Record<string, Listing>;

/** Loaded rundowns are first, with the note `loaded` (docs/develop/interface.md "Linear engine"). */
const rundowns: Listing['candidates'] = (list, params, engine) => {
  const loaded = new Set(loadedRundownIds(engine)?.map(String));
  const all = idAndName(list, params, undefined).map((rundown) =>
    loaded.has(String(rundown.value)) ? { ...rundown, note: 'loaded' } : rundown,
  );
  return [...all.filter(({ note }) => note), ...all.filter(({ note }) => !note)];
};

/** A part of one item, found in its rundown, because not every hub reads a single item. */
const ofItem = (of: (item: unknown) => readonly Candidate[]): Listing => ({
  read: ITEMS_READ,
  extraParams: { itemId: id('linearItem') },
  candidates: (items, { itemId }) => of(itemIn(items, itemId)),
});

/** Linear engines, their rundowns and items (docs/develop/interface.md "Linear engine"). */
const linear = {
  linearEngine: { read: 'listLinearEngines', candidates: idAndName },
  linearRundown: { read: 'listLinearRundowns', extraRead: 'getLinearEngine', candidates: rundowns },
  linearItem: {
    read: ITEMS_READ,
    candidates: mapRows((row) => ({ value: idOfItem(row), label: itemName(row), note: templateNote(row) })),
  },
  linearTemplate: {
    read: 'listLinearTemplates',
    candidates: mapRows(({ templateId, name }) => ({ value: templateId, label: name })),
  },
  linearButton: ofItem((item) => buttonCandidates(part(item, 'buttons'))),
  linearData: ofItem((item) => fieldCandidates(part(item, 'data'))),
  linearTemplateData: {
    read: 'listLinearTemplates',
    extraParams: { templateId: id('linearTemplate') },
    candidates: (templates, { templateId }) =>
      fieldCandidates(rowsOf(templates).find((template) => isSameId(template.templateId, templateId))?.data),
  },
} satisfies Record<string, Listing>;

/** Every kind of thing in `x-names` and `x-fields` of the table. */
export const listings: ReadonlyMap<string, Listing | ListingAlias> = new Map(
  Object.entries({ ...engines, ...playout, ...launcher, ...linear, ...newsroom, ...graphs }),
);
