import { isObject } from '../base/values.js';
import { isPublicText, NUMBER_FIELDS, PUBLIC_FIELDS, PUBLIC_PARTS } from './public-words.js';

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

/**
 * An IPv4 address, digits, a word (of one case, or with a capital at its start), or other letters and signs. Only spaces
 * and the signs of ASCII are between these parts.
 */
const PARTS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\d+|\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[^\p{Lu}\p{Ll}\d\s!-/:-@[-`{-~…]+/gu;

/** Words with a meaning for pickers, functions and values (docs/develop/interface.md "Seen in the field"). */
const KEPT = new Set(['Node', 'Debug', 'Default', 'true', 'false']);

/** A text with more digits can be a telephone number, an address or a licence key. */
const MAX_DIGITS = 3;

/** Larger numbers can be one too. Decimals can be a place. */
const MAX_NUMBER = 100_000;

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Syllables of each replacement: all have the same length, so that two texts never become one. */
const LENGTH = 4;

/** Replaces words, numbers and addresses, each one always by the same. */
class Replacements {
  readonly #words = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly #addresses = new Map<string, string>();

  /** Example: `Studio A/Mixer_0` becomes `Babababa BABABABE/Babababi_0`. */
  text(text: string): string {
    const hasFewDigits = text.replace(/\D/g, '').length <= MAX_DIGITS;
    return text.replace(PARTS, (part) => {
      if (/^\d+$/.test(part)) return hasFewDigits ? part : replacementIn(this.#numbers, part, numberAt);
      if (/^\d/.test(part)) return replacementIn(this.#addresses, part, addressAt);
      if (KEPT.has(part)) return part;
      return inCaseOf(part, replacementIn(this.#words, part.toLowerCase(), wordAt));
    });
  }

  /** Small numbers stay, with two decimals. */
  number(number: number): number {
    if (Math.abs(number) < MAX_NUMBER) return Math.round(number * 100) / 100;
    return Number(replacementIn(this.#numbers, String(number), numberAt));
  }
}

function replacementIn(replacements: Map<string, string>, original: string, at: (index: number) => string): string {
  const replacement = replacements.get(original) ?? at(replacements.size);
  replacements.set(original, replacement);
  return replacement;
}

const numberAt = (index: number): string => String(1_000_000 + index);

const addressAt = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

function wordAt(index: number): string {
  const digits = Array.from({ length: LENGTH }, (_, place) => Math.floor(index / SYLLABLES.length ** place));
  return digits
    .map((digit) => SYLLABLES[digit % SYLLABLES.length])
    .reverse()
    .join('');
}

function inCaseOf(original: string, word: string): string {
  if (original === original.toLowerCase()) return word;
  return original === original.toUpperCase() ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}
