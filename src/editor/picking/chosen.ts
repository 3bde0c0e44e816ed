import type { Listed } from '../../hub/lists/bounded.js';
import type { SavedParam } from '../../saved/param.js';
import { shownValue } from '../base/shown-value.js';
import { noteWords } from '../base/words.js';
import { needsOf } from './listings.js';

/** What was chosen: each level's entry by the kind of thing that it is. */
export type Chosen = Readonly<Record<string, Listed>>;

/** Longer values are not read, in characters. */
const LONGEST = 60;

/** A thing of the hub as a list that depends on it asks for it. */
export const asParam = ({ value }: Listed): SavedParam => ({
  type: typeof value === 'number' ? 'num' : 'str',
  value: String(value),
});

/** The parameters of a list of these things, as far as they follow from what was chosen above it. */
export function paramsFor(names: string, above: Chosen): Record<string, SavedParam> {
  const pairs = (needsOf(names) ?? []).map(({ param, names: kind }) => [param, kind && above[kind]] as const);
  return Object.fromEntries(pairs.flatMap(([param, entry]) => (entry ? [[param, asParam(entry)]] : [])));
}

/** What tells things of one name apart: the id, and what is said of them. */
export const apartOf = ({ value, label, note = '' }: Listed): string =>
  [label === String(value) ? '' : String(value), noteWords(note)].filter((text) => text !== '').join(' · ');

/** What stands beside a name: the present value of a property, or else what tells things of one name apart. */
export const asideOf = (entry: Listed): string =>
  entry.present === undefined ? apartOf(entry) : shownValue(entry.present).slice(0, LONGEST);
