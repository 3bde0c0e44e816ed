import type { AnyOperation } from '../table/operations.js';
import type { Code, Outcome } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { redact, type SecretPatterns, secretPatterns } from '../wire/secrets.js';
import type { HubSettings } from '../wire/settings.js';
import { type CommandRecord, commandFieldsOf } from './as-run.js';
import { LastMinute } from './last-minute.js';
import { ELLIPSIS, shortJson, truncate } from './short-json.js';

/** One command, as it is shown. Times in ms. */
export interface JournalRow {
  /** Counted from 1, in the order in which they ended. */
  readonly number: number;
  /** When it came, since the epoch. */
  readonly at: number;
  /** Whose command it was. */
  readonly node: string;
  readonly operation: string;
  /** What it acted upon, by parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** What it sent, cut. */
  readonly value: string;
  readonly outcome: 'done' | Outcome;
  readonly code?: Code;
  readonly statusCode?: number;
  /** Before it was sent; absent where nobody knows, or if it never was. */
  readonly waited?: number;
  /** From when it came until all was known. */
  readonly elapsed: number;
}

/** The words of a command. */
type CommandWords = Pick<JournalRow, 'operation' | 'target' | 'value'>;

/** What is kept of a command: its values as they are where these are small and nobody can change them, or else the words. */
interface StoredRow extends Omit<JournalRow, keyof CommandWords> {
  readonly command: AnyOperation;
  readonly params: Params | undefined;
  readonly words: CommandWords | undefined;
}

/** The number of commands that are kept. */
const MAX_ROWS = 500;

/** The number of characters that are shown of a value or a name. */
const MAX_SHOWN = 160;

/** As long as JSON may write one character. */
const MAX_ESCAPE = 6;

/** These codes are intended ends, not failures. */
const INTENDED_CODES: readonly (Code | undefined)[] = ['REHEARSAL', 'CLOSED'];

/**
 * The last commands of one hub. They are noted whether or not somebody looks, so that costs little: of each the first
 * characters of what it was about. Secrets are blanked when somebody looks.
 */
export class Journal {
  /** The one with number N stands at N % KEPT. */
  readonly #rows: StoredRow[] = [];
  #lastNumber = 0;
  readonly #failures = new LastMinute();
  /** Every secret that was ever used here: what was noted under an old one stays. */
  readonly #secretTexts = new Set<string>();
  #secrets: SecretPatterns = [];
  /** The number of characters that are kept beyond those that are shown: a secret that begins there is kept as a whole. */
  #margin = 0;

  /** Is told how the hub is reached from now on: what of that must not be repeated. */
  addSecrets({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): void {
    for (const text of [...Object.values(headers), ...secrets]) this.#secretTexts.add(text);
    const all = [...this.#secretTexts];
    this.#secrets = secretPatterns({ headers: Object.fromEntries(all.map((text, index) => [index, text])) });
    this.#margin = MAX_ESCAPE * Math.max(0, ...all.map(({ length }) => length));
  }

  /** Field by field: to spread a record over another costs ten times as much. */
  add({ command, params, at, outcome, code, statusCode, waited, elapsed }: CommandRecord, node: string): void {
    if (outcome !== 'done' && !INTENDED_CODES.includes(code)) this.#failures.add(Date.now());
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const room = MAX_SHOWN + this.#margin;
    const words = isSmall(params, room) ? undefined : wordsOf(command, params, room);
    const storedParams = words ? undefined : params;
    const row = { number, at, node, outcome, code, statusCode, waited, elapsed, command, params: storedParams, words };
    this.#rows[number % MAX_ROWS] = row;
  }

  /** How many commands failed within the last minute. */
  get failures(): number {
    return this.#failures.count(Date.now());
  }

  /** The number of the last command. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** What came after a number, the oldest first, as far as it is kept. A number that was never reached is 0. */
  rowsAfter(number: number): JournalRow[] {
    const from = number > this.#lastNumber ? 0 : number;
    const first = Math.max(from, this.#lastNumber - MAX_ROWS) + 1;
    return Array.from({ length: this.#lastNumber - first + 1 }, (_, index) =>
      this.#rowOf(this.#rows[(first + index) % MAX_ROWS] as StoredRow),
    );
  }

  /** A text as it may be shown: short, and the secrets blanked. */
  redact = (text: string): string => {
    const redacted = redact(text, this.#secrets);
    const isTruncated = text.length > MAX_SHOWN && text.endsWith(ELLIPSIS);
    // At the end of what was cut there may be a part of a secret, which nobody would recognise.
    return truncate(
      isTruncated ? redacted.slice(0, Math.max(0, redacted.length - this.#margin)) + ELLIPSIS : redacted,
      MAX_SHOWN,
    );
  };

  #rowOf({ command, params = {}, words, ...ended }: StoredRow): JournalRow {
    const { operation, target, value } = words ?? wordsOf(command, params, MAX_SHOWN + this.#margin);
    const shown = Object.entries(target).map(([name, text]) => [name, this.redact(text)]);
    return { ...ended, operation, target: Object.fromEntries(shown), value: this.redact(value) };
  }
}

/** Whether it holds no more than short texts, numbers and switches. */
function isSmall(params: Params, room: number): boolean {
  for (const name in params) {
    const value = params[name];
    if (typeof value === 'string' ? value.length > room : typeof value === 'object' && value !== null) return false;
  }
  return true;
}

/** The words of a command, each with at most so many characters. */
function wordsOf(command: AnyOperation, params: Params, room: number): CommandWords {
  const { operation, target, value } = commandFieldsOf(command, params);
  const named = Object.entries(target).map(([name, each]) => [name, textOf(each, room)]);
  return { operation, target: Object.fromEntries(named), value: textOf(value, room) };
}

/** A name as it is, whatever else as JSON. */
const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? truncate(value, maxLength) : shortJson(value, maxLength);
