import type { AnyOperation } from '../../hub/table/operations.js';
import type { TargetNames } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** A short name for a successful command: its target within an engine, otherwise the operation. */
export function successText(words: Words, { name, parameters }: AnyOperation, targets: TargetNames): string {
  const targetParameters = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const target = targetParameters.at(-1)?.name;
  return (target && targets[target]) || words.operation(name);
}
