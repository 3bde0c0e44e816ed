/**
 * An IPv4 address, digits, a word (of one case, or with a capital at its start), or other letters and signs. Only spaces
 * and the signs of ASCII are between these parts.
 */
const PARTS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\d+|\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[^\p{Lu}\p{Ll}\d\s!-/:-@[-`{-~…]+/gu;

/** Words with a meaning for pickers, functions and values (docs/interface.md "Seen in the field"). */
const KEPT = new Set(['Node', 'Debug', 'Default', 'true', 'false']);

/** A text with more digits can be a telephone number, an address or a licence key. */
const MAX_DIGITS = 3;

/** Larger numbers can be one too. Decimals can be a place. */
const MAX_NUMBER = 100_000;

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Syllables of each replacement: all have the same length, so that two texts never become one. */
const LENGTH = 4;

/** Replaces words, numbers and addresses, each one always by the same. */
export class Replacements {
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
