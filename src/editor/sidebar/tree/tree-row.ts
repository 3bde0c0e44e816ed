import type { ListRow } from '../../../hub/lists/bound-list.js';
import { words } from '../../base/words.js';
import { detailOf, type SelectedPath } from '../../picking/selected-path.js';
import { kindInfo, kindsBelow } from './tree-kinds.js';

/** A thing of the hub, with the selected entries of all levels above it. */
export interface Thing {
  readonly kind: string;
  readonly entry: ListRow;
  readonly chosen: SelectedPath;
}

/** The part of a row that changes when its list is read again. */
interface RowFacts {
  label: string;
  detail: string;
  /** The text for the search, in lower case. */
  text: string;
  thing?: Thing;
  /** The kinds that are listed below it. */
  childKinds: readonly string[];
}

/** A row of the tree: a group, a thing, or a note. */
export interface TreeRow extends RowFacts {
  /** Name of a Font Awesome icon, '' for a note. */
  readonly icon: string;
  readonly parent?: TreeRow;
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

/** The rows of a list that was read again. The row of the same thing stays, with its open rows, and gets the new facts. */
export function mergeRows(before: readonly TreeRow[], now: readonly TreeRow[]): readonly TreeRow[] {
  const rows = new Map(before.map((row) => [keyOf(row), row]));
  return now.map((row) => {
    const key = keyOf(row);
    const same = row.thing && rows.get(key);
    if (!same) return row;
    rows.delete(key);
    const { label, detail, text, thing, childKinds } = row;
    return Object.assign(same, { label, detail, text, thing, childKinds });
  });
}

const keyOf = ({ thing }: TreeRow): string => JSON.stringify([thing?.kind, thing?.entry.value]);
