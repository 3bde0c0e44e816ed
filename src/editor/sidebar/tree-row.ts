import type { ListRow } from '../../hub/lists/bound-list.js';
import { words } from '../base/words.js';
import { detailOf, type SelectedPath } from '../picking/selected-path.js';
import { kindInfo, kindsBelow } from './tree-kinds.js';

/** A thing of the hub: its kind, and itself with all that it stands below, by kind. */
export interface Thing {
  readonly kind: string;
  readonly entry: ListRow;
  readonly chosen: SelectedPath;
}

/** A row of the tree: a group of things, a thing, or what is said in place of things. */
export interface TreeRow {
  readonly label: string;
  /** A picture of Font Awesome; '' for what is only said. */
  readonly icon: string;
  readonly detail: string;
  /** What a search looks at, in lower case. */
  readonly text: string;
  readonly thing?: Thing;
  readonly parent?: TreeRow;
  /** The kinds of things that are listed below it. */
  readonly childKinds: readonly string[];
  isOpen: boolean;
  /** Whether the rows below it are not what the hub lists, or not all of it. */
  isFailed: boolean;
  /** What stands below it; undefined: nobody has asked yet. */
  children?: readonly TreeRow[];
  /** How many more the hub lists than it told. */
  more: number;
}

const createRow = (fields: Pick<TreeRow, 'label' | 'childKinds'> & Partial<TreeRow>): TreeRow => ({
  icon: '',
  detail: '',
  text: fields.label.toLowerCase(),
  isOpen: false,
  isFailed: false,
  more: 0,
  ...fields,
});

/** All things of a kind that stands below nothing. */
export const groupRow = (kind: string): TreeRow =>
  createRow({ label: words(`tree.groups.${kind}`), icon: kindInfo(kind).icon, childKinds: [kind] });

/** What is said in place of things. */
export const noteRow = (label: string, parent?: TreeRow): TreeRow =>
  createRow({ label, parent, childKinds: [], text: '' });

/** A thing that the hub lists below another. */
export function thingRow(kind: string, entry: ListRow, parent: TreeRow): TreeRow {
  const { label, value, present } = entry;
  const detail = detailOf(entry);
  // A value without parts has no components.
  const hasParts = kind !== 'property' || present === undefined || (typeof present === 'object' && present !== null);
  return createRow({
    label,
    icon: kindInfo(kind).icon,
    detail,
    text: `${label} ${value} ${detail}`.toLowerCase(),
    thing: { kind, entry, chosen: { ...parent.thing?.chosen, [kind]: entry } },
    parent,
    childKinds: hasParts ? kindsBelow(kind) : [],
  });
}
