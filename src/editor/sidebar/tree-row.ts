import type { Listed } from '../../hub/lists/bounded.js';
import { words } from '../base/words.js';
import { asideOf, type Chosen } from '../picking/chosen.js';
import { about, kindsBelow } from './tree-things.js';

/** A thing of the hub: its kind, and itself with all that it stands below, by kind. */
export interface Thing {
  readonly kind: string;
  readonly entry: Listed;
  readonly chosen: Chosen;
}

/** A row of the tree: a group of things, a thing, or what is said in place of things. */
export interface Row {
  readonly label: string;
  /** A picture of Font Awesome; '' for what is only said. */
  readonly icon: string;
  readonly aside: string;
  /** What a search looks at, in lower case. */
  readonly text: string;
  readonly thing?: Thing;
  readonly above?: Row;
  /** The kinds of things that are listed below it. */
  readonly below: readonly string[];
  isOpen: boolean;
  /** Whether the rows below it are not what the hub lists, or not all of it. */
  isFailed: boolean;
  /** What stands below it; undefined: nobody has asked yet. */
  rows?: readonly Row[];
  /** How many more the hub lists than it told. */
  more: number;
}

const row = (known: Pick<Row, 'label' | 'below'> & Partial<Row>): Row => ({
  icon: '',
  aside: '',
  text: known.label.toLowerCase(),
  isOpen: false,
  isFailed: false,
  more: 0,
  ...known,
});

/** All things of a kind that stands below nothing. */
export const groupRow = (kind: string): Row =>
  row({ label: words(`tree.groups.${kind}`), icon: about(kind).icon, below: [kind] });

/** What is said in place of things. */
export const noteRow = (label: string, above?: Row): Row => row({ label, above, below: [], text: '' });

/** A thing that the hub lists below another. */
export function thingRow(kind: string, entry: Listed, above: Row): Row {
  const { label, value, present } = entry;
  const aside = asideOf(entry);
  // A value without parts has no components.
  const hasParts = kind !== 'property' || present === undefined || (typeof present === 'object' && present !== null);
  return row({
    label,
    icon: about(kind).icon,
    aside,
    text: `${label} ${value} ${aside}`.toLowerCase(),
    thing: { kind, entry, chosen: { ...above.thing?.chosen, [kind]: entry } },
    above,
    below: hasParts ? kindsBelow(kind) : [],
  });
}
