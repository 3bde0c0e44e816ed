import type { PublicParameter } from '../../hub/table/public-table.js';
import { allParameters } from '../base/table.js';
import { parameterLabel } from '../base/words.js';
import { needsOf } from '../picking/listings.js';

/** What the tree shows of a kind of thing, and what becomes of it on the canvas. */
interface KindInfo {
  /** A picture of Font Awesome. */
  readonly icon: string;
  /** The operation that its row becomes: what is done with it live. */
  readonly command?: string;
  /** The read that tells a lamp how it is, and the part of the answer that does. */
  readonly watch?: { readonly read: string; readonly path: string };
}

/** A watch of a whole rundown tells the state of one item, in a word. */
const ITEM_STATE = { read: 'listLinearItems', path: '' };

/** Each kind of thing that stands in the tree, in its order; which list stands below which thing follows from the lists. */
const KIND_INFOS: Readonly<Record<string, KindInfo>> = {
  engine: { icon: 'server', watch: { read: 'getEngine', path: 'status' } },
  node: { icon: 'cube' },
  property: { icon: 'sliders', command: 'setProperty', watch: { read: 'getProperty', path: 'Value' } },
  component: { icon: 'crosshairs', command: 'setProperty' },
  function: { icon: 'bolt', command: 'callFunction' },
  functionParameter: { icon: 'pencil' },
  linearEngine: { icon: 'television', command: 'playNext', watch: { read: 'getLinearEngine', path: 'started' } },
  linearRundown: { icon: 'list-ol', command: 'loadLinearRundown' },
  linearItem: { icon: 'film', command: 'playItem', watch: ITEM_STATE },
  linearButton: { icon: 'hand-o-right', command: 'pressLinearButton', watch: ITEM_STATE },
  linearData: { icon: 'pencil' },
  rundown: { icon: 'list-ol' },
  item: { icon: 'film', command: 'pressItemButton' },
  button: { icon: 'hand-o-right', command: 'pressItemButton' },
  itemData: { icon: 'pencil' },
  ncs: { icon: 'newspaper-o' },
  newsroomRundown: { icon: 'list-ol' },
  story: { icon: 'file-text-o' },
  newsroomItem: { icon: 'film' },
  newsroomButton: { icon: 'hand-o-right', command: 'pressNewsroomButton' },
  mosObject: { icon: 'object-group', command: 'updateMosObject' },
  mosData: { icon: 'pencil' },
  launchConfig: { icon: 'rocket', command: 'launch' },
  renderer: { icon: 'picture-o', command: 'startRenderer' },
  graph: { icon: 'sitemap', command: 'loadGraph' },
  rgraph: { icon: 'sitemap', command: 'loadRgraph' },
  ustate: { icon: 'sitemap', command: 'loadUstate' },
  project: { icon: 'folder-o' },
  template: { icon: 'clone' },
  linearTemplate: { icon: 'clone' },
  linearTemplateData: { icon: 'pencil' },
};

const KINDS = Object.keys(KIND_INFOS);

/** What is known of a kind that stands in the tree. */
export const kindInfo = (kind: string): KindInfo => KIND_INFOS[kind] as KindInfo;

/** The kinds that are listed without anything else being known. */
export const ROOT_KINDS: readonly string[] = KINDS.filter((kind) => needsOf(kind)?.length === 0);

/** The kinds that are listed of a thing. */
export const kindsBelow = (kind: string): readonly string[] =>
  KINDS.filter((each) => needsOf(each)?.at(-1)?.names === kind);

/** What a person calls a kind of thing: as the field that holds one is called. */
export function kindName(kind: string): string {
  const usesKind = ({ names, fields }: PublicParameter) => names === kind || fields === kind;
  const parameter = allParameters.find(usesKind);
  return parameter ? parameterLabel(parameter) : '';
}
