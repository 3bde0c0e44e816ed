import type { AnyOperation, AnyOperationName } from '../table/operations.js';
import type { Problem, TargetNames } from '../wire/errors.js';
import type { CallGroup, CommandRecord } from './as-run.js';

/** Rows of different spaces never push each other out of the memory. */
export type JournalSpace = 'presses' | 'values' | 'failedValues';

/** In each space. */
export const MAX_ROWS = 500;

/** One command, one movement of a fader, one look or one cue, as the sidebar shows it. Times in ms. */
export interface JournalRow {
  /** Identifies the row. Rows are counted in the order of their first ends. */
  readonly number: number;
  /** `Journal.lastUpdate` at its last change. */
  readonly update: number;
  readonly space: JournalSpace;
  /** The time of its arrival since the epoch. */
  readonly at: number;
  /** The id of the node that sent the command. */
  readonly node: string;
  /** Absent for a look or a cue that failed before its first command. */
  readonly operation: AnyOperationName | undefined;
  /** Its target, by parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** The value that it sent, or the first one of a movement, cut. */
  readonly value: string;
  /** Set if more than one value was sent. */
  readonly movement?: Movement;
  /** Set for a look or a cue. Command, value and times are those of its first failed command, or of its first one. */
  readonly group?: GroupSummary;
  /** The names of its target, if its node does not have them. */
  readonly names?: TargetNames;
  readonly outcome: CommandRecord['outcome'];
  readonly statusCode?: number;
  /** The failure with cut facts, for its sentence. In rehearsal, it is the one that the command would have. */
  readonly failure?: Problem;
  /** True for a failure. The end of a rehearsed command, or of a command of a closed node, is intended. */
  readonly failed: boolean;
  /** The wait before it was sent. Absent if it is unknown, or if it was not sent. A movement has the time of its first value. */
  readonly waited?: number;
  /** From its arrival to its end. A movement has the time of its first value. */
  readonly elapsed: number;
}

/** A cue, the recall of a look, or the restore of an engine. */
interface GroupSummary {
  readonly does: CallGroup['does'];
  /** The name of the cue, the look or the engine. */
  readonly name: string;
  /** The number of its values, or of the steps of a cue. */
  readonly count: number;
  /** Set for a cue. */
  readonly number?: string;
  /** The commands and looks of a cue, in the order of their first ends. */
  readonly steps?: readonly JournalRow[];
  /** From the arrival of its first command to the end of its last one, in ms. */
  readonly duration: number;
}

/** The values of a movement after the first one. */
interface Movement {
  /** The last value, cut. */
  readonly to: string;
  /** The number of its values, with the first one. */
  readonly count: number;
  /** From the arrival of its first value to the arrival of its last one, in ms. */
  readonly duration: number;
}

/** The end of a command, or of a look or a cue before its first command. */
export type JournalEntry = Omit<CommandRecord, 'command'> & { readonly command: AnyOperation | undefined };
