import { roundForDisplay } from '../../base/display.js';
import type { AnyOperation, AnyOperationName } from '../table/operations.js';
import type { OnAirReport } from '../watch/on-air.js';
import { type Problem, type TargetNames, withTexts } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { redact, type SecretPatterns, secretPatterns } from '../wire/secrets.js';
import type { HubSettings } from '../wire/settings.js';
import { type CallGroup, type CommandRecord, type CueCall, commandFieldsOf, cueOf } from './as-run.js';

/** Rows of different spaces never push each other out of the memory. */
export type JournalSpace = 'presses' | 'values' | 'failedValues';

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

/** The texts of a command. */
type CommandWords = Pick<JournalRow, 'operation' | 'target' | 'value'>;

/** Small values as they are, because these cannot change, and otherwise the texts. */
interface StoredCommand {
  readonly params: Params | undefined;
  readonly words: CommandWords | undefined;
}

/** The end of a command. A look or a cue has the end of its first failed command. */
interface RowEnd {
  outcome: JournalRow['outcome'];
  statusCode: JournalRow['statusCode'];
  failure: JournalRow['failure'];
  failed: boolean;
}

/** A stored row. A movement changes with each of its values. */
interface StoredRow
  extends Omit<JournalRow, keyof CommandWords | 'movement' | 'group' | 'names' | keyof RowEnd>,
    RowEnd {
  command: AnyOperation | undefined;
  names: TargetNames | undefined;
  first: StoredCommand;
  /** Identifies the movements of one fader. Undefined for a press. */
  readonly key: string | undefined;
  readonly group: CallGroup | undefined;
  /** The steps of a cue. */
  readonly steps: StoredRow[];
  update: number;
  last: StoredCommand;
  count: number;
  /** The arrival and the end of the last value, since the epoch. */
  lastAt: number;
  endedAt: number;
  /** The last end in ms of `performance.now()`, which does not follow a step of the clock. */
  lastEnd: number;
}

/** In each space. */
const MAX_ROWS = 500;

/** Most commands and looks of a cue that are stored. */
const MAX_STEPS = 100;

const NO_STEPS: StoredRow[] = [];

/** Characters that are shown of a value or a name. */
const MAX_SHOWN = 160;

/** Most characters that JSON writes for one. */
const MAX_ESCAPE = 6;

const MINUTE_MS = 60_000;

/**
 * The last commands of one hub. It stores all commands, even if the sidebar is closed. The values of a movement share
 * one row. To be fast, it stores only the first characters of the values. Secrets are redacted when the rows are read.
 */
export class Journal {
  /** The oldest first. */
  readonly #rows: Readonly<Record<JournalSpace, StoredRow[]>> = { presses: [], values: [], failedValues: [] };
  /** The last movement of each fader, by its key. */
  readonly #movements = new Map<string, StoredRow>();
  /** The row of each look and of each cue. */
  readonly #groups = new WeakMap<CallGroup, StoredRow>();
  /** The last reports, the oldest first. */
  readonly #onAir: OnAirReport[] = [];
  #lastUpdate = 0;
  /** Every secret that was ever used here, because older rows may contain older secrets. */
  readonly #secretTexts = new Set<string>();
  #secrets: SecretPatterns = [];
  /** Characters that are stored beyond the shown ones, so that a secret at the end is stored as a whole. */
  #margin = 0;

