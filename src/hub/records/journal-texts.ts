import type { AnyOperation } from '../table/operations.js';
import { type Problem, withTexts } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { redact, type SecretPatterns, secretPatterns } from '../wire/secrets.js';
import type { HubSettings } from '../wire/settings.js';
import { commandFieldsOf } from './as-run.js';
import type { JournalRow } from './journal-row.js';
import { ELLIPSIS, shortText, truncate } from './short-json.js';

/** The texts of a command. */
type CommandWords = Pick<JournalRow, 'operation' | 'target' | 'value'>;

/** Small values as they are, because these cannot change, and otherwise the texts. */
export interface StoredCommand {
  readonly params: Params | undefined;
  readonly words: CommandWords | undefined;
}

/** Characters that are shown of a value or a name. */
const MAX_SHOWN = 160;

/** Most characters that JSON writes for one. */
const MAX_ESCAPE = 6;

/** The texts of a journal: only the first characters are stored, and secrets are redacted when they are read. */
export class JournalTexts {
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

  redactAll = (texts: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.redact(text)]));

  /** A failure with cut facts. */
  storedFailure = (failure: Problem): Problem => withTexts(failure, (text) => truncate(text, this.#maxStored));

  stored(command: AnyOperation | undefined, params: Params): StoredCommand {
    if (isSmall(params, this.#maxStored)) return { params, words: undefined };
    return { params: undefined, words: wordsOf(command, params, this.#maxStored) };
  }

  wordsOf(command: AnyOperation | undefined, { params = {}, words }: StoredCommand): CommandWords {
    const { operation, target, value } = words ?? wordsOf(command, params, this.#maxStored);
    return { operation, target: this.redactAll(target), value: this.redact(value) };
  }

  get #maxStored(): number {
    return MAX_SHOWN + this.#margin;
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

/** The texts of a command, each with at most `maxLength` characters. */
function wordsOf(command: AnyOperation | undefined, params: Params, maxLength: number): CommandWords {
  if (!command) return { operation: undefined, target: {}, value: '' };
  const { operation, target, value } = commandFieldsOf(command, params);
  const names = Object.entries(target).map(([name, each]) => [name, shortText(each, maxLength)]);
  return { operation, target: Object.fromEntries(names), value: shortText(value, maxLength) };
}
