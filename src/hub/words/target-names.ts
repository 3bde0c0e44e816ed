import type { NamedOperation, TargetNames } from './explain.js';

/** Longer names are cut, so that the sentence stays readable. */
const MAX_NAME = 80;

/** A value that was selected in a list, and its label there. */
interface PickedValue {
  readonly value: unknown;
  readonly label?: string;
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
      return [name, text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text];
    }),
  );
}
