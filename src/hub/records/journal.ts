import type { AnyOperation } from '../table/operations.js';
import type { OnAirReport } from '../watch/on-air.js';
import { type TargetNames, withTexts } from '../wire/errors.js';
import { type CallGroup, type CueCall, cueOf } from './as-run.js';
import { type JournalEntry, type JournalRow, type JournalSpace, MAX_ROWS } from './journal-row.js';
import { JournalTexts, type StoredCommand } from './journal-texts.js';
import { shortText } from './short-json.js';

/** The end of a command. */
type RowEnd = Pick<JournalRow, 'outcome' | 'statusCode' | 'failure' | 'failed'>;

/** A stored row. A movement changes with each of its values. */
interface StoredRow extends Pick<JournalRow, 'number' | 'space' | 'at' | 'node' | 'waited' | 'elapsed'> {
  /** A look or a cue has the end of its first failed command. */
  end: RowEnd;
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

/** Most commands and looks of a cue that are stored. */
const MAX_STEPS = 100;

const NO_STEPS: StoredRow[] = [];

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
  /** The texts of its rows. */
  readonly texts = new JournalTexts();

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
    return row !== undefined && isFault(row.end);
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
    return [...presses, ...failedValues].filter(({ end, lastEnd }) => end.failed && lastEnd > since).length;
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

  #extend(movement: StoredRow, { command, params, at, elapsed }: JournalEntry): void {
    movement.update = this.#lastUpdate;
    movement.last = this.texts.stored(command, params);
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
    if (isFault(row.end)) return;
    row.end = this.#endOf(ended);
    if (!isFault(row.end)) return;
    // The sentence of a failure names its command.
    row.command = ended.command;
    row.names = ended.names;
    row.first = this.texts.stored(ended.command, ended.params);
  }

  #endOf({ outcome, statusCode, failure }: JournalEntry): RowEnd {
    return {
      outcome,
      ...(statusCode !== undefined && { statusCode }),
      ...(failure && { failure: this.texts.storedFailure(failure) }),
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
    const end = this.#endOf(ended);
    const space = key === undefined ? 'presses' : end.failed ? 'failedValues' : 'values';
    const number = this.#lastUpdate;
    const first = this.texts.stored(command, params);
    return {
      number,
      update: number,
      space,
      at,
      node,
      waited,
      elapsed,
      end,
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

  #rowOf(stored: StoredRow): JournalRow {
    const { number, update, space, at, node, waited, elapsed, end, names } = stored;
    const { command, group, steps, first, last, count, lastAt, endedAt } = stored;
    const { redact, redactAll } = this.texts;
    const row = {
      ...{ number, update, space, at, node, waited, elapsed, ...end },
      ...(end.failure && { failure: withTexts(end.failure, redact) }),
      ...(names && { names: redactAll(names) }),
      ...this.texts.wordsOf(command, first),
    };
    if (group) {
      const { does } = group;
      const shown = { does, name: redact(group.name), count, duration: endedAt - at };
      if (does !== 'cue') return { ...row, group: shown };
      const inside = { number: group.number, count: steps.length, steps: steps.map((step) => this.#rowOf(step)) };
      return { ...row, group: { ...shown, ...inside } };
    }
    if (count === 1) return row;
    return { ...row, movement: { to: this.texts.wordsOf(command, last).value, count, duration: lastAt - at } };
  }
}

/** True for a failure, and for a rehearsed command that would fail. */
const isFault = ({ failed, outcome, failure }: RowEnd): boolean =>
  failed || (outcome === 'rehearsal' && failure !== undefined);

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
