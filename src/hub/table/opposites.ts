import { numberIn } from '../../base/numbers.js';
import type { Area, Dialect, OperationInfo } from './operation.js';
import { STATE_AFTER_OPPOSITE } from './public-table.js';

/** The part of an operation that decides its opposite, from the table or from its public form. */
interface Command {
  readonly area: Area;
  readonly dialects: readonly Dialect[];
  readonly stateAfter?: OperationInfo['stateAfter'];
  readonly parameters: readonly NamedParameter[];
}

interface NamedParameter {
  readonly name: string;
  readonly names?: string;
}

/** True if a command has this parameter. The same name for another kind of thing is another parameter. */
export const hasParameter = ({ parameters }: Pick<Command, 'parameters'>, { name, names }: NamedParameter): boolean =>
  parameters.some((each) => each.name === name && each.names === names);

/** The command that ends the effect of another one with the same target, in a dialect or in any. Undefined: none does. */
export function oppositeIn<C extends Command>(
  table: readonly C[],
  command: C,
  dialect: Dialect | undefined,
): C | undefined {
  const isOffered = ({ dialects }: C) => dialect === undefined || dialects.includes(dialect);
  const wanted = command.stateAfter && STATE_AFTER_OPPOSITE[command.stateAfter];
  const [opposite] = table
    .filter(({ area, stateAfter }) => area === command.area && wanted !== undefined && stateAfter === wanted)
    .filter((each) => isOffered(each) && each.parameters.every((parameter) => hasParameter(command, parameter)))
    // The one that ends the least.
    .sort((one, other) => other.parameters.length - one.parameters.length);
  return opposite;
}

/** The opposite of a saved value: `false` for `true`, and 0 for a number above it. */
export function oppositeValue({ type, value }: { readonly type: string; readonly value: unknown }): string | undefined {
  const text = String(value).trim().toLowerCase();
  if (text === 'true') return 'false';
  return (type === 'num' || type === 'json') && Number(numberIn(text)) > 0 ? '0' : undefined;
}
