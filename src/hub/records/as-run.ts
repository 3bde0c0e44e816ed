import type { AnyOperation, AnyOperationName } from '../table/operations.js';
import { type Code, HubError, type Outcome, type TargetNames } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** The recall of a look, or the restore of an engine. All its calls have the same object. */
export interface LookCall {
  /** A person recalls a look. A restore sends the last values of an engine that has returned. */
  readonly does: 'recall' | 'restore';
  /** The name of the look, or of the engine whose values are restored. */
  readonly name: string;
  /** Its start in the clock's ms. Its commands enter their lanes later. */
  readonly since: number;
  /** The cue that recalls it. */
  readonly within?: CueCall | undefined;
}

/** A cue that was started. All its calls have the same object, also those of its looks. */
export interface CueCall {
  /** Separates it from a look. */
  readonly does: 'cue';
  /** Its number in the list, e.g. `10.5`. */
  readonly number: string;
  /** Its name in the list, or blank. */
  readonly name: string;
}

/** A message that asked for something that its node does not know, so it has no commands. */
export interface MessageCall {
  /** Separates it from a look and a cue. */
  readonly does: 'message';
  /** The wrong field with its value, or the request. Blank: the failure names it. */
  readonly name: string;
}

/** Commands that belong together. The journal shows them as one row. */
export type CallGroup = LookCall | CueCall | MessageCall;

/** The cue of a command. */
export function cueOf(group: CallGroup | undefined): CueCall | undefined {
  if (group?.does === 'cue') return group;
  return group && 'within' in group ? group.within : undefined;
}

/** The end of one command. Times in ms. */
export interface CommandRecord {
  /** The time of its arrival since the epoch. */
  readonly at: number;
  /** The `owner` of the call. */
  readonly owner: object;
  /** The operation of the command. */
  readonly command: AnyOperation;
  /** Its checked values, before look-ups complete them. */
  readonly params: Params;
  /** True for a value of a fader: a newer one replaces it while it waits. */
  readonly isValue: boolean;
  /** Set if a look or a cue sent it. */
  readonly group?: CallGroup | undefined;
  /** The names of its target, if its node does not have them. */
  readonly names?: TargetNames | undefined;
  /** The lanes of its targets. */
  readonly lanes: readonly string[];
  /** `done` after a success, `rehearsal` if it was only rehearsed, otherwise the outcome of the error. */
  readonly outcome: 'done' | 'rehearsal' | Outcome;
  /** The failure, or in rehearsal the failure that the command would have. */
  readonly failure?: HubError | undefined;
  /** The HTTP status of the answer. Absent without an answer. */
  readonly statusCode?: number;
  /** The wait before it was sent. Absent if it was not sent. */
  readonly waited?: number;
  /** From its arrival to its end. */
  readonly elapsed: number;
}

/** The part of the record that follows from the answer or the error. */
export type CommandResult = Pick<CommandRecord, 'outcome' | 'failure' | 'statusCode' | 'waited'>;

/** One command for readers. */
export interface AsRun
  extends Omit<CommandRecord, 'command' | 'params' | 'isValue' | 'outcome' | 'failure' | 'group' | 'lanes'> {
  /** A rehearsed command was not sent. */
  readonly outcome: 'done' | Outcome;
  /** The code of a failure, or `REHEARSAL`. Absent after a success. */
  readonly code?: Code | 'REHEARSAL' | undefined;
  readonly operation: AnyOperationName;
  /** Its target: the values in its path, or all values of a composite operation. */
  readonly target: Params;
  /** The value that it sent, or the fields of its body. */
  readonly value: unknown;
  /** The look that sent it. */
  readonly look?: string;
  /** The number of the cue that sent it. */
  readonly cue?: string;
  /** The code of the failure that a rehearsed command would have. */
  readonly wouldFail?: Code;
}

/** The record of a command. It is made only for readers, because it costs more than the command's end itself. */
export const asRunOf = ({
  command,
  params,
  isValue: _,
  outcome,
  failure,
  lanes: __,
  group,
  names,
  ...ended
}: CommandRecord): AsRun => ({
  ...ended,
  ...(outcome === 'rehearsal'
    ? { outcome: 'not-sent', code: 'REHEARSAL', ...(failure && { wouldFail: failure.code }) }
    : { outcome, code: failure?.code }),
  ...(group && group.does !== 'cue' && { look: group.name }),
  ...(cueOf(group) && { cue: cueOf(group)?.number }),
  ...(names && { names }),
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
  return { outcome: error.outcome, failure: error, statusCode: error.reply?.statusCode };
}
