import type { ListRow } from '../../hub/lists/bound-list.js';
import { words } from '../base/words.js';
import { detailOf, type SelectedPath } from '../picking/selected-path.js';
import { kindInfo, kindsBelow } from './tree-kinds.js';

/** A thing of the hub, with the selected entries of all levels above it. */
export interface Thing {
  readonly kind: string;
  readonly entry: ListRow;
  readonly chosen: SelectedPath;
}

/** A row of the tree: a group, a thing, or a note. */
export interface TreeRow {
  readonly label: string;
  /** Name of a Font Awesome icon, '' for a note. */
  readonly icon: string;
  readonly detail: string;
  /** The text for the search, in lower case. */
  readonly text: string;
  readonly thing?: Thing;
  readonly parent?: TreeRow;
  /** The kinds that are listed below it. */
  readonly childKinds: readonly string[];
  isOpen: boolean;
  /** True if loading failed, at least in part. */
  isFailed: boolean;
  /** Undefined until they are loaded. */
  children?: readonly TreeRow[];
  /** Number of entries that the answer left out. */
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

/** The group of all things of a kind. */
export const groupRow = (kind: string): TreeRow =>
  createRow({ label: words(`tree.groups.${kind}`), icon: kindInfo(kind).icon, childKinds: [kind] });

/** A row with a note instead of things. */
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
