import type { ListRow, Need } from '../../hub/lists/index.js';
import type { SavedParam } from '../../saved/param.js';
import { formatValue, noteText } from '../base/words.js';

/** The selected entry of each level, by kind. */
export type SelectedPath = Readonly<Record<string, ListRow>>;

/** Longer values are cut, in characters. */
const MAX_LENGTH = 60;

/** An entry as the parameter of a list that depends on it. */
export const toParam = ({ value }: ListRow): SavedParam => ({
  type: typeof value === 'number' ? 'num' : 'str',
  value: String(value),
});

/** The parameters for a list of this kind, from the selected levels above it. */
export function listParams(names: string, parent: SelectedPath): Record<string, SavedParam> {
  const pairs = (needsOf(names) ?? []).map(({ param, names: kind }) => [param, kind && parent[kind]] as const);
  return Object.fromEntries(pairs.flatMap(([param, entry]) => (entry ? [[param, toParam(entry)]] : [])));
}

/** The id and the note, which distinguish entries of the same name. */
export const distinctionOf = ({ value, label, note = '' }: ListRow): string =>
  [label === String(value) ? '' : String(value), noteText(note)].filter((text) => text !== '').join(' · ');

/** The text beside a name: the present value of a property, or the id and note. */
export const detailOf = (entry: ListRow): string =>
  entry.present === undefined ? distinctionOf(entry) : formatValue(entry.present).slice(0, MAX_LENGTH);

/** The build inserts the public part of the listings. */
declare const __LISTINGS__: Readonly<Record<string, { readonly needs: readonly Need[] }>>;

/** The parameters that a list needs. Undefined if the hub has no such list. */
export const needsOf = (names: string | undefined): readonly Need[] | undefined =>
  names === undefined ? undefined : __LISTINGS__[names]?.needs;
