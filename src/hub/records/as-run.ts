import type { AnyOperation } from '../table/operations.js';
import type { Code, Outcome } from '../wire/errors.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** The end of one command. Times in ms. */
export interface CommandRecord {
  /** The time of its arrival since the epoch. */
  readonly at: number;
  /** The `owner` of the call. */
  readonly owner: object;
  readonly command: AnyOperation;
  readonly params: Params;
  readonly outcome: 'done' | Outcome;
  readonly code?: Code;
  readonly statusCode?: number;
  /** The wait before it was sent. Absent if it was not sent. */
  readonly waited?: number;
  /** From its arrival to its end. */
  readonly elapsed: number;
}

/** The part of the record that follows from the answer or the error. */
export type CommandResult = Pick<CommandRecord, 'outcome' | 'code' | 'statusCode' | 'waited'>;

/** One command for readers. */
export interface AsRun extends Omit<CommandRecord, 'command' | 'params'> {
  readonly operation: string;
  /** Its target: the values in its path, or all values of a composite operation. */
  readonly target: Params;
  /** The value that it sent, or the fields of its body. */
  readonly value: unknown;
}

/** The record of a command. It is made only for readers, because it costs more than the command's end itself. */
export const asRunOf = ({ command, params, ...ended }: CommandRecord): AsRun => ({
  ...ended,
  ...commandFieldsOf(command, params),
});

/** The part of the record that follows from the command. */
export function commandFieldsOf(command: AnyOperation, params: Params): Pick<AsRun, 'operation' | 'target' | 'value'> {
  if (command.isComposite) return { operation: command.name, target: params, value: {} };
  const { name, inPath, inBody, latest } = command;
  const values = (names: readonly string[]) =>
    Object.fromEntries(names.filter((each) => each in params).map((each) => [each, params[each]]));
  return { operation: name, target: values(inPath), value: latest ? params[latest] : values(inBody) };
}

/** The part of the record that follows from an error. */
export function commandResultOf(error: unknown): CommandResult {
  if (!(error instanceof HubError)) return { outcome: 'unknown' };
  const { outcome, code, reply } = error;
  return { outcome, code, statusCode: reply?.statusCode };
}
