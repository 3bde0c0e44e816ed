import { closeSync, constants, ftruncateSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ignoreMissing } from '../base/files.js';
import { isCueNumber } from '../base/names.js';
import { isObject } from '../base/values.js';
import type { Allowed } from '../hub/table/allowed.js';
import { isCode } from '../hub/wire/errors.js';
import { StoredError } from '../stored/stored-error.js';
import { type CueList, nextNumber } from './list.js';
import { firstState, type PlayState } from './play.js';
import { type CueOutcome, HOLD_REASONS, type Hold, type Run } from './run.js';

/** The part of the state that outlasts a restart. */
export interface Position {
  readonly standby: string | null;
  /** At the end of the list: the cue before it. */
  readonly after: string | null;
  /** The cues that were started and not answered, in the order of their starts. */
  readonly running: readonly string[];
  readonly hold: Hold | null;
}

/** The position of a state. Two states with the same position need one write. */
export const positionOf = ({ standby, after, current, older, hold }: PlayState): Position => ({
  standby: standby ?? null,
  after: after ?? null,
  running: [...older, ...(current ? [current] : [])].filter(isUnanswered).map(({ number }) => number),
  hold: hold ? storedHold(hold) : null,
});

const isUnanswered = ({ steps }: Run): boolean =>
  steps.some(({ state, part }) => state === 'sent' || (state === 'waiting' && part === 'steps'));

/** With the facts of its error, so that its sentence is the same after a restart. */
function storedHold({ error, ...hold }: Hold): Hold {
  if (!error) return hold;
  const { code, outcome, facts } = error;
  return {
    ...hold,
    error: { code, outcome, facts: 'allowed' in facts ? { ...facts, allowed: fewer(facts.allowed) } : facts },
  };
}

/** Options that are stored. A sentence lists 20, and shows that there are more. */
const MAX_OPTIONS = 21;

/** The line must be short, and a hub may have thousands of names. */
function fewer(allowed: Allowed): Allowed {
  if (allowed.key !== 'choice') return allowed;
  const { options, words } = allowed;
  return { ...allowed, options: options.slice(0, MAX_OPTIONS), ...(words && { words: words.slice(0, MAX_OPTIONS) }) };
}

/**
 * The state after a restart of Node-RED. Nothing plays. Nobody knows the outcome of a cue that was not answered, so the last
 * one holds the list.
 */
export function restoredState(list: CueList, { standby, after, running, hold }: Position): PlayState {
  const isListed = standby !== null && list.has(standby);
  const number = isListed ? standby : nextNumber(list, standby ?? after ?? undefined);
  const unanswered = running.at(-1);
  const held = unanswered === undefined ? hold : holdAt(list, unanswered, 'restarted');
  const results = running.map((each) => [each, 'unknown'] as const);
  return {
    ...firstState(list),
    standby: number,
    after: number === undefined ? (standby ?? after ?? undefined) : undefined,
    isRestarted: true,
    hold: held ?? undefined,
    results: new Map(held ? [...results, [held.number, resultOf(held)]] : results),
  };
}

function resultOf({ outcome, step }: Hold): CueOutcome {
  if (outcome === 'unknown') return 'unknown';
  return step === undefined ? 'done' : 'failed';
}

/** The state if the position cannot be read: the first cue is on standby, and its Go asks for a second press. */
export function unreadState(list: CueList): PlayState {
  const first = firstState(list);
  return first.standby === undefined ? first : { ...first, hold: holdAt(list, first.standby, 'unread') };
}

const holdAt = (list: CueList, number: string, reason: 'restarted' | 'unread'): Hold => ({
  ...{ number, name: list.get(number)?.name ?? '', part: 'steps', outcome: 'unknown', reason },
});

/** The position of a list on the disk. It is written before a cue is sent, so a crash at any moment loses no cue. */
export class PositionFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined: there is no file. Throws a StoredError if it cannot be read, or is not a position. */
  read(): Position | undefined {
    const line = this.#onDisk(() => this.#readLine());
    if (line === undefined) return undefined;
    const position = parsed(line);
    if (!isPosition(position)) throw new StoredError('position', { path: this.#path });
    return position;
  }

  /**
   * Writes a position, unless the file already has it. Another process may have written its own one meanwhile, so the file
   * decides. Throws a StoredError.
   */
  write(position: Position): void {
    const line = JSON.stringify(position);
    this.#onDisk(() => {
      if (line !== this.#readLine()) this.#writeLine(`${line}\n`);
    });
  }

  /** The first line. Undefined: there is no file. */
  #readLine(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8').split('\n', 1)[0];
    } catch (error) {
      return ignoreMissing(error as NodeJS.ErrnoException);
    }
  }

  #writeLine(line: string): void {
    const bytes = Buffer.from(line);
    mkdirSync(dirname(this.#path), { recursive: true });
    const file = openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      // A short line in one write is whole after a `kill -9`. Before the cut, the rest of a longer line is a second line.
      writeFileSync(file, bytes);
      ftruncateSync(file, bytes.length);
    } finally {
      closeSync(file);
    }
  }

  /** An error of the disk names this file, which is not that of the list. */
  #onDisk<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new StoredError('disk', { path: this.#path, reason: (error as Error).message });
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isPosition = (json: unknown): json is Position =>
  isObject(json) &&
  [json.standby, json.after].every(isNumberOrNull) &&
  Array.isArray(json.running) &&
  json.running.every(isNumber) &&
  (json.hold === null || isHold(json.hold));

const isNumber = (value: unknown): boolean => typeof value === 'string' && isCueNumber(value);

const isNumberOrNull = (value: unknown): boolean => value === null || isNumber(value);

const isHold = (hold: unknown): boolean =>
  isObject(hold) &&
  isNumber(hold.number) &&
  typeof hold.name === 'string' &&
  ['steps', 'timeOut'].includes(String(hold.part)) &&
  isOutcome(hold.outcome) &&
  HOLD_REASONS.some((each) => each === hold.reason) &&
  (hold.what === undefined || isObject(hold.what)) &&
  (hold.error === undefined || isProblem(hold.error));

const isProblem = (error: unknown): boolean =>
  isObject(error) && isCode(error.code) && isOutcome(error.outcome) && isObject(error.facts);

const isOutcome = (outcome: unknown): boolean => ['refused', 'not-sent', 'unknown'].includes(String(outcome));
