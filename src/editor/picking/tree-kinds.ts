import type { AnyOperationName, OperationName } from '../../hub/table/operations.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import { allParameters } from '../base/table.js';
import { parameterLabel } from '../base/words.js';
import { needsOf } from './selected-path.js';

/** The display of a kind in the tree, and the nodes that its rows become. */
interface KindInfo {
  /** Name of a Font Awesome icon. */
  readonly icon: string;
  /** The operation for the node of a row. */
  readonly command?: AnyOperationName;
  /** The read that gives the state for a lamp, and the path in its answer. */
  readonly watch?: { readonly read: OperationName; readonly path: string };
}

/** A watch of a single item reports its state as one word. */
const ITEM_STATE: KindInfo['watch'] = { read: 'listLinearItems', path: '' };

/** All kinds in the tree, in order. The lists determine their levels. */
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
  itemData: { icon: 'pencil', command: 'updateItem' },
  ncs: { icon: 'newspaper-o' },
  newsroomRundown: { icon: 'list-ol' },
  story: { icon: 'file-text-o' },
  newsroomItem: { icon: 'film' },
  newsroomButton: { icon: 'hand-o-right', command: 'pressNewsroomButton' },
  mosObject: { icon: 'object-group', command: 'updateMosObject' },
  mosData: { icon: 'pencil', command: 'updateMosObject' },
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

export const kindInfo = (kind: string): KindInfo => KIND_INFOS[kind] as KindInfo;

/** The kinds whose list needs no parameter. */
export const ROOT_KINDS: readonly string[] = KINDS.filter((kind) => needsOf(kind)?.length === 0);

/** The kinds that are listed below a thing of this kind. */
export const kindsBelow = (kind: string): readonly string[] =>
  KINDS.filter((each) => needsOf(each)?.at(-1)?.names === kind);

/** The name of a kind: the label of a parameter that identifies one. */
export function kindName(kind: string): string {
  const usesKind = ({ names, fields }: PublicParameter) => names === kind || fields === kind;
  const parameter = allParameters.find(usesKind);
  return parameter ? parameterLabel(parameter) : '';
}
