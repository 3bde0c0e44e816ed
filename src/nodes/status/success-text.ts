import { cut } from '../../base/display.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { Params } from '../../hub/wire/request.js';
import { escapeReferences } from '../../hub/words/escape-references.js';
import type { TargetNames } from '../../hub/words/problem.js';
import type { Words } from '../../hub/words/words.js';
import { MAX_VALUE, shortValue, withTime } from './short-value.js';

/** A successful command, e.g. `0.5 · 21:25` or `In · 21:25`: its value, its target within an engine, or the operation. */
export function successText(
  words: Words,
  operation: AnyOperation,
  params: Params,
  targets: TargetNames,
  at: Date,
): string {
  const { latest } = operation;
  const text = latest ? shortValue(params[latest]) : actionName(words, operation, targets);
  return escapeReferences(withTime(cut(text, MAX_VALUE), at));
}

function actionName(words: Words, { name, parameters }: AnyOperation, targets: TargetNames): string {
  const targetParameters = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const target = targetParameters.at(-1)?.name;
  return (target && targets[target]) || words.operation(name);
}
