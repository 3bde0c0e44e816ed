/** An IPv4 address, or a word: of one case, or with a capital at its start. */
const PARTS = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[\p{Lo}\p{Lm}]+/gu;

/** Words with a meaning for pickers, functions and values (docs/interface.md "Seen in the field"). */
const KEPT = new Set(['Node', 'Debug', 'Default', 'true', 'false']);

const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

/** Syllables of each replacement: all have the same length, so that two texts never become one. */
const LENGTH = 3;

/** Replaces words and addresses, each one always by the same. Digits, signs and single letters stay. */
export class Replacements {
  readonly #words = new Map<string, string>();
  readonly #addresses = new Map<string, string>();

  /** Example: `Studio A/Mixer_0` becomes `Babade A/Babadi_0`. */
  text(text: string): string {
    return text.replace(PARTS, (part) => {
      if (/^\d/.test(part)) return replacementIn(this.#addresses, part, addressAt);
      if ([...part].length < 2 || KEPT.has(part)) return part;
      return inCaseOf(part, replacementIn(this.#words, part.toLowerCase(), wordAt));
    });
  }
}

function replacementIn(replacements: Map<string, string>, original: string, at: (index: number) => string): string {
  const replacement = replacements.get(original) ?? at(replacements.size);
  replacements.set(original, replacement);
  return replacement;
}

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
