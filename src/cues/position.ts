import { closeSync, constants, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../base/values.js';
import type { Allowed } from '../hub/table/allowed.js';
import { isCode } from '../hub/wire/errors.js';
import { type CueList, isCueNumber, nextNumber } from './list.js';
import { firstState, type PlayState } from './play.js';
import type { Hold, Run } from './run.js';

/** The part of the state that outlasts a restart. */
export interface Position {
  readonly standby: string | null;
  /** At the end of the list: the cue before it. */
  readonly after: string | null;
  /** The last cue that was started and not answered. */
  readonly running: string | null;
  readonly hold: Hold | null;
}

/** The position of a state. Two states with the same position need one write. */
export const positionOf = ({ standby, after, current, older, hold }: PlayState): Position => ({
  standby: standby ?? null,
  after: after ?? null,
  running: [...older, ...(current ? [current] : [])].findLast(isUnanswered)?.number ?? null,
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
 * The state after a restart of Node-RED. Nothing plays. A cue that was not answered holds the list, since nobody knows its
 * outcome.
 */
export function restoredState(list: CueList, { standby, after, running, hold }: Position): PlayState {
  const isListed = standby !== null && list.has(standby);
  const number = isListed ? standby : nextNumber(list, standby ?? after ?? undefined);
  const unanswered: Hold | undefined =
    running === null
      ? undefined
      : {
          number: running,
          name: list.get(running)?.name ?? '',
          part: 'steps',
          outcome: 'unknown',
          reason: 'restarted',
        };
  const held = unanswered ?? hold ?? undefined;
  return {
    ...firstState(list),
    standby: number,
    after: number === undefined ? (standby ?? after ?? undefined) : undefined,
    isRestarted: true,
    hold: held,
    results: new Map(held ? [[held.number, held.outcome === 'unknown' ? 'unknown' : 'failed']] : []),
  };
}

/** The position of a list on the disk. It is written before a cue is sent, so a crash at any moment loses no cue. */
export class PositionFile {
  readonly #path: string;
  #file: number | undefined;
  #last = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined: there is none, or it cannot be read. */
  read(): Position | undefined {
    try {
      const json: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      return isPosition(json) ? json : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a position that differs from the last one. A short line in one write is whole after a `kill -9`. */
  write(position: Position): void {
    const line = JSON.stringify(position);
    if (line === this.#last) return;
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true });
      this.#file = openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
      this.#last = readFileSync(this.#path, 'utf8').trimEnd();
    }
    // Spaces cover the rest of a longer line.
    writeSync(this.#file, `${line.padEnd(this.#last.length)}\n`, 0);
    this.#last = line;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#last = '';
  }
}

const isPosition = (json: unknown): json is Position =>
  isObject(json) &&
  [json.standby, json.after, json.running].every(isNumberOrNull) &&
  (json.hold === null || isHold(json.hold));

const isNumberOrNull = (value: unknown): boolean => value === null || (typeof value === 'string' && isCueNumber(value));

const isHold = (hold: unknown): boolean =>
  isObject(hold) &&
  isNumberOrNull(hold.number) &&
  typeof hold.name === 'string' &&
  ['steps', 'timeOut'].includes(String(hold.part)) &&
  isOutcome(hold.outcome) &&
  ['step', 'late', 'restarted', 'rehearsal'].includes(String(hold.reason)) &&
  (hold.what === undefined || isObject(hold.what)) &&
  (hold.error === undefined || isProblem(hold.error));

const isProblem = (error: unknown): boolean =>
  isObject(error) && isCode(error.code) && isOutcome(error.outcome) && isObject(error.facts);

const isOutcome = (outcome: unknown): boolean => ['refused', 'not-sent', 'unknown'].includes(String(outcome));
