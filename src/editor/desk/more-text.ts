import { words } from '../base/words.js';

/** The number of rows or texts that are not shown. */
export const moreText = (count: number): string[] => (count > 0 ? [words('sidebar.looks.more', { count })] : []);

/** The first texts, and the number of the others. */
export const firstTexts = (most: number, texts: readonly string[]): string =>
  [...texts.slice(0, most), ...moreText(texts.length - most)].join(', ');
