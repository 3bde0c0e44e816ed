const ELLIPSIS = '…';

/** A text without its middle, because names often differ only at the end. Example: `Evening…News 2`. */
export function shortenMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = Math.max(0, max - ELLIPSIS.length);
  return text.slice(0, Math.ceil(kept / 2)) + ELLIPSIS + text.slice(text.length - Math.floor(kept / 2));
}

/** Characters that the first name of a target keeps. */
const MIN_FIRST = 8;

/**
 * The names of a target in `max` characters. The last one is the item, so the ones in the middle are shortened first.
 * Example: `Play item`, `…`, `Anchor of the late news`.
 */
export function shortenNames([first = '', ...others]: readonly string[], max: number): string[] {
  let excess = [first, ...others].join('').length - max;
  const shorten = (name: string, min: number): string => {
    const short = shortenMiddle(name, Math.max(min, name.length - Math.max(0, excess)));
    excess -= name.length - short.length;
    return short;
  };
  const middle = others.slice(0, -1).map((name) => shorten(name, 1));
  const start = shorten(first, others.length > 0 ? MIN_FIRST : 1);
  return [start, ...middle, ...others.slice(-1).map((name) => shorten(name, 1))];
}
