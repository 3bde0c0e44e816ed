import type { AnyOperation } from '../table/operations.js';
import type { Code, Outcome } from '../wire/errors.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** How one command ended. Times in ms. */
export interface CommandRecord {
  /** When it came, since the epoch. */
  readonly at: number;
  /** Whose command it was: the `owner` of the call. */
  readonly owner: object;
  readonly command: AnyOperation;
  readonly params: Params;
  readonly outcome: 'done' | Outcome;
  readonly code?: Code;
  readonly statusCode?: number;
  /** Before it was sent; absent if it never was. */
  readonly waited?: number;
  /** From when it came until all was known. */
  readonly elapsed: number;
}

/** Of that, what follows from the answer or the error. */
export type CommandResult = Pick<CommandRecord, 'outcome' | 'code' | 'statusCode' | 'waited'>;

/** What became of one command, to be read. */
export interface AsRun extends Omit<CommandRecord, 'command' | 'params'> {
  readonly operation: string;
  /** What it acted upon: the values in its path; of what is composed, all. */
  readonly target: Params;
  /** What it sent: its one value, or the fields of its body. */
  readonly value: unknown;
}

/** The record of a command that has ended: made where somebody reads it, since that costs more than to know how it ended. */
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
  const { outcome, code, said } = error;
  return { outcome, code, statusCode: said?.statusCode };
}
