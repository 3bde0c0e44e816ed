import type { Offered } from '../../hub/table/operations.js';
import type { Params } from '../../hub/wire/request.js';
import type { Called } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import type { SavedParams } from '../../saved/param.js';

/** Longer names are cut: a sentence is to be read. */
const LONGEST = 80;

/** What people call the things that a call names: what the picker showed, or else the values themselves. */
export function calledIn({ parameters }: Offered, params: Params, saved: SavedParams<unknown> = {}): Called {
  const things = parameters.filter(({ names }) => names).map(({ name }) => [name, params[name]] as const);
  const told = things.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(
    told.map(([name, value]) => {
      const picked = saved[name];
      const isPicked = picked?.label && String(picked.value) === String(value);
      const text = String(isPicked ? picked.label : value);
      return [name, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text];
    }),
  );
}

/** What of an operation went well, in a word: the thing that it acted upon within an engine, or else its own name. */
export function doneOf(words: Words, { name, parameters }: Offered, called: Called): string {
  const things = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const thing = things.at(-1)?.name;
  return (thing && called[thing]) || words.operation(name);
}
