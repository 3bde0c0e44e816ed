import type { AnyOperation } from '../table/operations.js';
import type { Code, Outcome } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { redact, type SecretPatterns, secretPatterns } from '../wire/secrets.js';
import type { HubSettings } from '../wire/settings.js';
import { type CommandRecord, commandFieldsOf } from './as-run.js';
import { LastMinute } from './last-minute.js';
import { ELLIPSIS, shortJson, truncate } from './short-json.js';

/** One command as the sidebar shows it. Times in ms. */
export interface JournalRow {
  /** Counted from 1, in the order of their ends. */
  readonly number: number;
  /** The time of its arrival since the epoch. */
  readonly at: number;
  /** The id of the node that sent the command. */
  readonly node: string;
  readonly operation: string;
  /** Its target, by parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** The value that it sent, cut. */
  readonly value: string;
  readonly outcome: 'done' | Outcome;
  readonly code?: Code;
  readonly statusCode?: number;
  /** The wait before it was sent. Absent if it is unknown, or if it was not sent. */
  readonly waited?: number;
  /** From its arrival to its end. */
  readonly elapsed: number;
}

/** The texts of a command. */
type CommandWords = Pick<JournalRow, 'operation' | 'target' | 'value'>;

/** A stored command: small values as they are, because these cannot change, and otherwise the texts. */
interface StoredRow extends Omit<JournalRow, keyof CommandWords> {
  readonly command: AnyOperation;
  readonly params: Params | undefined;
  readonly words: CommandWords | undefined;
}

const MAX_ROWS = 500;

/** Characters that are shown of a value or a name. */
const MAX_SHOWN = 160;

/** Most characters that JSON writes for one. */
const MAX_ESCAPE = 6;

/** These codes are intended ends, not failures. */
const INTENDED_CODES: readonly (Code | undefined)[] = ['REHEARSAL', 'CLOSED'];

/**
 * The last commands of one hub. It stores all commands, even if the sidebar is closed. To be fast, it stores only the
 * first characters of the values. Secrets are redacted when the rows are read.
 */
export class Journal {
  /** Row number N is at N % MAX_ROWS. */
  readonly #rows: StoredRow[] = [];
  #lastNumber = 0;
  readonly #failures = new LastMinute();
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

  /** Field by field, because a spread costs ten times as much. */
  add({ command, params, at, outcome, code, statusCode, waited, elapsed }: CommandRecord, node: string): void {
    if (outcome !== 'done' && !INTENDED_CODES.includes(code)) this.#failures.add(Date.now());
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const maxLength = MAX_SHOWN + this.#margin;
    const words = isSmall(params, maxLength) ? undefined : wordsOf(command, params, maxLength);
    const storedParams = words ? undefined : params;
    const row = { number, at, node, outcome, code, statusCode, waited, elapsed, command, params: storedParams, words };
    this.#rows[number % MAX_ROWS] = row;
  }

  /** Failed commands within the last minute. */
  get failures(): number {
    return this.#failures.count(Date.now());
  }

  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** The stored rows after a number, the oldest first. If the number was never reached, all rows. */
  rowsAfter(number: number): JournalRow[] {
    const from = number > this.#lastNumber ? 0 : number;
    const first = Math.max(from, this.#lastNumber - MAX_ROWS) + 1;
    return Array.from({ length: this.#lastNumber - first + 1 }, (_, index) =>
      this.#rowOf(this.#rows[(first + index) % MAX_ROWS] as StoredRow),
    );
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

  #rowOf({ command, params = {}, words, ...ended }: StoredRow): JournalRow {
    const { operation, target, value } = words ?? wordsOf(command, params, MAX_SHOWN + this.#margin);
    const redactedTarget = Object.entries(target).map(([name, text]) => [name, this.redact(text)]);
    return { ...ended, operation, target: Object.fromEntries(redactedTarget), value: this.redact(value) };
  }
}

/** True if all values are short texts, numbers or booleans. */
function isSmall(params: Params, maxLength: number): boolean {
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string' ? value.length > maxLength : typeof value === 'object' && value !== null)
      return false;
  }
  return true;
}

/** The texts of a command, each with at most `room` characters. */
function wordsOf(command: AnyOperation, params: Params, maxLength: number): CommandWords {
  const { operation, target, value } = commandFieldsOf(command, params);
  const names = Object.entries(target).map(([name, each]) => [name, textOf(each, maxLength)]);
  return { operation, target: Object.fromEntries(names), value: textOf(value, maxLength) };
}

/** A text as it is, other values as JSON. */
const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? truncate(value, maxLength) : shortJson(value, maxLength);