  /** Adds the secrets of new settings. They are redacted from now on. */
  addSecrets({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): void {
    for (const text of [...Object.values(headers), ...secrets]) this.#secretTexts.add(text);
    const all = [...this.#secretTexts];
    this.#secrets = secretPatterns({ headers: Object.fromEntries(all.map((text, index) => [index, text])) });
    this.#margin = MAX_ESCAPE * Math.max(0, ...all.map(({ length }) => length));
  }

  add(ended: JournalEntry, node: string): void {
    this.#lastUpdate += 1;
    const { group } = ended;
    const cue = cueOf(group);
    const row = group && this.#groups.get(group);
    const key = ended.isValue && !group ? movementKey(ended, node) : undefined;
    const movement = key === undefined ? undefined : this.#movements.get(key);
    if (cue) this.#addStep(cue, ended, node);
    else if (row) this.#extendGroup(row, ended);
    else if (movement && ended.at - movement.endedAt <= MOVEMENT_PAUSE_MS) this.#extend(movement, ended);
    else this.#addRow(ended, node, key);
  }

  addOnAir(report: OnAirReport): void {
    this.#onAir.push(report);
    if (this.#onAir.length > MAX_ROWS) this.#onAir.shift();
  }

  /** The last changes of the graphics on air, the oldest first. */
  get onAir(): readonly OnAirReport[] {
    return this.#onAir;
  }

  /** True if the row of a look or a cue shows a failure, or the one that it would have without the rehearsal. */
  hasFault(group: CallGroup): boolean {
    const row = this.#groups.get(group);
    return row !== undefined && isFault(row);
  }

  /** True if a look or a cue has a row. */
  has(group: CallGroup): boolean {
    return this.#groups.has(group);
  }

  /** A look of a cue is one step. */
  #addStep(cue: CueCall, ended: JournalEntry, node: string): void {
    const row = this.#groups.get(cue);
    if (row) this.#extendGroup(row, ended);
    const { steps } = row ?? this.#addRow(ended, node, undefined, cue);
    const { group } = ended;
    const look = group === cue ? undefined : group;
    const step = look && this.#groups.get(look);
    if (!look && !ended.command) return;
    if (step) this.#extendGroup(step, ended);
    else if (steps.length < MAX_STEPS) {
      const added = this.#createRow(ended, node, undefined, look);
      if (look) this.#groups.set(look, added);
      steps.push(added);
    }
  }

  /** Failed presses, and movements with failed values, within the last minute. */
  get failures(): number {
    const since = performance.now() - MINUTE_MS;
    const { presses, failedValues } = this.#rows;
    return [...presses, ...failedValues].filter(({ failed, lastEnd }) => failed && lastEnd > since).length;
  }

  /** Counts the commands. */
  get lastUpdate(): number {
    return this.#lastUpdate;
  }

  /** The rows that changed after an update, in the order of their numbers. If it was never reached, all rows. */
  rowsAfter(update: number): JournalRow[] {
    const from = update > this.#lastUpdate ? 0 : update;
    const rows = Object.values(this.#rows).flatMap((space) => space.filter((row) => row.update > from));
    return rows.sort((one, other) => one.number - other.number).map((row) => this.#rowOf(row));
  }

  /** A text for display: shortened, and with redacted secrets. */
  redact = (text: string): string => {
    const redacted = redact(text, this.#secrets);
    const isTruncated = text.length > MAX_SHOWN && text.endsWith(ELLIPSIS);
    // The end of a cut text may be a part of a secret, which no pattern matches.
    return truncate(
      isTruncated ? redacted.slice(0, Math.max(0, redacted.length - this.#margin)) + ELLIPSIS : redacted,
      MAX_SHOWN,
    );
  };

  #extend(movement: StoredRow, { command, params, at, elapsed }: JournalEntry): void {
    movement.update = this.#lastUpdate;
    movement.last = this.#stored(command, params);
    movement.count += 1;
    movement.lastAt = at;
    movement.endedAt = at + elapsed;
    movement.lastEnd = performance.now();
  }

  #extendGroup(row: StoredRow, ended: JournalEntry): void {
    row.update = this.#lastUpdate;
    if (ended.command) row.count += 1;
    row.endedAt = Math.max(row.endedAt, ended.at + ended.elapsed);
    row.lastEnd = performance.now();
    if (isFault(row)) return;
    const end = this.#endOf(ended);
    Object.assign(row, end);
    if (!isFault(end)) return;
    // The sentence of a failure names its command.
    row.command = ended.command;
    row.names = ended.names;
    row.first = this.#stored(ended.command, ended.params);
  }

  #endOf({ outcome, statusCode, failure }: JournalEntry): RowEnd {
    return {
      outcome,
      statusCode,
      failure: failure && withTexts(failure, (text) => truncate(text, MAX_SHOWN + this.#margin)),
      failed: outcome !== 'done' && outcome !== 'rehearsal' && failure?.code !== 'CLOSED',
    };
  }

  #addRow(ended: JournalEntry, node: string, key: string | undefined, group = ended.group): StoredRow {
    const row = this.#createRow(ended, node, key, group);
    if (key !== undefined) this.#movements.set(key, row);
    if (group) this.#groups.set(group, row);
    const rows = this.#rows[row.space];
    rows.push(row);
    const oldest = rows.length > MAX_ROWS ? rows.shift() : undefined;
    if (oldest?.key !== undefined && this.#movements.get(oldest.key) === oldest) this.#movements.delete(oldest.key);
    return row;
  }

  /** Field by field, because a spread costs ten times as much. */
  #createRow(ended: JournalEntry, node: string, key: string | undefined, group: CallGroup | undefined): StoredRow {
    const { command, params, at, names, waited, elapsed } = ended;
    const { outcome, statusCode, failure, failed } = this.#endOf(ended);
    const space = key === undefined ? 'presses' : failed ? 'failedValues' : 'values';
    const number = this.#lastUpdate;
    const first = this.#stored(command, params);
    return {
      number,
      update: number,
      space,
      at,
      node,
      outcome,
      statusCode,
      failure,
      failed,
      waited,
      elapsed,
      command,
      key,
      group,
      steps: group?.does === 'cue' ? [] : NO_STEPS,
      names,
      first,
      last: first,
      count: command ? 1 : 0,
      lastAt: at,
      endedAt: at + elapsed,
      lastEnd: performance.now(),
    };
  }

  #stored(command: AnyOperation | undefined, params: Params): StoredCommand {
    const maxLength = MAX_SHOWN + this.#margin;
    if (isSmall(params, maxLength)) return { params, words: undefined };
    return { params: undefined, words: wordsOf(command, params, maxLength) };
  }

  #rowOf(stored: StoredRow): JournalRow {
    const {
      command,
      key: _,
      group,
      steps,
      names,
      first,
      last,
      count,
      lastAt,
      endedAt,
      lastEnd: __,
      failure,
      ...rest
    } = stored;
    const row = {
      ...rest,
      ...(failure && { failure: withTexts(failure, this.redact) }),
      ...(names && { names: this.#redactAll(names) }),
    };
    const { operation, target, value } = this.#wordsOf(command, first);
    if (group) {
      const { does } = group;
      const shown = { does, name: this.redact(group.name), count, duration: endedAt - row.at };
      if (does !== 'cue') return { ...row, operation, target, value, group: shown };
      const inside = { number: group.number, count: steps.length, steps: steps.map((step) => this.#rowOf(step)) };
      return { ...row, operation, target, value, group: { ...shown, ...inside } };
    }
    if (count === 1) return { ...row, operation, target, value };
    const movement = { to: this.#wordsOf(command, last).value, count, duration: lastAt - row.at };
    return { ...row, operation, target, value, movement };
  }

  #wordsOf(command: AnyOperation | undefined, { params = {}, words }: StoredCommand): CommandWords {
    const { operation, target, value } = words ?? wordsOf(command, params, MAX_SHOWN + this.#margin);
    return { operation, target: this.#redactAll(target), value: this.redact(value) };
  }

  #redactAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.redact(text)]));
}

/** True for a failure, and for a rehearsed command that would fail. */
const isFault = ({ failed, outcome, failure }: RowEnd): boolean =>
  failed || (outcome === 'rehearsal' && failure !== undefined);

/** True if all values are short texts, numbers or booleans. */
function isSmall(params: Params, maxLength: number): boolean {
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string' ? value.length > maxLength : typeof value === 'object' && value !== null)
      return false;
  }
  return true;
}

/** The texts of a command, each with at most `maxLength` characters. */
function wordsOf(command: AnyOperation | undefined, params: Params, maxLength: number): CommandWords {
  if (!command) return { operation: undefined, target: {}, value: '' };
  const { operation, target, value } = commandFieldsOf(command, params);
  const names = Object.entries(target).map(([name, each]) => [name, shortText(each, maxLength)]);
  return { operation, target: Object.fromEntries(names), value: shortText(value, maxLength) };
}

/** A movement of a fader ends after this pause without a value, in ms. */
export const MOVEMENT_PAUSE_MS = 1000;

/** Characters of each value that tell two targets apart. */
const MAX_CHARS = 1000;

/** Identifies the movements of one fader that end in the same way, by its node, its target and the outcome. */
function movementKey({ command, params, outcome, failure, statusCode }: JournalEntry, node: string): string {
  let key = `${node}\n${command?.name}\n${outcome}\n${failure?.code}\n${statusCode}`;
  for (const name in params) if (name !== command?.latest) key += `\n${name}=${shortText(params[name], MAX_CHARS)}`;
  return key;
}

/**
 * The first `maxLength` characters of a plain value as JSON with rounded numbers. It reads only this part of the value,
 * and keeps no reference to it.
 */
export function shortJson(value: unknown, maxLength: number): string {
  const parts: string[] = [];
  write(value, parts, maxLength);
  return truncate(parts.join(''), maxLength);
}

/** A text as it is, other values as JSON. Both are cut. */
export const shortText = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? truncate(value, maxLength) : shortJson(value, maxLength);

/** The end of a cut text. */
const ELLIPSIS = '…';

/** The first `maxLength` characters. It makes a copy, because a part of a long text would keep all of it in memory. */
const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${Buffer.from(text.slice(0, maxLength)).toString()}${ELLIPSIS}` : text;

/** Adds a value to the parts. Returns the number of characters that still fit. */
function write(value: unknown, parts: string[], limit: number): number {
  let room = limit;
  const add = (text: string) => {
    parts.push(text);
    room -= text.length;
    return room;
  };
  if (room < 0) return room;
  if (typeof value === 'string') return add(JSON.stringify(value.slice(0, room + 1)));
  if (typeof value === 'number') return add(String(roundForDisplay(value)));
  if (typeof value !== 'object' || value === null) return add(String(value));
  const isList = Array.isArray(value);
  add(isList ? '[' : '{');
  let comma = '';
  for (const key in value) {
    if (room < 0) break;
    add(isList ? comma : `${comma}${JSON.stringify(key.slice(0, room + 1))}:`);
    room = write(value[key as keyof typeof value], parts, room);
    comma = ',';
  }
  return add(isList ? ']' : '}');
}
