import { isSameId } from '../../base/ids.js';
import { isSameName, withName } from '../../base/names.js';

/** A thing as it was saved: its id, and its name in the list from which it was chosen. */
export interface SavedThing {
  readonly value: unknown;
  /** Not set: only the id was saved. */
  readonly label?: string | undefined;
}

/** The present meaning of a saved thing in a list. */
export type Meaning<Entry> =
  /** `renamed`: either the id or the name points to it, and the other one points to nothing. */
  | { readonly is: 'same' | 'renamed'; readonly entry: Entry }
  | { readonly is: 'missing' }
  /** The id points to nothing, and several things have the name. */
  | { readonly is: 'ambiguous'; readonly named: readonly Entry[] }
  /** The id points to `entry`, and the name to other things. */
  | { readonly is: 'two'; readonly entry: Entry; readonly named: readonly Entry[] };

/** A node also presses a button by its label, unless two buttons have it. */
const BUTTONS: readonly string[] = ['button', 'newsroomButton', 'linearButton'];

/** A path contains its name, so the two cannot disagree. */
const PATHS: readonly string[] = ['node', 'property', 'function'];

/** True if things of a kind have an id beside their name. */
export const hasIds = (kind: string): boolean => !PATHS.includes(kind);

/** The rule for ids and names (docs/develop/rules.md "Names, ids and numbers"). `kind` is that of the list. */
export function meaningOf<Entry extends { readonly value: unknown; readonly label?: unknown }>(
  kind: string,
  entries: readonly Entry[],
  { value, label = '' }: SavedThing,
): Meaning<Entry> {
  const named = (name: string) => withName(entries, name, (entry) => entry.label);
  const entry = entries.find((each) => isSameId(each.value, value));
  if (entry) {
    // A thing without a name was saved with its id as name.
    const isSame = !hasIds(kind) || label === '' || label === String(value) || isSameName(label, String(entry.label));
    if (isSame) return { is: 'same', entry };
    const others = named(label);
    return others.length > 0 ? { is: 'two', entry, named: others } : { is: 'renamed', entry };
  }
  const isLabel = label === '' && BUTTONS.includes(kind);
  const found = named(isLabel ? String(value) : label);
  if (found.length > 1) return { is: 'ambiguous', named: found };
  return found[0] ? { is: isLabel ? 'same' : 'renamed', entry: found[0] } : { is: 'missing' };
}
