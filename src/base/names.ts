/** Printable ASCII with single spaces, so it is its own key. Most names are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The form in which names are compared: NFC, without spaces at the ends, with each run of spaces of any kind as one.
 * A Mac and a hub may write `Übergabe` with different characters, and nobody sees a no-break space. Names are compared
 * in this form. Ids, keys and paths are not names.
 */
export const nameKey = (name: string): string =>
  PLAIN.test(name) ? name : name.trim().replace(/\s+/g, ' ').normalize('NFC');

export const isSameName = (one: string, other: string): boolean => one === other || nameKey(one) === nameKey(other);

/** The form in which a search compares texts. */
export const searchKey = (text: string): string => nameKey(text).toLowerCase();

/** The things that have a name. If there are several, the name is ambiguous. A blank is not a name. */
export function withName<T>(things: Iterable<T>, name: string, nameOf: (thing: T) => unknown): T[] {
  const key = nameKey(name);
  const hasName = (thing: T): boolean => {
    const own = nameOf(thing);
    return typeof own === 'string' && nameKey(own) === key;
  };
  return key === '' ? [] : [...things].filter(hasName);
}

/** A name in quotes, with escapes for unusual spaces and accents: `"Gast\u{a0}1"`. It separates names that look the same. */
export function spelled(name: string): string {
  const unseen = name === name.normalize('NFC') ? /[^\S ]/gu : /[^\S ]|\p{M}/gu;
  return `"${name.replace(unseen, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)}"`;
}

/** True for the name of a cue list, which is also the name of its file: letters and digits of any language, space, `-`, `_`. */
export const isListName = (name: string): boolean => /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N} _-]{0,63}$/u.test(name);

const CUE_NUMBER = /^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){0,4}$/;

/** True for 1 to 5 groups of digits. Leading zeros are not allowed, so each number has one text. */
export const isCueNumber = (text: string): boolean => CUE_NUMBER.test(text);
