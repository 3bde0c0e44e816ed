import type { PublicParameter } from '../../hub/table/public-table.js';
import { allParameters } from '../base/table.js';
import { parameterLabel } from '../base/words.js';
import { needsOf } from '../picking/listings.js';

/** What the tree shows of a kind of thing, and what becomes of it on the canvas. */
interface About {
  /** A picture of Font Awesome. */
  readonly icon: string;
  /** The operation that its row becomes: what is done with it live. */
  readonly does?: string;
  /** The read that tells a lamp how it is, and the part of the answer that does. */
  readonly seen?: { readonly read: string; readonly path: string };
}

/** A watch of a whole rundown tells the state of one item, in a word. */
const STATE_OF_ITEM = { read: 'listLinearItems', path: '' };

/** Each kind of thing that stands in the tree, in its order; which list stands below which thing follows from the lists. */
const ABOUT: Readonly<Record<string, About>> = {
  engine: { icon: 'server', seen: { read: 'getEngine', path: 'status' } },
  node: { icon: 'cube' },
  property: { icon: 'sliders', does: 'setProperty', seen: { read: 'getProperty', path: 'Value' } },
  component: { icon: 'crosshairs', does: 'setProperty' },
  function: { icon: 'bolt', does: 'callFunction' },
  functionParameter: { icon: 'pencil' },
  linearEngine: { icon: 'television', does: 'playNext', seen: { read: 'getLinearEngine', path: 'started' } },
  linearRundown: { icon: 'list-ol', does: 'loadLinearRundown' },
  linearItem: { icon: 'film', does: 'playItem', seen: STATE_OF_ITEM },
  linearButton: { icon: 'hand-o-right', does: 'pressLinearButton', seen: STATE_OF_ITEM },
  linearData: { icon: 'pencil' },
  rundown: { icon: 'list-ol' },
  item: { icon: 'film', does: 'pressItemButton' },
  button: { icon: 'hand-o-right', does: 'pressItemButton' },
  itemData: { icon: 'pencil' },
  ncs: { icon: 'newspaper-o' },
  newsroomRundown: { icon: 'list-ol' },
  story: { icon: 'file-text-o' },
  newsroomItem: { icon: 'film' },
  newsroomButton: { icon: 'hand-o-right', does: 'pressNewsroomButton' },
  mosObject: { icon: 'object-group', does: 'updateMosObject' },
  mosData: { icon: 'pencil' },
  launchConfig: { icon: 'rocket', does: 'launch' },
  renderer: { icon: 'picture-o', does: 'startRenderer' },
  graph: { icon: 'sitemap', does: 'loadGraph' },
  rgraph: { icon: 'sitemap', does: 'loadRgraph' },
  ustate: { icon: 'sitemap', does: 'loadUstate' },
  project: { icon: 'folder-o' },
  template: { icon: 'clone' },
  linearTemplate: { icon: 'clone' },
  linearTemplateData: { icon: 'pencil' },
};

const KINDS = Object.keys(ABOUT);

/** What is known of a kind that stands in the tree. */
export const about = (kind: string): About => ABOUT[kind] as About;

/** The kinds that are listed without anything else being known. */
export const ROOTS: readonly string[] = KINDS.filter((kind) => needsOf(kind)?.length === 0);

/** The kinds that are listed of a thing. */
export const kindsBelow = (kind: string): readonly string[] =>
  KINDS.filter((each) => needsOf(each)?.at(-1)?.names === kind);

/** What a person calls a kind of thing: as the field that holds one is called. */
export function kindName(kind: string): string {
  const pointsThere = ({ names, fields }: PublicParameter) => names === kind || fields === kind;
  const parameter = allParameters.find(pointsThere);
  return parameter ? parameterLabel(parameter) : '';
}
