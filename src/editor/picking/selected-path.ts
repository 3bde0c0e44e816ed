import type { ListRow } from '../../hub/lists/bound-list.js';
import type { SavedParam } from '../../saved/param.js';
import { formatValue } from '../base/format-value.js';
import { noteText } from '../base/words.js';
import { needsOf } from './listings.js';

/** What was chosen: each level's entry by the kind of thing that it is. */
export type SelectedPath = Readonly<Record<string, ListRow>>;

/** Longer values are not read, in characters. */
const MAX_LENGTH = 60;

/** A thing of the hub as a list that depends on it asks for it. */
export const toParam = ({ value }: ListRow): SavedParam => ({
  type: typeof value === 'number' ? 'num' : 'str',
  value: String(value),
});

/** The parameters of a list of these things, as far as they follow from what was chosen above it. */
export function listParams(names: string, parent: SelectedPath): Record<string, SavedParam> {
  const pairs = (needsOf(names) ?? []).map(({ param, names: kind }) => [param, kind && parent[kind]] as const);
  return Object.fromEntries(pairs.flatMap(([param, entry]) => (entry ? [[param, toParam(entry)]] : [])));
}

/** What tells things of one name apart: the id, and what is said of them. */
export const distinctionOf = ({ value, label, note = '' }: ListRow): string =>
  [label === String(value) ? '' : String(value), noteText(note)].filter((text) => text !== '').join(' · ');

/** What stands beside a name: the present value of a property, or else what tells things of one name apart. */
export const detailOf = (entry: ListRow): string =>
  entry.present === undefined ? distinctionOf(entry) : formatValue(entry.present).slice(0, MAX_LENGTH);
