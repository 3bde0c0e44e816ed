import { cut } from '../../base/display.js';
import type { TargetNames } from '../wire/errors.js';
import type { NamedOperation } from './problem.js';

/** Longer names are cut, so that the sentence stays readable. */
const MAX_NAME = 81;

/** A value that was selected in a list, and its label there. */
interface PickedValue {
  readonly value: unknown;
  readonly label?: string;
  readonly type?: string;
}

/** The names of the things that a call uses: the labels of the picker, or else the values. */
export function targetNames(
  { parameters }: Pick<NamedOperation, 'parameters'>,
  params: Readonly<Record<string, unknown>>,
  saved: Readonly<Record<string, PickedValue | undefined>> = {},
): TargetNames {
  const entries = parameters.filter(({ names }) => names).map(({ name }) => [name, params[name]] as const);
  const values = entries.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(
    values.map(([name, value]) => {
      const picked = saved[name];
      const isPicked = picked?.label && String(picked.value) === String(value);
      const text = String(isPicked ? picked.label : value);
      return [name, cut(text, MAX_NAME)];
    }),
  );
}

/** The names of the things that are saved in a node, for a failure before its values are evaluated. */
export function savedNames(
  operation: Pick<NamedOperation, 'parameters'>,
  saved: Readonly<Record<string, PickedValue | undefined>> = {},
): TargetNames {
  const literals = Object.entries(saved).filter(([, input]) => input?.type === 'str' || input?.type === 'num');
  return targetNames(operation, Object.fromEntries(literals.map(([name, input]) => [name, input?.value])), saved);
}
