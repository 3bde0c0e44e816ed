import { StoredError } from './stored-error.js';

const MAX_LEVELS = 200;

/** Characters of the text at an error that are shown. */
const MAX_FOUND = 40;

export interface JsonWithLines {
  /** Frozen, with all its objects and lists. */
  readonly json: unknown;
  /** The first line of each object and list, counted from 1. */
  readonly lines: ReadonlyMap<unknown, number>;
}

/**
 * The value of a JSON text. `JSON.parse` has no lines, and drops one of two fields with the same name, so a merge could
 * lose one of them. Throws a StoredError with the line.
 */
export function readJson(text: string): JsonWithLines {
  const reader = new JsonReader(text);
  return { json: reader.readAll(), lines: reader.lines };
}

/** The line of the innermost object or list at a JSON pointer. Example: `/looks/Evening/0/node`. */
export function lineAt({ json, lines }: JsonWithLines, pointer: string): number {
  let value = json;
  let line = lines.get(json) ?? 1;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) break;
    value = Reflect.get(value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    line = lines.get(value) ?? line;
  }
  return line;
}

class JsonReader {
  readonly lines = new Map<unknown, number>();
  readonly #text: string;
  #position: number;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    // Some editors begin a file with a byte order mark.
    this.#position = text.startsWith('\uFEFF') ? 1 : 0;
  }

  readAll(): unknown {
    const value = this.#readValue(MAX_LEVELS);
    if (this.#next() !== '') throw this.#unexpected();
    return value;
  }

  #readValue(levels: number): unknown {
    const first = this.#next();
    if (first === '"') return this.#readString();
    if (first !== '{' && first !== '[') return this.#readWord();
    const line = this.#line;
    if (levels === 0) throw new StoredError('tooDeep', { line, levels: MAX_LEVELS });
    const value = first === '{' ? this.#readObject(levels - 1) : this.#readList(levels - 1);
    this.lines.set(value, line);
    return Object.freeze(value);
  }

  #readObject(levels: number): object {
    const fields = new Map<string, unknown>();
    this.#readParts('}', () => {
      if (this.#next() !== '"') throw this.#unexpected();
      const name = this.#readString();
      if (fields.has(name)) throw new StoredError('sameName', { line: this.#line, name });
      if (!this.#skip(':')) throw this.#unexpected();
      fields.set(name, this.#readValue(levels));
    });
    // Unlike an assignment, this also works for a field with the name `__proto__`.
    return Object.fromEntries(fields);
  }

  #readList(levels: number): unknown[] {
    const items: unknown[] = [];
    this.#readParts(']', () => items.push(this.#readValue(levels)));
    return items;
  }

  /** Reads the parts between the brackets, which commas separate. */
  #readParts(end: '}' | ']', readPart: () => void): void {
    this.#position += 1;
    if (this.#skip(end)) return;
    do readPart();
    while (this.#skip(','));
    if (!this.#skip(end)) throw this.#unexpected();
  }

  /** A string ends at its line break at the latest, so the error of an open string has its own line. */
  #readString(): string {
    const text = this.#text;
    let end = this.#position + 1;
    while (end < text.length && text[end] !== '"' && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) throw this.#endsEarly();
    return String(this.#parse(end + 1));
  }

  /** A number, `true`, `false` or `null`. */
  #readWord(): unknown {
    const word = /[^\s,:{}[\]"]*/y;
    word.lastIndex = this.#position;
    word.test(this.#text);
    return this.#parse(word.lastIndex);
  }

  /** The text from here to `end` as a value. */
  #parse(end: number): unknown {
    try {
      const value: unknown = JSON.parse(this.#text.slice(this.#position, end));
      // JSON.parse reads 1e999 as Infinity, which JSON cannot hold.
      if (value === Infinity || value === -Infinity) throw this.#unexpected();
      this.#position = end;
      return value;
    } catch {
      throw this.#unexpected();
    }
  }

  /** Skips white space, and returns the next character, or an empty text at the end. */
  #next(): string {
    const text = this.#text;
    for (; ; this.#position += 1) {
      const character = text[this.#position] ?? '';
      if (character === '\n') this.#line += 1;
      else if (character !== ' ' && character !== '\r' && character !== '\t') return character;
    }
  }

  /** True if the next character is this one. It is skipped then. */
  #skip(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#position += 1;
    return true;
  }

  #unexpected(): StoredError {
    const rest = this.#text.slice(this.#position, this.#position + MAX_FOUND);
    const found = rest.split('\n', 1).join('').trimEnd();
    return found === '' ? this.#endsEarly() : new StoredError('notJson', { line: this.#line, found });
  }

  #endsEarly(): StoredError {
    return new StoredError('endsEarly', { line: this.#line });
  }
}
