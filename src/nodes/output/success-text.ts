import type { AnyOperation } from '../../hub/table/operations.js';
import type { TargetNames } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** What of an operation went well, in a word: the thing that it acted upon within an engine, or else its own name. */
export function successText(words: Words, { name, parameters }: AnyOperation, targets: TargetNames): string {
  const things = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const thing = things.at(-1)?.name;
  return (thing && targets[thing]) || words.operation(name);
}
