import { hasParts, isDeep, isObject } from '../base/values.js';
import type { Params } from '../hub/wire/request.js';
import { type SecretKind, secretKind } from './secret-names.js';
import { blankText } from './secret-text.js';

const BLANK = '…';

const MAX_SHORT = 100;
const MAX_HARMLESS = 50_000;

type Row = Readonly<Record<string, unknown>>;

/** Fields that name a row. */
const NAMES = new Set(
  [
    [
      'displayname',
      'propertypath',
      'nodename',
      'nodepath',
      'functionname',
      'functionpath',
      'name',
      'key',
      'id',
      'label',
    ],
    ['title', 'field', 'property', 'parameter', 'param', 'header', 'option', 'variable'],
  ].flat(),
);

/** Fields with a value of a named row, such as `Value`, `OldValue` and `default`. */
const VALUES = /values?$|^(default|payload|text|string|properties)$/i;

/** Blanks secrets in answers, and counts them. The blank has the type of the value. */
export class SecretFilter {
  /** The paths of nodes and functions with the name of a secret. Their properties are read alone. */
  readonly #secretPaths = new Set<unknown>();
  /** Short texts without secrets. Lists repeat the names of their fields. */
  readonly #harmless = new Set<string>();
  count = 0;

  /** The answer to a read, without secrets. */
  filter(answer: unknown, params: Params = {}): unknown {
    const isSecret = Object.values(params).some((param) => this.#secretPaths.has(param) || secretKind(param) === 'any');
    return this.#value(answer, isSecret);
  }

  /** The parameters of a read. They have the ids of an answer, so the same texts are blanked, and not counted again. */
  params<T extends string | number>(params: Readonly<Record<string, T>>): Record<string, T | string> {
    const { count } = this;
    const entries = Object.entries(params).map(([name, each]) => [
      name,
      typeof each === 'string' ? this.#text(each) : each,
    ]);
    this.count = count;
    return Object.fromEntries(entries);
  }

  #value(value: unknown, isSecretRow: boolean): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return this.#list(value, isSecretRow);
    return isObject(value) ? this.#fields(value, isSecretRow) : value;
  }

  /** After a name in a list, its value follows: `["--password", "1234"]`. */
  #list(list: readonly unknown[], isSecretRow: boolean): unknown[] {
    return list.map((each, index) => {
      const isNamed = typeof each !== 'object' && secretKind(list[index - 1]) === 'any';
      return isNamed ? this.#blank(each) : this.#value(each, isSecretRow);
    });
  }

  #fields(row: Row, isSecretRow: boolean): object {
    const fields = Object.entries(row);
    const isNamed = fields.some(([name, each]) => NAMES.has(name.toLowerCase()) && secretKind(each) === 'any');
    if (isNamed)
      for (const path of [row.NodePath, row.FunctionPath]) if (path !== undefined) this.#secretPaths.add(path);
    const isSecret = isNamed || (isSecretRow && Object.hasOwn(row, 'PropertyPath'));
    return Object.fromEntries(
      fields.map(([name, each]) => {
        const kind = isSecret && VALUES.test(name) ? 'any' : secretKind(name);
        return [this.#text(name), this.#field(name, each, kind, isSecretRow)];
      }),
    );
  }

  #field(name: string, value: unknown, kind: SecretKind | undefined, isSecretRow: boolean): unknown {
    // The key of a button presses it.
    if (name === 'buttons') return this.#buttons(value);
    if (kind === 'any') return this.#blank(value);
    return kind === 'text' && typeof value === 'string' ? this.#blank(value) : this.#value(value, isSecretRow);
  }

  #buttons(buttons: unknown): unknown {
    if (Array.isArray(buttons)) return buttons.map((button) => this.#buttons(button));
    if (!isObject(buttons)) return typeof buttons === 'string' ? this.#text(buttons) : buttons;
    return Object.fromEntries(Object.entries(buttons).map(([name, each]) => [name, this.#buttons(each)]));
  }

  /** A blank of the same type. A property under the name of a secret stays a property. */
  #blank(value: unknown): unknown {
    if (isObject(value)) {
      const rows = Object.values(value).filter((row) => isObject(row) && Object.hasOwn(row, 'PropertyPath'));
      if (Object.hasOwn(value, 'PropertyPath') || rows.length > 0)
        return Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            name,
            isObject(each) || VALUES.test(name) ? this.#blank(each) : this.#value(each, true),
          ]),
        );
    }
    const blank = blankOf(value);
    // A resumed recording has blanks that were counted before.
    if (JSON.stringify(blank) !== JSON.stringify(value)) this.count += 1;
    return blank;
  }

  #text(text: string): string {
    if (this.#harmless.has(text)) return text;
    const filtered = this.#filteredText(text);
    if (filtered === text && text.length <= MAX_SHORT && this.#harmless.size < MAX_HARMLESS) this.#harmless.add(text);
    return filtered;
  }

  #filteredText(text: string): string {
    const json = /^\s*[{[]/.test(text) ? parsed(text) : undefined;
    if (hasParts(json)) {
      const { count } = this;
      const filtered = this.#value(json, false);
      return this.count === count ? text : JSON.stringify(filtered);
    }
    return blankText(text, (secret) => {
      const quote = /^\\*["']/.exec(secret)?.[0] ?? '';
      const blank = `${quote}${BLANK}${quote}`;
      if (secret !== blank) this.count += 1;
      return blank;
    });
  }
}

/** The JSON in a text. Undefined for other text, and for JSON that is nested too deep. */
function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isDeep(json) ? undefined : json;
  } catch {
    return undefined;
  }
}

function blankOf(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? '' : BLANK;
  if (typeof value === 'number') return 0;
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}
