import { isObject } from '../base/values.js';
import { isPublicText, NUMBER_FIELDS, PUBLIC_FIELDS, PUBLIC_PARTS } from './public-words.js';
import { Replacements } from './replacements.js';

/** Fields with whole documents, which are left out. */
const DOCUMENTS = new Set(['content', 'xmlContent', 'ustateData', 'mosExternalMetadata']);

/** Objects whose fields have names of the recording, and rows of the interface as values. */
const NAMED_ROWS = new Set(['buttons', 'Properties']);

/** No field of the interface, but a value of the recording. */
const OF_HOUSE = '\0';

/**
 * Keeps the structure, the types, and the words and numbers of the interface. Everything else gets a replacement. The
 * same text has the same one everywhere, so that names and ids still lead to their things.
 */
export class Anonymizer {
  readonly #names = new Replacements();

  /** The answer to a read. */
  answer(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return isPublicText(field, value) ? value : this.#names.text(value);
    if (typeof value === 'number') return NUMBER_FIELDS.has(field) ? value : this.#names.number(value);
    if (Array.isArray(value)) return value.map((each) => this.answer(each, field));
    return isObject(value) ? this.#fields(value, field) : value;
  }

  /** The parameters of a read. Their numbers are ids. */
  params<T extends string | number>(params: Readonly<Record<string, T>>): Record<string, T | string> {
    return Object.fromEntries(
      Object.entries(params).map(([name, each]) => [name, typeof each === 'string' ? this.#names.text(each) : each]),
    );
  }

  #fields(row: Readonly<Record<string, unknown>>, field: string): object {
    const areNamed = NAMED_ROWS.has(field);
    const fields = Object.entries(row).map(([name, value]) => {
      if (areNamed) return [this.#names.text(name), this.answer(value, OF_HOUSE)];
      if (!PUBLIC_FIELDS.has(name)) return [this.#names.text(name), this.#ofRecording(value, PUBLIC_FIELDS)];
      if (DOCUMENTS.has(name)) return [name, emptied(value)];
      if (name === 'Value') return [name, this.#ofRecording(value, PUBLIC_PARTS)];
      return [name, name === 'data' ? this.#ofRecording(value, new Set()) : this.answer(value, name)];
    });
    return Object.fromEntries(fields);
  }

  /** A value of the recording. Only these names of fields are public. */
  #ofRecording(value: unknown, publicNames: ReadonlySet<string>): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#ofRecording(each, publicNames));
    if (!isObject(value)) return this.answer(value, OF_HOUSE);
    const fields = Object.entries(value).map(([name, each]) => [
      publicNames.has(name) ? name : this.#names.text(name),
      this.#ofRecording(each, publicNames),
    ]);
    return Object.fromEntries(fields);
  }
}

/** A document without contents, of the same type. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}
