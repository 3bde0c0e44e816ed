import type { Code, Outcome } from '../wire/errors.js';
import { blanked, type SecretTexts, secretTexts } from '../wire/secrets.js';
import type { HubSettings } from '../wire/settings.js';
import type { AsRun } from './as-run.js';
import { brief, CUT, cut } from './brief.js';
import { LastMinute } from './last-minute.js';

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

/** So many commands are kept. */
export const KEPT = 500;

/** So many characters of a value or a name are shown. */
const SHOWN = 160;

/** As long as JSON may write one character. */
const WRITTEN = 6;

/** What ended so was meant to: nothing has failed. */
const NO_FAULTS: readonly (Code | undefined)[] = ['REHEARSAL', 'CLOSED'];

/**
 * The last commands of one hub. They are noted whether or not somebody looks, so that costs little: of each the first
 * characters of what it was about. Secrets are blanked when somebody looks.
 */
export class Journal {
  /** The one with number N stands at N % KEPT. */
  readonly #rows: JournalRow[] = [];
  #last = 0;
  readonly #failures = new LastMinute();
  /** Every secret that was ever used here: what was noted under an old one stays. */
  readonly #known = new Set<string>();
  #secrets: SecretTexts = [];
  /** So many characters are kept beyond those that are shown: a secret that begins there is kept as a whole. */
  #margin = 0;

  /** Is told how the hub is reached from now on: what of that must not be repeated. */
  begin({ headers, secrets = [] }: Pick<HubSettings, 'headers' | 'secrets'>): void {
    for (const text of [...Object.values(headers), ...secrets]) this.#known.add(text);
    const all = [...this.#known];
    this.#secrets = secretTexts({ headers: Object.fromEntries(all.map((text, index) => [index, text])) });
    this.#margin = WRITTEN * Math.max(0, ...all.map(({ length }) => length));
  }

  note({ owner, target, value, ...ended }: AsRun, node: string): void {
    const { at, operation, outcome, code, statusCode, waited, elapsed } = ended;
    if (outcome !== 'done' && !NO_FAULTS.includes(code)) this.#failures.add(Date.now());
    this.#last += 1;
    const room = SHOWN + this.#margin;
    const told: Record<string, string> = {};
    for (const name in target) told[name] = textOf(target[name], room);
    const times = { at, waited, elapsed };
    const row = { number: this.#last, node, operation, target: told, value: textOf(value, room) };
    this.#rows[this.#last % KEPT] = { ...row, ...times, outcome, code, statusCode };
  }

  /** How many commands failed within the last minute. */
  get failures(): number {
    return this.#failures.count(Date.now());
  }

  /** The number of the last command. */
  get last(): number {
    return this.#last;
  }

  /** What came after a number, the oldest first, as far as it is kept. A number that was never reached is 0. */
  after(number: number): JournalRow[] {
    const known = number > this.#last ? 0 : number;
    const first = Math.max(known, this.#last - KEPT) + 1;
    return Array.from({ length: this.#last - first + 1 }, (_, index) =>
      this.#shown(this.#rows[(first + index) % KEPT] as JournalRow),
    );
  }

  /** A text as it may be shown: short, and the secrets blanked. */
  shown = (text: string): string => {
    const told = blanked(text, this.#secrets);
    const wasCut = text.length > SHOWN && text.endsWith(CUT);
    // At the end of what was cut there may be a part of a secret, which nobody would recognise.
    return cut(wasCut ? told.slice(0, Math.max(0, told.length - this.#margin)) + CUT : told, SHOWN);
  };

  #shown(row: JournalRow): JournalRow {
    const target = Object.entries(row.target).map(([name, text]) => [name, this.shown(text)]);
    return { ...row, target: Object.fromEntries(target), value: this.shown(row.value) };
  }
}

/** A name as it is, whatever else as JSON. */
const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? cut(value, most) : brief(value, most);
